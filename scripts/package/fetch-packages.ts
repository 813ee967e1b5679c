import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describeFailure } from '../debian.mjs'

const root = path.resolve(import.meta.dirname, '../..')

interface Locked {
  readonly version: string
  readonly integrity: string
}

/** Packages for another system than this one, of the versions and with the bytes that the lock file names. */
export function fetchPackages(names: readonly string[], to: string): void {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const packed = `${to}-packed`
  mkdirSync(packed, { recursive: true })
  for (const name of names) {
    const { version, integrity } = packages[`node_modules/${name}`]!
    const options = ['--silent', '--pack-destination', packed]
    // Beside a package.json npm would take its settings for ours.
    call('npm', ['pack', ...options, `${name}@${version}`], packed)
    const file = path.join(packed, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
    const hash = createHash('sha512').update(readFileSync(file)).digest('base64')
    if (integrity !== `sha512-${hash}`)
      throw new Error(`${name}: its bytes are not those of the lock file`)
    const folder = path.join(to, name)
    mkdirSync(folder, { recursive: true })
    call('tar', ['-xzf', file, '-C', folder, '--strip-components=1'], packed)
  }
  rmSync(packed, { recursive: true, force: true })
}

function call(program: string, args: readonly string[], cwd: string): void {
  const done = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (done.error || done.status !== 0)
    throw new Error(describeFailure(`${program} ${args[0]}`, done))
}
