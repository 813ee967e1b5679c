import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Parts that only an installation or a developer uses. */
const UNUSED_PACKAGES = [
  'adm-zip',
  'global-agent',
  '@types/emscripten',
  'type-fest',
  'node-addon-api',
]
const UNUSED_FILE = /\.(?:[cm]?ts|map|flow)$|^\.(?!bin)|^changelog/i
const PREBUILDS = [
  'android-arm',
  'android-arm64',
  'darwin-x64+arm64',
  'linux-arm',
  'linux-arm64',
  'linux-x64',
  'win32-arm64',
  'win32-ia32',
  'win32-x64',
]
/** By the package: folders of sources, and parts for other systems. */
const UNUSED_FOLDERS: Record<string, (system: string) => readonly string[]> = {
  'onnxruntime-node': (system) => [
    'lib',
    'script',
    ...['darwin', 'linux', 'win32']
      .flatMap((os) =>
        ['arm64', 'x64'].map((arch) => `${os}-${arch}`).filter((one) => one !== system),
      )
      .map((one) => `bin/napi-v6/${one.replace('-', '/')}`),
  ],
  'onnxruntime-common': () => ['lib'],
  '@serialport/bindings-cpp': (system) => [
    'src',
    'build',
    ...PREBUILDS.filter((one) => one !== system).map((one) => `prebuilds/${one}`),
  ],
  sharp: () => ['src', 'install'],
  'zxing-wasm': () => ['dist/cjs', 'dist/full', 'dist/iife', 'dist/miniprogram', 'dist/writer'],
}

const OF_ONE_SYSTEM = /-(?:darwin|linux|win32)-/

interface Copy {
  readonly packages: readonly string[]
  readonly from: string
  readonly to: string
  /** \`linux-x64\` and the like. */
  readonly system: string
}

/** Copies packages with what they depend on, as far as it is there, without what never runs on a production machine. */
export function copyPackages({ packages, from, to, system }: Copy): void {
  const done = new Set<string>()
  const copy = (name: string) => {
    const source = path.join(from, name)
    if (done.has(name) || UNUSED_PACKAGES.includes(name) || !existsSync(source)) return
    if (OF_ONE_SYSTEM.test(name) && !name.includes(system)) return
    done.add(name)
    const target = path.join(to, name)
    cpSync(source, target, {
      recursive: true,
      filter: (file) => !UNUSED_FILE.test(path.basename(file)),
    })
    for (const folder of UNUSED_FOLDERS[name]?.(system) ?? [])
      rmSync(path.join(target, folder), { recursive: true, force: true })
    const { dependencies, optionalDependencies } = readManifest(source)
    for (const one of Object.keys({ ...dependencies, ...optionalDependencies })) copy(one)
  }
  for (const name of packages) copy(name)
}

interface Manifest {
  readonly version: string
  readonly license?: string
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest

/** The texts of the licences of what a bundle holds. */
export function licenceTexts(modules: string, packages: readonly string[]): string {
  const texts = packages.map((name) => {
    const folder = path.join(modules, name)
    const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
    const words = files.map((file) => readFileSync(path.join(folder, file), 'utf8'))
    const { version, license = '' } = readManifest(folder)
    return [`${name} ${version} ${license}`, ...words].join('\n\n')
  })
  return `${texts.join(`\n\n${'-'.repeat(80)}\n`)}\n`
}
