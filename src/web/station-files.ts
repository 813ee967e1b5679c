import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Manifest } from './built-files.ts'

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
export async function writeStationFiles(dir: string, manifest: Manifest): Promise<void> {
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
