import { spawnSync } from 'node:child_process'
import { cpSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describeFailure } from '../debian.mjs'
import { runIn } from './namespace.ts'
import { packNextRelease } from './next-release.ts'

const scripts = path.resolve(import.meta.dirname, '..')
/** Which a person who installs sees; the drill reads them. */
const DRILL = ['package-drill.mjs', 'drill-tools.mjs', 'systemctl.mjs']
const ADDED = '9001_drill_upgrade.sql'
const FAILING = '9002_drill_failure.sql'

/**
 * Makes the packages and has them installed, upgraded, refused and removed in a root that has neither Node nor our sources;
 * what the drill itself runs on lies apart. Answers whether all of it went as promised.
 */
export async function tryPackages(
  base: string,
  dir: string,
  signal: AbortSignal,
): Promise<boolean> {
  const packages = makePackages(path.join(dir, 'packages'))
  const root = path.join(dir, 'packaged')
  call('cp', ['-a', '--reflink=auto', base, root])
  const drill = path.join(root, 'opt/drill')
  mkdirSync(path.join(drill, 'packages'), { recursive: true })
  const local = path.join(root, 'usr/local')
  cpSync(path.join(local, 'bin/node'), path.join(drill, 'node'))
  for (const name of ['bin/node', 'bin/npm', 'bin/npx', 'lib/node_modules'])
    rmSync(path.join(local, name), { recursive: true })
  for (const file of packages) linkSync(file, path.join(drill, 'packages', path.basename(file)))
  for (const name of DRILL) cpSync(path.join(import.meta.dirname, name), path.join(drill, name))
  const command = ['node', 'package-drill.mjs', 'packages'].map((name) => `/opt/drill/${name}`)
  const hear = (text: string) => void process.stdout.write(text)
  const { code } = await runIn({ root, user: 'root', home: '/root', command, signal, hear })
  return verifyUnits(root, packages) && code === 0
}

/** Those of this tree and of three releases after it: with a migration more, with one that fails, with that one mended. */
function makePackages(to: string): string[] {
  call(process.execPath, [path.join(scripts, 'package/main.ts'), '--to', to, '--version', '0.1.0'])
  const file = readdirSync(to).find((name) => name.startsWith('priyomka_'))!
  const next = (version: string, migrations: Record<string, string>) =>
    packNextRelease(path.join(to, file), version, {
      [ADDED]: 'CREATE TABLE drill_upgrade (id integer);\n',
      ...migrations,
    })
  next('0.2.0', {})
  next('0.3.0', { [FAILING]: 'SELECT 1 / 0;\n' })
  next('0.4.0', { [FAILING]: 'CREATE TABLE drill_repaired (id integer);\n' })
  return readdirSync(to)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => path.join(to, name))
}

/** What systemd itself says of the units: the root has no systemd. */
function verifyUnits(root: string, packages: readonly string[]): boolean {
  for (const file of packages.filter((one) => /_0\.1\.0_/.test(one)))
    call('dpkg-deb', ['-x', file, root])
  const home = path.join(root, 'usr/lib/priyomka')
  call('ln', ['-sfn', 'release', path.join(home, 'current')])
  // The units of systemd that ours name.
  call('cp', ['-rn', '/usr/lib/systemd/system/.', path.join(root, 'usr/lib/systemd/system')])
  const units = ['priyomka@8080.service', 'priyomka-agent.service', 'priyomka-backup.timer']
  let isGood = true
  for (const unit of units) {
    const done = spawnSync('systemd-analyze', ['verify', `--root=${root}`, unit], {
      encoding: 'utf8',
    })
    // A unit of the root's other packages may say something of its own.
    const words = done.stderr.split('\n').filter((line) => line.includes('priyomka'))
    console.log(
      words.length > 0 ? `${unit}: ${words.join('; ')}` : `ok: ${unit} by systemd-analyze`,
    )
    isGood &&= words.length === 0
  }
  return isGood
}

function call(program: string, args: readonly string[]): void {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (done.error || done.status !== 0)
    throw new Error(describeFailure(`${program} ${args[0]}`, done))
}
