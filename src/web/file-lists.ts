import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'
import { paths, type PathName } from '#contract/screen-paths.ts'
import { screens } from './screens.ts'

/** A file of the build as the bundler's manifest tells of it. */
interface BuiltPart {
  file: string
  name?: string
  css?: string[]
  assets?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

type Manifest = Record<string, BuiltPart>

/** Which files a station stores, and which the page of an address asks for. */
export function fileLists(): Plugin {
  return {
    name: 'file-lists',
    async writeBundle({ dir }, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const isAskedFor = (id: string) => {
        const info = this.getModuleInfo(id)
        const isOfPage = info?.importers.some((one) => one.endsWith('.html')) ?? false
        return isOfPage || (info?.dynamicImporters.length ?? 0) > 0
      }
      const manifest = await nameAllParts(import.meta.dirname, { dir: dir!, chunks, isAskedFor })
      await writeStationFiles(dir!, manifest)
      await writeScreenPreloads(dir!, manifest)
    },
  }
}

/** A file that the bundler wrote, and whether a page or an import on demand asks for one of its modules. */
interface Build {
  readonly dir: string
  readonly chunks: readonly { readonly fileName: string; readonly moduleIds: readonly string[] }[]
  readonly isAskedFor: (id: string) => boolean
}

/**
 * The manifest with a name for each module that is asked for: what went into a common file (chunks.ts) has none of its own there.
 */
async function nameAllParts(root: string, build: Build): Promise<Manifest> {
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
function closureOf(manifest: Manifest, names: readonly string[]): string[] {
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

const STATION = [
  'main.tsx',
  'shell/layouts/main-layout.tsx',
  'features/visit/station-page.tsx',
  'features/visit/platform-station-page.tsx',
]
const WORKER = 'service-worker.js'
const PLACE = '__STATION_FILES__'
/** The guide is read without a server as well; its pictures, half a megabyte, are not worth it. */
const PICTURE = /\.webp$/

/** Lists for the service worker the files that a station needs to start without a server: its own, and none of other screens. */
async function writeStationFiles(dir: string, manifest: Manifest): Promise<void> {
  const list = JSON.stringify(filesOf(manifest).map((file) => `/${file}`))
  const hash = createHash('sha256').update(list).digest('base64url').slice(0, 8)
  const name = `assets/station-${hash}.json`
  await writeFile(path.join(dir, name), list)
  const worker = path.join(dir, WORKER)
  const text = await readFile(worker, 'utf8')
  if (!text.includes(PLACE)) throw new Error(`${WORKER} has no place for its list`)
  await writeFile(worker, text.replace(PLACE, `/${name}`))
}

/** What the station imports, statically and on demand; imports by the addresses of other screens are not followed. */
function filesOf(manifest: Manifest): string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const waiting = [...STATION]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const part = manifest[name]
    if (!part) throw new Error(`${name} is not in the build`)
    const assets = (part.assets ?? []).filter((file) => !PICTURE.test(file))
    for (const file of [part.file, ...(part.css ?? []), ...assets]) files.add(file)
    const later = (part.dynamicImports ?? []).filter((one) => !one.endsWith('-page.tsx'))
    waiting.push(...(part.imports ?? []), ...later)
  }
  return [...files].toSorted()
}

/**
 * Writes the files of each address as links for the head of the page: the server puts them there, and the browser asks for all at once,
 * not one after the other as it comes to their imports.
 */
async function writeScreenPreloads(dir: string, manifest: Manifest): Promise<void> {
  const ofPage = new Set(closureOf(manifest, ['main.tsx']))
  const linksOf = (name: PathName) =>
    closureOf(manifest, partsOf(name))
      .filter((file) => !ofPage.has(file))
      .map(linkTo)
      .join('')
  const names = Object.keys(paths) as PathName[]
  const links = Object.fromEntries(names.map((name) => [paths[name], linksOf(name)]))
  await writeFile(path.join(dir, 'screen-preloads.json'), JSON.stringify(links))
}

const partsOf = (name: PathName): string[] => {
  const { layout, page } = screens[name]
  const screen = `features/${page}-page.tsx`
  return layout === 'main' ? ['shell/layouts/main-layout.tsx', screen] : [screen]
}

/** Module files and styles are asked for in the mode that the bundler's own loader uses, or they would be fetched twice. */
const linkTo = (file: string): string =>
  file.endsWith('.js')
    ? `<link rel="modulepreload" crossorigin href="/${file}">`
    : `<link rel="preload" as="style" crossorigin href="/${file}">`
