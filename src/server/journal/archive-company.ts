import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { addAuditEvent } from '../db/audit.ts'
import { inTransaction, serverOf } from '../db/handle.ts'
import type { DB } from '../db/schema.ts'
import {
  readArchivedParts,
  signPart,
  staysInDatabase,
  type ArchivedPart,
} from '../features/audit/archived-parts.ts'
import { hashOf, readLinks, type Link } from '../features/audit/chain-queries.ts'
import { findBrokenLink } from '../features/audit/verify-links.ts'
import type { Services } from '../services.ts'
import { JournalRefused, nameOf, proveArchive, writeArchive } from './archive-file.ts'
import * as queries from './archive-queries.ts'

/**
 * Events that stay in the database beside those which a second person confirmed: rules on who may decide about a record ask the
 * journal who wrote it, however long ago (`own-flags-queries.ts`, `change-queries.ts`), and archives are proven by their own events.
 */
export const KEPT_ACTIONS = [
  'audit.archive',
  'act.void',
  'method.create',
  'method.share',
  'method.status',
  'method.update',
  'supplier.merge',
  'supplier.update',
  'transaction.info',
  'transaction.void',
  'weighing.cancel',
]

export interface ArchiveWork {
  readonly services: Services
  /** A connection of the owner of the tables that sees all companies. */
  readonly owner: Kysely<DB>
  readonly say: (words: string) => void
  /** Events of one file; a test takes fewer. */
  readonly partSize?: number
  /** Called after each step, where a test ends the work as a kill would. */
  readonly afterStep?: (step: 'written' | 'recorded' | 'batch') => void | Promise<void>
}

export interface ArchiveOrder {
  readonly before: string
  readonly to: string
}

// A file of about 79 MB; a kill costs the writing of one.
const PART = 1_000_000

/**
 * Moves the events of a company before a day to files of the archive. Each part is proven, written, read back, recorded in the chain and
 * only then removed; after a kill the next run goes on from where the chain says.
 */
export async function archiveCompany(
  work: ArchiveWork,
  company: queries.NamedCompany,
  { before, to }: ArchiveOrder,
): Promise<void> {
  const { services, owner, say, partSize = PART } = work
  const { id, short_name: name } = company
  const findKey = (key: number) => services.ring.find(key)
  const broken = await findBrokenLink(services.q, id, { findKey })
  if (broken) throw new JournalRefused(`журнал компании ${name} нарушен. ${broken.problem}`)
  const folder = path.join(to, id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const parts = await readArchivedParts(services.q, id, findKey)
  for (const part of parts) await removePart(work, id, folder, part)
  // Of the event before the next part, which may have left already.
  let hash_before = parts.at(-1)?.hash_after ?? ''
  const last = await queries.lastBefore(owner, id, before)
  for (let first = (parts.at(-1)?.last_seq ?? 0) + 1; first <= last; first += partSize) {
    const range = { first_seq: first, last_seq: Math.min(first + partSize - 1, last) }
    const part = await writePart(work, id, folder, { ...range, hash_before, before })
    hash_before = part.hash_after
    await recordPart(services, id, part)
    await work.afterStep?.('recorded')
    await removePart(work, id, folder, part)
    say(`${name}: записи № ${part.first_seq}–${part.last_seq} в архиве, файл ${part.file}`)
  }
}

async function writePart(
  work: ArchiveWork,
  companyId: string,
  folder: string,
  {
    hash_before,
    ...range
  }: Pick<ArchivedPart, 'first_seq' | 'last_seq' | 'before' | 'hash_before'>,
): Promise<ArchivedPart> {
  const { q } = work.services
  const { first_seq, last_seq } = range
  const staying = createHash('sha256')
  async function* links(): AsyncGenerator<Link> {
    for (let after = first_seq - 1; after < last_seq; after += BATCH)
      for (const link of await readLinks(q, companyId, { after, to: last_seq, limit: BATCH })) {
        if (staysInDatabase(link, KEPT_ACTIONS)) staying.update(link.hash)
        yield link
      }
  }
  const ends = {
    hash_before,
    hash_after: (await hashOf(q, companyId, last_seq))!.toString('hex'),
  }
  const expected = { company_id: companyId, first_seq, last_seq, ...ends }
  const count = last_seq - first_seq + 1
  const file = nameOf(range)
  const where = path.join(folder, file)
  await writeArchive(where, { format: 'priyomka-journal-1', ...expected, count }, links())
  await work.afterStep?.('written')
  const sha256 = await proveArchive(where, expected)
  const kept_hash = staying.digest('hex')
  return { ...range, ...ends, file, sha256, kept_actions: KEPT_ACTIONS, kept_hash }
}

/** The chain itself says what left it, signed by a key that the owner of the database does not have. */
async function recordPart(services: Services, companyId: string, part: ArchivedPart) {
  const { id: key, bytes } = services.ring.newest()
  const after = { ...part, key, mac: signPart(bytes, companyId, part) }
  await inTransaction(serverOf(services, companyId), async (tx) =>
    addAuditEvent(tx, { action: 'audit.archive', entity: 'company', id: companyId, after }),
  )
}

// A batch is removed in a few milliseconds, and nothing else waits for its rows.
const BATCH = 2000

/** Removes what a recorded part took and the database still has, once its file was proven again. */
async function removePart(
  { owner, afterStep }: ArchiveWork,
  companyId: string,
  folder: string,
  part: ArchivedPart,
): Promise<void> {
  const { last_seq, kept_actions } = part
  const first = await queries.firstToRemove(owner, companyId, part)
  if (first === undefined) return
  await proveArchive(path.join(folder, part.file), { ...part, company_id: companyId })
  for (let from = first; from <= last_seq; from += BATCH) {
    const to = Math.min(from + BATCH - 1, last_seq)
    await queries.removeEvents(owner, companyId, { first_seq: from, last_seq: to, kept_actions })
    await afterStep?.('batch')
  }
}
