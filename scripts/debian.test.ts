import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import {
  describeFailure,
  describeNeeds,
  installOrName,
  libraryNeed,
  missingLibraries,
} from './debian.mjs'

test('missing libraries are read from the output of the loader and of ldd', () => {
  const loader =
    'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory'
  assert.deepEqual(missingLibraries(loader), ['libatomic.so.1'])
  const ldd =
    '\tlinux-vdso.so.1 (0x00007ffc)\n\tlibatomic.so.1 => not found\n\tlibm.so.6 => /lib/libm.so.6 (0x00007f)\n\tlibatomic.so.1 => not found\n\tlibstdc++.so.6 => not found\n'
  assert.deepEqual(missingLibraries(ldd), ['libatomic.so.1', 'libstdc++.so.6'])
  assert.deepEqual(missingLibraries('Segmentation fault'), [])
})

test('a library is named with its package, an unknown one with its file', () => {
  assert.deepEqual(libraryNeed('libatomic.so.1'), {
    what: 'libatomic.so.1',
    packages: ['libatomic1'],
  })
  const said = describeNeeds([libraryNeed('libodd.so.9')])
  assert.match(said, /libodd\.so\.9: пакет неизвестен\n.*apt-file search/)
  assert.doesNotMatch(said, /apt-get/)
})

test('all missing libraries are named at once, with one command for all', () => {
  const needs = [
    { what: 'socat', why: 'порты', packages: ['socat'] },
    { what: 'mariadbd', packages: ['mariadb-server-core', 'mariadb-client-core'] },
  ]
  const install = () => installOrName(needs, { mayInstall: () => undefined })
  assert.throws(install, {
    message: [
      'В системе не хватает:',
      '  socat (порты): пакет Debian socat',
      '  mariadbd: пакет Debian mariadb-server-core и mariadb-client-core',
      'Установите и повторите; без прав администратора попросите того, у кого они есть, выполнить от root:',
      '',
      '  apt-get update && apt-get install -y --no-install-recommends socat mariadb-server-core mariadb-client-core',
    ].join('\n'),
  })
})

test('an installation that fails names what is still missing and what apt-get said', () => {
  const need = { what: 'socat', packages: ['socat'] }
  // In the place of `sudo`: a program that fails with words on its output.
  const mayInstall = () => ['sh', '-c', 'echo no such package; exit 100']
  const install = () => installOrName([need], { mayInstall, isThere: () => false })
  assert.throws(install, /socat: пакет Debian socat[^]*apt-get install: code 100\nno such package$/)
})

test('without missing libraries no rights are requested', () => {
  installOrName([], { mayInstall: () => assert.fail() })
})

test('a failed program is reported with both of its output streams', () => {
  const run = (script: string) => spawnSync('sh', ['-c', script], { encoding: 'utf8' })
  assert.equal(describeFailure('x', run('echo out; echo err >&2; exit 3')), 'x: code 3\nout\nerr')
  assert.equal(describeFailure('x', run('exit 1')), 'x: code 1\nit said nothing')
  assert.match(describeFailure('x', spawnSync('/nowhere/x')), /^x: .*ENOENT/)
})
