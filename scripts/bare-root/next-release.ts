import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describeFailure } from '../debian.mjs'

/** Makes of a package of the server that of a later version with more migrations, without building it again. */
export function packNextRelease(
  file: string,
  version: string,
  migrations: Readonly<Record<string, string>>,
): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'priyomka-next-'))
  try {
    const tree = path.join(dir, 'tree')
    call(['-R', file, tree])
    const release = path.join(tree, 'usr/lib/priyomka/release')
    for (const [name, text] of Object.entries(migrations))
      writeFileSync(path.join(release, 'migrations', name), text)
    const names = Object.keys(migrations).join(' ')
    replaceIn(path.join(tree, 'DEBIAN/control'), /^Version: .*$/m, `Version: ${version}`)
    replaceIn(path.join(tree, 'DEBIAN/preinst'), /^own=" (.*) "$/m, `own=" $1 ${names} "`)
    replaceIn(path.join(release, 'package.json'), /"version": "[^"]*"/, `"version": "${version}"`)
    for (const script of ['preinst', 'postinst'])
      replaceIn(path.join(tree, 'DEBIAN', script), /Приёмка \d[\d.]*/g, `Приёмка ${version}`)
    rmSync(path.join(tree, 'DEBIAN/md5sums'))
    const made = path.join(
      path.dirname(file),
      path.basename(file).replace(/_[^_]+_/, `_${version}_`),
    )
    call(['--root-owner-group', '-Zzstd', '-z1', '--build', tree, made])
    return made
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function replaceIn(file: string, from: RegExp, to: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
}

function call(args: readonly string[]): void {
  const done = spawnSync('dpkg-deb', args, { encoding: 'utf8' })
  if (done.error || done.status !== 0) throw new Error(describeFailure(`dpkg-deb ${args[0]}`, done))
}
