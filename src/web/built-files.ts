import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A file of the build as the bundler's manifest tells of it. */
interface BuiltPart {
  file: string
  name?: string
  css?: string[]
  assets?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

export type Manifest = Record<string, BuiltPart>

/** A file that the bundler wrote, and whether a page or an import on demand asks for one of its modules. */
interface Build {
  readonly dir: string
  readonly chunks: readonly { readonly fileName: string; readonly moduleIds: readonly string[] }[]
  readonly isAskedFor: (id: string) => boolean
}

/**
 * The manifest with a name for each module that is asked for: what went into a common file (chunks.ts) has none of its own there.
 */
export async function nameAllParts(root: string, build: Build): Promise<Manifest> {
  const manifestFile = path.join(build.dir, '.vite/manifest.json')
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest
  const parts = new Map(Object.values(manifest).map((part) => [part.file, part]))
  for (const { fileName, moduleIds } of build.chunks) {
    const part = parts.get(fileName)
    for (const id of moduleIds.filter(build.isAskedFor))
      if (part) manifest[path.relative(root, id)] ??= part
  }
  await writeFile(manifestFile, JSON.stringify(manifest))
  return manifest
}

/** The code and styles that these import without being asked again. */
export function closureOf(manifest: Manifest, names: readonly string[]): string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const waiting = [...names]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    const part = manifest[key]
    if (!part) throw new Error(`${key} is not in the build`)
    const { file, css = [], imports = [] } = part
    for (const one of [file, ...css]) files.add(one)
    waiting.push(...imports)
  }
  return [...files]
}
