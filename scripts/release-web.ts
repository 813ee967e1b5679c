import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Tabs opened before an upgrade, or two, still find the parts they load on demand. */
const KEPT_RELEASES = 3
/** Pictures and typefaces are compressed already. */
const SQUEEZED = /\.(js|css|svg)$/

/**
 * Puts a finished build in place of the present one while the server runs: assets first, the page that
 * names them last and at once, so that no request meets a page without its files.
 */
export async function releaseWeb(built: string, dir: string): Promise<void> {
  const assets = path.join(dir, 'assets')
  const former = await releasesOf(dir)
  const names = await readdir(path.join(built, 'assets'))
  const present = new Set(await readdir(assets).catch(() => []))
  await mkdir(assets, { recursive: true })
  // A name carries the hash of its content: what is there already is the same.
  const added = names.filter((name) => !present.has(name))
  const release = [...names, ...names.filter((name) => SQUEEZED.test(name)).flatMap(squeezedNames)]
  for (const name of added) await place(path.join(built, 'assets', name), path.join(assets, name))
  for (const name of names.filter((one) => SQUEEZED.test(one) && !present.has(`${one}.br`)))
    await squeeze(path.join(assets, name))
  const others = (await readdir(built)).filter((name) => !['assets', 'index.html'].includes(name))
  for (const name of others)
    await cp(path.join(built, name), path.join(dir, name), { recursive: true })
  await place(path.join(built, 'index.html'), path.join(dir, 'index.html'))
  const kept = [release, ...former].slice(0, KEPT_RELEASES)
  await writeFile(path.join(dir, 'releases.json'), JSON.stringify(kept))
  const live = new Set(kept.flat())
  for (const name of present) if (!live.has(name)) await rm(path.join(assets, name))
}

/** Names of the assets of each stored release, the newest first; a folder without a list is one release. */
async function releasesOf(dir: string): Promise<string[][]> {
  const list = await readFile(path.join(dir, 'releases.json'), 'utf8').catch(() => undefined)
  if (list !== undefined) return JSON.parse(list) as string[][]
  const present = await readdir(path.join(dir, 'assets')).catch(() => [])
  return present.length > 0 ? [present] : []
}

const squeezedNames = (name: string) => [`${name}.br`, `${name}.gz`]

/** The strongest levels: done once, read for a year. */
async function squeeze(file: string): Promise<void> {
  const text = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  await writeWhole(`${file}.gz`, await zip(text, { level: 9 }))
  await writeWhole(`${file}.br`, await brotli(text, { params }))
}

const place = async (from: string, to: string) => writeWhole(to, await readFile(from))

/** A reader sees the old file or the whole new one. */
async function writeWhole(file: string, data: Buffer): Promise<void> {
  await writeFile(`${file}.part`, data)
  await rename(`${file}.part`, file)
}
