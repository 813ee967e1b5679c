import { chmodSync, closeSync, createReadStream, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Unzip, UnzipInflate, type UnzipFile } from 'fflate'
import { RefusedRelease } from './verify-release.ts'

/** Every file lies in this folder of the archive, as Windows' own unpacking leaves one folder. */
const INSIDE = 'priyomka-agent/'
/** A piece is inflated within a few milliseconds, so that a weight is read in between. */
const PIECE = 64 * 1024
/** Programs that the launcher or a person starts. */
const EXECUTABLE = /^(node|node\.exe|priyomka-agent)$/
const DAMAGED = 'Архив обновления повреждён. Соберите обновление заново'

/** Unpacks an archive into a folder that does not exist yet; throws on a place outside it and beyond the signed size. */
export async function unpackRelease(archive: string, to: string, unpacked: number): Promise<void> {
  mkdirSync(to, { recursive: true })
  let left = unpacked
  const open = new Set<number>()
  const unzip = new Unzip((file) => write(file))
  unzip.register(UnzipInflate)

  function write(file: UnzipFile): void {
    const place = placeOf(file.name)
    if (place === '') return
    const path = join(to, place)
    mkdirSync(dirname(path), { recursive: true })
    // A second file of the same name is refused: nobody could say which of them runs.
    const target = openSync(path, 'wx', 0o644)
    open.add(target)
    file.ondata = (error, data, final) => {
      if (error) throw error
      left -= data.length
      if (left < 0) throw new RefusedRelease('Обновление больше, чем сказано в подписи')
      writeSync(target, data)
      if (!final) return
      closeSync(target)
      open.delete(target)
      if (EXECUTABLE.test(place)) chmodSync(path, 0o755)
    }
    file.start()
  }

  try {
    for await (const piece of createReadStream(archive, { highWaterMark: PIECE })) {
      unzip.push(piece as Uint8Array)
      await nextTurn()
    }
    unzip.push(new Uint8Array(0), true)
    if (open.size > 0 || left !== 0) throw new RefusedRelease(DAMAGED)
  } catch (error) {
    // The library numbers its errors; those of the disk have names.
    const isOfArchive = typeof (error as { code?: unknown }).code === 'number'
    throw isOfArchive ? new RefusedRelease(DAMAGED, { cause: error }) : error
  } finally {
    for (const target of open) closeSync(target)
  }
}

/** The place inside the release; empty for a folder, which comes into being with its files. */
function placeOf(name: string): string {
  const place = name.startsWith(INSIDE) ? name.slice(INSIDE.length) : undefined
  const parts = place?.split('/') ?? ['..']
  if (place !== '' && parts.at(-1) === '') parts.pop()
  const isBad = (part: string) =>
    part === '' || part === '.' || part === '..' || /[\\:\0]/.test(part)
  if (place === '') return ''
  if (parts.some(isBad))
    throw new RefusedRelease(`В архиве обновления недопустимое имя файла. ${DAMAGED}`)
  return place!.endsWith('/') ? '' : place!
}
