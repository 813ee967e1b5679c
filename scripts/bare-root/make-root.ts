import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describeFailure, installOrName } from '../debian.mjs'
import { runIn } from './namespace.ts'
import { networkEnvironment, networkFiles, ownNpmrc, readMirrors, sourceList } from './machine.ts'

const SUITE = 'bookworm'
const PACKAGES = ['git', 'curl', 'ca-certificates']
/** The oldest Node that README allows; Debian 12 itself has 18. */
const NODE = '20.20.2'
/** What comes with that Node. */
const NPM = '10.9.9'

/** A person who tries README's commands. */
export interface RootUser {
  readonly name: string
  readonly home: string
  readonly sudo: boolean
}

export const ROOT_USERS: readonly RootUser[] = [
  { name: 'root', home: '/root', sudo: false },
  { name: 'sudoer', home: '/home/sudoer', sudo: true },
  { name: 'plain', home: '/home/plain', sudo: false },
]

/** The smallest Debian with Node, npm, git, curl and certificates, in `dir`, which must not be there yet. */
export async function makeBareRoot(dir: string): Promise<void> {
  const debootstrap = '/usr/sbin/debootstrap'
  const need = { what: 'debootstrap', packages: ['debootstrap'] }
  if (!existsSync(debootstrap)) installOrName([need], { isThere: () => existsSync(debootstrap) })
  const mirrors = readMirrors()
  call(debootstrap, [
    '--variant=minbase',
    `--include=${PACKAGES.join(',')}`,
    SUITE,
    dir,
    ...(mirrors.main ? [mirrors.main] : []),
  ])
  if (mirrors.main)
    writeFileSync(path.join(dir, 'etc/apt/sources.list'), sourceList(SUITE, mirrors))
  for (const [from, to] of networkFiles()) {
    mkdirSync(path.dirname(path.join(dir, to)), { recursive: true })
    cpSync(from, path.join(dir, to), { dereference: true })
  }
  addNode(dir)
  await mustRun(dir, ['update-ca-certificates'])
}

/** Node and npm as the registry packs them, under /usr/local as their own installer puts them. */
function addNode(dir: string): void {
  const packed = `${dir}-packed`
  mkdirSync(packed)
  const names = [`node-linux-${process.arch}@${NODE}`, `npm@${NPM}`]
  // Beside a package.json npm would take its settings for ours.
  call('npm', ['pack', '--silent', '--pack-destination', packed, ...names], packed)
  const local = path.join(dir, 'usr/local')
  const npm = path.join(local, 'lib/node_modules/npm')
  mkdirSync(npm, { recursive: true })
  const unpack = (name: string, to: string, ...only: string[]) =>
    call('tar', ['-xzf', path.join(packed, name), '-C', to, '--strip-components=1', ...only])
  unpack(`node-linux-${process.arch}-${NODE}.tgz`, local, 'package/bin')
  unpack(`npm-${NPM}.tgz`, npm)
  for (const [name, file] of [
    ['npm', 'npm-cli.js'],
    ['npx', 'npx-cli.js'],
  ] as const)
    symlinkSync(`../lib/node_modules/npm/bin/${file}`, path.join(local, 'bin', name))
  call('chmod', ['+x', path.join(npm, 'bin/npm-cli.js'), path.join(npm, 'bin/npx-cli.js')])
}

/** A copy of the bare root for one person, with a clone of the committed tree in the person's home. */
export async function makeUserRoot(base: string, dir: string, user: RootUser): Promise<void> {
  call('cp', ['-a', '--reflink=auto', base, dir])
  const home = path.join(dir, user.home)
  if (user.name !== 'root') await mustRun(dir, ['useradd', '-m', '-s', '/bin/bash', user.name])
  if (user.sudo) {
    await mustRun(dir, ['apt-get', 'update', '-qq'])
    await mustRun(dir, ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'sudo'])
    const rule = path.join(dir, 'etc/sudoers.d', user.name)
    writeFileSync(rule, `${user.name} ALL=(ALL) NOPASSWD: ALL\n`, { mode: 0o440 })
  }
  const tree = path.resolve(import.meta.dirname, '../..')
  const clone = path.join(home, 'priyomka')
  call('git', ['clone', '--quiet', '--no-hardlinks', '--depth=1', `file://${tree}`, clone])
  cpSync(
    path.join(import.meta.dirname, 'try-start.mjs'),
    path.join(dir, 'usr/local/lib/try-start.mjs'),
  )
  const npmrc = ownNpmrc()
  if (npmrc) cpSync(npmrc, path.join(home, '.npmrc'))
  await mustRun(dir, ['chown', '-R', `${user.name}:${user.name}`, user.home])
}

async function mustRun(dir: string, command: readonly string[]): Promise<void> {
  const { code, output } = await runIn({ root: dir, user: 'root', home: '/root', command })
  if (code !== 0) throw new Error(`${command.join(' ')}: code ${code}\n${output}`)
}

function call(program: string, args: readonly string[], cwd?: string): void {
  const env = { ...process.env, ...networkEnvironment() }
  const done = spawnSync(program, args, { encoding: 'utf8', cwd, env, maxBuffer: 2 ** 26 })
  if (done.status !== 0) throw new Error(describeFailure(`${program} ${args.join(' ')}`, done))
}
