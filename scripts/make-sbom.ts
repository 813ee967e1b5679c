import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const runProgram = promisify(execFile)

/** The parts of a CycloneDX list that this project reads again. */
export interface Sbom {
  readonly bomFormat: string
  readonly specVersion: string
  readonly serialNumber: string
  readonly version: number
  readonly metadata: {
    readonly component: {
      readonly 'bom-ref': string
      readonly name: string
      readonly version: string
    }
  }
  readonly components: readonly {
    readonly 'bom-ref': string
    readonly type: string
    readonly name: string
    readonly version: string
    readonly purl: string
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
    readonly licenses?: readonly object[]
    readonly properties: readonly { readonly name: string; readonly value: string }[]
  }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

// The list of this product has 400 KB.
const MAX_BYTES = 64 * 1024 * 1024

const DEVELOPERS = 'cdx:npm:package:development'

/** Licences that lie in the package as a text only. */
const UNSAID: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

/**
 * What the product ships, in CycloneDX: npm makes it of the lock file alone, without a network (asvs.md). What developers alone need is
 * taken out here, since `--omit=dev` of npm also drops what both need. npm takes the name of the folder for the product's.
 */
export async function makeSbom(root: string): Promise<Sbom> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--offline']
  const { stdout } = await runProgram(npm, args, {
    cwd: root,
    maxBuffer: MAX_BYTES,
    shell: process.platform === 'win32',
  })
  const all = JSON.parse(stdout) as Sbom
  const components = all.components
    .filter(({ properties }) => !properties.some(({ name }) => name === DEVELOPERS))
    .map((one) => {
      const id = one.licenses === undefined ? UNSAID[one.name] : undefined
      return id === undefined ? one : { ...one, licenses: [{ license: { id } }] }
    })
  const { name } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    name: string
  }
  const component = { ...all.metadata.component, name, type: 'application' }
  const refs = new Set([component['bom-ref'], ...components.map((one) => one['bom-ref'])])
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  return { ...all, metadata: { ...all.metadata, component }, components, dependencies }
}
