import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { zipSync } from 'fflate'
import { VERSION } from '#server/installation/release-version.ts'
import { describeFailure } from '../debian.mjs'
import { releaseFile } from '#contract/device/release/release-statement.ts'
import { makeDeb, sizeOf, type Deb } from './make-deb.ts'
import { addReleaseKey, makeReleaseKey, signRelease } from './sign-release.ts'
import {
  makeAgentRelease,
  makeLinuxFolder,
  makeServerRelease,
  makeWindowsFolder,
} from './make-release.ts'

const root = path.resolve(import.meta.dirname, '../..')
const NEEDS = 'adduser, libatomic1, libc6 (>= 2.36), libstdc++6'
const { values: flags } = parseArgs({
  options: {
    to: { type: 'string', default: path.join(root, 'dist/packages') },
    // A test packs the next release of the same tree, and one whose last migrations are missing.
    version: { type: 'string', default: VERSION },
    only: { type: 'string' },
    folders: { type: 'boolean', default: false },
    // The private release key: it makes the agent's folders and updates for them; it never lies on a server.
    sign: { type: 'string' },
    'make-key': { type: 'string' },
  },
})

/** Windows unpacks it by itself. */
function zipFolder(folder: string): Uint8Array {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const named = files.map((file) => [
    `priyomka-agent/${path.relative(folder, file)}`,
    new Uint8Array(readFileSync(file)),
  ])
  return zipSync(Object.fromEntries(named) as Record<string, Uint8Array>, { level: 6 })
}

/** `npm run package`: the packages of server and agent in `dist/packages`; with `--folders` the agent's folders as well. */
async function main(): Promise<void> {
  const { to, version, only } = flags
  if (flags['make-key'] !== undefined) return makeReleaseKey(flags['make-key'])
  mkdirSync(to, { recursive: true })
  const makers = {
    priyomka: packServer,
    'priyomka-agent': packAgent,
    ...((flags.folders || flags.sign !== undefined) && {
      'agent-linux': packLinuxFolder,
      'agent-windows': packWindowsFolder,
    }),
  }
  for (const [name, pack] of Object.entries(makers)) {
    if (only !== undefined && only !== name) continue
    const startedAt = performance.now()
    const release = path.join(to, `.release-${name}`)
    rmSync(release, { recursive: true, force: true })
    const file = await pack(release, version, to)
    const installed = megabytes(sizeOf(release))
    rmSync(release, { recursive: true, force: true })
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(
      `${file}: ${megabytes(statSync(file).size)} MB, ${installed} MB installed, made in ${seconds} s`,
    )
  }
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2)

async function packServer(release: string, version: string, to: string): Promise<string> {
  const licences = await makeServerRelease(release, version)
  const migrations = readdirSync(path.join(release, 'migrations')).join(' ')
  return makeDeb({
    name: 'priyomka',
    version,
    depends: NEEDS,
    recommends: 'postgresql (>= 15), caddy',
    summary: 'back office for points that buy material by weight: server',
    release: [release, 'usr/lib/priyomka/release'],
    files: {
      'usr/bin/priyomka': 'debian/priyomka.sh',
      'usr/lib/systemd/system/priyomka@.service': 'systemd/priyomka@.service',
      'usr/lib/systemd/system/priyomka-backup.service': 'systemd/priyomka-backup.service',
      'usr/lib/systemd/system/priyomka-backup.timer': 'systemd/priyomka-backup.timer',
      'usr/share/priyomka/server.env': 'debian/server.env',
      'usr/share/priyomka/Caddyfile': 'caddy/Caddyfile',
    },
    words: { VERSION: version, MIGRATIONS: migrations, LICENCES: licences },
    to,
  })
}

async function packAgent(release: string, version: string, to: string): Promise<string> {
  const licences = await makeAgentRelease(release, version)
  const files: Deb['files'] = {
    'usr/bin/priyomka-agent': 'debian/priyomka-agent.sh',
    'usr/lib/systemd/system/priyomka-agent.service': 'systemd/priyomka-agent.service',
    'usr/share/priyomka-agent/agent.env': 'debian/agent.env',
  }
  return makeDeb({
    name: 'priyomka-agent',
    version,
    depends: NEEDS,
    recommends: 'ffmpeg',
    summary: 'back office for points that buy material by weight: agent of the scales',
    release: [release, 'usr/lib/priyomka-agent'],
    files,
    words: { VERSION: version, LICENCES: licences },
    to,
  })
}

async function packLinuxFolder(release: string, version: string, to: string): Promise<string> {
  await makeLinuxFolder(release, version)
  addUpdate(release, version, `linux-${process.arch}`, to)
  const file = path.join(to, `priyomka-agent-${version}-linux-${process.arch}.tar.gz`)
  const rename = `--transform=s/^\\./priyomka-agent/`
  call('tar', ['-czf', file, '--owner=0', '--group=0', rename, '-C', release, '.'])
  return file
}

async function packWindowsFolder(release: string, version: string, to: string): Promise<string> {
  await makeWindowsFolder(release, version)
  if (flags.sign !== undefined) return addUpdate(release, version, 'win32-x64', to)!
  const file = path.join(to, releaseFile(version, 'win32-x64'))
  writeFileSync(file, zipFolder(release))
  return file
}

/** The folder knows the public key from its installation on; the same folder as an archive, signed, is the update of others. */
function addUpdate(release: string, version: string, platform: string, to: string) {
  if (flags.sign === undefined) return undefined
  const key = readFileSync(flags.sign, 'utf8')
  addReleaseKey(release, key)
  const archive = zipFolder(release)
  const file = path.join(to, releaseFile(version, platform))
  writeFileSync(file, archive)
  const about = { version, platform, unpacked: sizeOf(release), min_server: version }
  writeFileSync(`${file}.json`, JSON.stringify(signRelease(archive, about, key)))
  return file
}

function call(program: string, args: readonly string[]): void {
  const done = spawnSync(program, args, { encoding: 'utf8' })
  if (done.error || done.status !== 0) throw new Error(describeFailure(program, done))
}

await main()
