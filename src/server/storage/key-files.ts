import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Where keys of an installation lie. */
export interface KeyFolder {
  readonly dir: string
  /** Credentials that systemd hands over: it lets the service in through the group of the file. */
  readonly bySystemd?: true
}

/** A key that cannot be used, in words for the person at the console. */
export class BadKey extends Error {}

const BYTES = 32

/** 32 random bytes that nobody else reads; throws BadKey otherwise. */
function readKeyFile(file: string, { bySystemd }: KeyFolder): Buffer {
  if ((statSync(file).mode & (bySystemd ? 0o037 : 0o077)) !== 0)
    throw new BadKey(`файл ${file} открыт другим (нужны права 0600)`)
  const bytes = readFileSync(file)
  if (bytes.length < BYTES || new Set(bytes).size < 8)
    throw new BadKey(`ключ ${file} слишком слаб (нужны 32 случайных байта)`)
  return bytes.subarray(0, BYTES)
}

/** A key of the first folder that has it. */
export function readKey(folders: readonly KeyFolder[], name: string): Buffer {
  const folder = folders.find(({ dir }) => existsSync(path.join(dir, name)))
  if (folder) return readKeyFile(path.join(folder.dir, name), folder)
  throw new BadKey(
    `нет файла ${path.join(folders.at(-1)!.dir, name)} (32 случайных байта, права 0600)`,
  )
}

/** A key that closes fields, by its file. */
export interface SealFile {
  /** Every closed value names it. */
  readonly id: number
  /** It opens already, but closes nothing yet: other machines may not have it so far. */
  readonly isNext: boolean
  readonly name: string
  read(): Buffer
}

const SEAL = /^seal-([1-9]\d{0,2})(\.next)?\.key$/
/** One byte of each value names its key. */
export const GREATEST_ID = 255

/** The name of the file of a key. */
export const sealFileName = (id: number, isNext = false): string =>
  `seal-${id}${isNext ? '.next' : ''}.key`

/** Keys that close fields, the oldest first. */
export function listSealFiles(folders: readonly KeyFolder[]): SealFile[] {
  const files = folders.flatMap((folder) =>
    (existsSync(folder.dir) ? readdirSync(folder.dir) : []).flatMap((name) => {
      const [, id, next] = SEAL.exec(name) ?? []
      if (id === undefined || Number(id) > GREATEST_ID) return []
      const read = () => readKeyFile(path.join(folder.dir, name), folder)
      return [{ id: Number(id), isNext: next !== undefined, name, read }]
    }),
  )
  return files.toSorted((a, b) => a.id - b.id)
}
