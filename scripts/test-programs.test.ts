import assert from 'node:assert/strict'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { makeData } from './mariadb.ts'
import { missingPrograms, TEST_PROGRAMS } from './test-programs.ts'

const root = path.resolve(import.meta.dirname, '..')
const absent = TEST_PROGRAMS.map((program) => ({ ...program, isThere: () => false }))
const packagesFor = (...files: string[]) =>
  missingPrograms(files, absent).flatMap(({ packages }) => packages)

test('a whole run needs every program, named files only theirs', () => {
  assert.deepEqual(packagesFor(), [
    'chromium-headless-shell',
    'socat',
    'ffmpeg',
    'mariadb-server-core',
    'mariadb-client-core',
    'prometheus',
  ])
  assert.deepEqual(packagesFor('test/rules/access.test.ts'), [])
  assert.deepEqual(packagesFor('test/e2e/list/list.e2e.ts'), ['chromium-headless-shell'])
  assert.deepEqual(packagesFor('test/rules/access.test.ts', 'test/devices/scale-lines.test.ts'), [
    'socat',
  ])
})

test('each test file that runs a program of the system is known as its user', () => {
  const files = globSync('{src,test}/**/*.test.ts', { cwd: root })
  const runs = [
    ['socat', /findSocat\(|'--tty'/],
    ['ffmpeg', /rtspCamera\(/],
    ['mariadb', /startMariadb\(/],
    ['prometheus', /\bPROM(?:ETHEUS|TOOL)\b/],
  ] as const
  for (const [word, call] of runs) {
    const users = files.filter((file) => call.test(readFileSync(path.join(root, file), 'utf8')))
    assert.notEqual(users.length, 0, word)
    for (const file of users)
      assert.ok(
        packagesFor(file).some((name) => name.includes(word)),
        `${file} needs ${word}`,
      )
  }
})

test('a failure that the installer of MariaDB prints on its output is reported', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'priyomka-installer-'))
  try {
    const installer = path.join(dir, 'mariadb-install-db')
    // Debian's own words where only the server's package is installed.
    writeFileSync(
      installer,
      "#!/bin/sh\necho 'FATAL ERROR: Could not find my_print_defaults'\nexit 1\n",
    )
    chmodSync(installer, 0o755)
    assert.throws(
      () => makeData(installer, []),
      /mariadb-install-db: code 1\nFATAL ERROR: Could not find my_print_defaults/,
    )
  } finally {
    rmSync(dir, { recursive: true })
  }
})
