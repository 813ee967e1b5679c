import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import type { Link } from '../features/audit/chain-queries.ts'
import { hashedText } from '../features/audit/link-hash.ts'

/** What cannot be archived, in words for the person at the console. */
export class JournalRefused extends Error {}

/** The first line of a file: which part of which chain follows. Hashes are hexadecimal digits. */
const Header = z.strictObject({
  format: z.literal('priyomka-journal-1'),
  company_id: z.uuid(),
  first_seq: z.int(),
  last_seq: z.int(),
  count: z.int(),
  hash_before: z.string(),
  hash_after: z.string(),
})
export type Header = z.output<typeof Header>

/** A line for each event: `hash` is SHA-256 over the bytes of the hash before and `text` as UTF-8. */
const Line = z.strictObject({ seq: z.int(), hash: z.string(), text: z.string() })
export type Line = z.output<typeof Line>

export function nameOf({ first_seq, last_seq }: Pick<Header, 'first_seq' | 'last_seq'>): string {
  return `${first_seq}-${last_seq}.jsonl.gz`
}

/** Writes a part of a chain whole or not at all: the file gets its name when its bytes are on the disk. */
export async function writeArchive(
  file: string,
  header: Header,
  links: AsyncIterable<Link>,
): Promise<void> {
  const unfinished = `${file}.unfinished`
  async function* lines() {
    yield `${JSON.stringify(header)}\n`
    for await (const link of links) {
      const line = { seq: link.seq, hash: link.hash.toString('hex'), text: hashedText(link) }
      yield `${JSON.stringify(line satisfies Line)}\n`
    }
  }
  const target = createWriteStream(unfinished, { mode: 0o600, flush: true })
  await pipeline(Readable.from(lines()), createGzip({ level: 6 }), target)
  await rename(unfinished, file)
  // The name itself must survive a power cut before an event says that the file is there.
  const folder = await open(path.dirname(file))
  await folder.sync().finally(() => folder.close())
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(file), digest)
  return digest.digest('hex')
}

/** What a file must be: an unwritten digest is not compared. */
export interface ExpectedArchive extends Omit<Header, 'format' | 'count'> {
  readonly sha256?: string
}

/**
 * Proves a file by its own bytes: header, each hash, no gap, the end. Answers its digest; throws JournalRefused, which names the file
 * and what is wrong in it.
 */
export async function proveArchive(
  file: string,
  expected: ExpectedArchive,
  onLine: (line: Line) => void = () => undefined,
): Promise<string> {
  const stop = (problem: string): never => {
    throw new JournalRefused(`файл архива ${file}: ${problem}`)
  }
  const sha256 = await digestOf(file).catch(() => stop('его нет или он не читается'))
  if (expected.sha256 !== undefined && expected.sha256 !== sha256)
    stop('его байты не те, что записаны в журнале')
  let header: Header | undefined
  let [seq, last] = [expected.first_seq - 1, expected.hash_before]
  const bytes = createReadStream(file)
  const unpacked = bytes.pipe(createGunzip())
  try {
    for await (const text of createInterface({ input: unpacked, crlfDelay: Infinity })) {
      if (!header) {
        header = parse(Header, text) ?? stop('первая строка не читается')
        if (!isExpected(header, expected)) stop('он от другой части журнала или другой компании')
        continue
      }
      const line = parse(Line, text) ?? stop(`строка после записи № ${seq} не читается`)
      const made = createHash('sha256').update(Buffer.from(last, 'hex')).update(line.text)
      if (line.seq !== seq + 1) stop(`записи № ${seq + 1} в нём нет`)
      if (made.digest('hex') !== line.hash) stop(`запись № ${line.seq} в нём изменена`)
      onLine(line)
      ;[seq, last] = [line.seq, line.hash]
    }
  } catch (error) {
    if (error instanceof JournalRefused) throw error
    stop('он повреждён')
  } finally {
    bytes.destroy()
  }
  if (seq !== expected.last_seq || last !== expected.hash_after) stop('он кончается не там')
  return sha256
}

function isExpected(header: Header, expected: ExpectedArchive): boolean {
  const fields = ['company_id', 'first_seq', 'last_seq', 'hash_before', 'hash_after'] as const
  return fields.every((field) => header[field] === expected[field])
}

function parse<T extends z.ZodMiniType>(shape: T, text: string): z.output<T> | undefined {
  try {
    return z.safeParse(shape, JSON.parse(text)).data
  } catch {
    return undefined
  }
}
