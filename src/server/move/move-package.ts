import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'

/** What cannot be moved, in words for the person at the console. */
export class MoveRefused extends Error {}

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** An encrypted file of the package as it lies on the disk. */
const piece = z.strictObject({ size: z.int(), sha256 })
/** Rows of a table in the form in which they travel, and what proves them on the other side. */
const Table = z.strictObject({
  name: z.string().check(z.regex(/^[a-z_]{1,63}$/)),
  columns: z.array(z.string().check(z.regex(/^[a-z_0-9]{1,63}$/))),
  rows: z.int(),
  sha256,
  piece,
})

const Manifest = z.strictObject({
  format: z.literal(1),
  company: z.strictObject({ id: z.uuid(), inn: z.string(), short_name: z.string() }),
  /** The former installation, and the address that its people were told. */
  from: z.uuid(),
  moved_to: z.string(),
  release: z.array(z.string()),
  tables: z.array(Table),
  /** People of the platform whom records of the company name. */
  outsiders: z.strictObject({ rows: z.int(), piece }),
  /** The end of the journal. */
  chain: z.strictObject({ seq: z.int(), hash: z.string() }),
  files: z.strictObject({ count: z.int(), bytes: z.int(), missing: z.int(), sha256 }),
})
export type MoveManifest = z.output<typeof Manifest>
export type PackedTable = MoveManifest['tables'][number]

const FILE = 'manifest.json'
export const pieceOfTable = (dir: string, name: string) =>
  path.join(dir, 'tables', `${name}.copy.gz.age`)
export const pieceOfOutsiders = (dir: string) => path.join(dir, 'outsiders.json.age')
export const pieceOfFile = (dir: string, name: string) => path.join(dir, 'files', `${name}.age`)
export const listOfFiles = (dir: string) => path.join(dir, 'files.jsonl')

/**
 * Written last: a folder without it is no package. Answers its fingerprint, from which every byte of the package follows: whoever can
 * write where a package lies can encrypt to its recipient as well, so the fingerprint travels another way.
 */
export async function writePackage(dir: string, manifest: MoveManifest): Promise<string> {
  const text = JSON.stringify(manifest, undefined, 1)
  const part = path.join(dir, `${FILE}.part`)
  await writeFile(part, text, { mode: 0o600, flush: true })
  await rename(part, path.join(dir, FILE))
  return printOf(text)
}

export async function readPackage(dir: string, print: string): Promise<MoveManifest> {
  const text = await readFile(path.join(dir, FILE), 'utf8').catch(() => {
    throw new MoveRefused(`в ${dir} нет ${FILE}: выгрузка не закончена, повторите export`)
  })
  if (printOf(text) !== print)
    throw new MoveRefused(
      `отпечаток выгрузки ${printOf(text)}, а назван ${print}: выгрузка изменена или это другая. Возьмите её у прежней установки заново`,
    )
  const parsed = z.safeParse(Manifest, parseJson(text))
  if (parsed.success) return parsed.data
  throw new MoveRefused(`${FILE} от другой версии программы: обновите обе установки до одной`)
}

const printOf = (text: string) => createHash('sha256').update(text).digest('hex')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
