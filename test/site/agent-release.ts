import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { zipSync } from 'fflate'
import type { ReleaseStatement, SignedRelease } from '#contract/device/release/release-statement.ts'
import { signRelease } from '../../scripts/package/sign-release.ts'
import { programFile } from '../../scripts/program-file.ts'

export const PLATFORM = `${process.platform}-${process.arch}`

/** A private release key, PEM. */
export const releaseKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string

/** A release whose program is the given JavaScript, run by the Node of the tests. */
export const releaseFiles = (program: string): Record<string, string> => ({
  'priyomka-agent/package.json': '{"type":"module"}',
  'priyomka-agent/src/agent/main.js': program,
  'priyomka-agent/node': `#!/bin/sh\nexec ${process.execPath} "$@"\n`,
})

export function makeArchive(files: Record<string, string>): Uint8Array {
  const bytes = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const)
  return zipSync(Object.fromEntries(bytes), { level: 0 })
}

/** An archive with the statement of its key's holder. */
export function makeRelease(
  key: string,
  program: string,
  about: Partial<Omit<ReleaseStatement, 'sha256' | 'size' | 'tree'>> = {},
): { archive: Uint8Array; offer: SignedRelease } {
  const files = releaseFiles(program)
  const archive = makeArchive(files)
  const unpacked = Object.values(files).reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const statement = {
    version: '9.0.0',
    platform: PLATFORM,
    min_server: '0.1.0',
    unpacked,
    ...about,
  }
  return { archive, offer: signRelease(archive, statement, key) }
}

/** A folder as an agent is installed: starters of the product's own programs, so that they know it as their place. */
export function installAgent(home: string): string {
  const programs = { launcher: 'src/agent/update/launcher.js', main: 'src/agent/main.js' }
  mkdirSync(path.join(home, 'src/agent/update'), { recursive: true })
  writeFileSync(path.join(home, 'package.json'), '{"type":"module"}')
  for (const place of Object.values(programs)) {
    const source = pathToFileURL(programFile(place.replace(/\.js$/, '.ts'))).href
    writeFileSync(path.join(home, place), `import ${JSON.stringify(source)}\n`)
  }
  return path.join(home, programs.launcher)
}

/** Writes a release, with what the key's holder signed of it, where the launcher looks for those that came over the link. */
export function placeRelease(dir: string, version: string, program: string, key: string): void {
  const releases = path.join(dir, 'releases')
  for (const [name, text] of Object.entries(releaseFiles(program))) {
    const file = path.join(releases, version, name.replace('priyomka-agent/', ''))
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
    if (name.endsWith('/node')) chmodSync(file, 0o755)
  }
  const { offer } = makeRelease(key, program, { version })
  writeFileSync(path.join(releases, `${version}.json`), JSON.stringify(offer))
}
