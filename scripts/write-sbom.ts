import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeSbom } from './make-sbom.ts'

/** Writes the list of shipped packages to the given file, else to `dist/sbom.cdx.json`. */
const root = path.resolve(import.meta.dirname, '..')
const file = path.resolve(process.argv[2] ?? path.join(root, 'dist/sbom.cdx.json'))
const sbom = await makeSbom(root)
await mkdir(path.dirname(file), { recursive: true })
await writeFile(file, `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`${file}: ${sbom.components.length} packages, CycloneDX ${sbom.specVersion}`)
