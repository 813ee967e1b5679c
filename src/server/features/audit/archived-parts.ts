import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '../../db/schema.ts'
import { listArchiveEvents, readLinks, type Link } from './chain-queries.ts'
import { isLinkSound } from './link-hash.ts'

/**
 * A part of a chain whose events lie in a file of the archive, as the event `audit.archive` records it. Hashes are hexadecimal
 * digits; `hash_before` of the first part is empty.
 */
const ArchivedPart = z.strictObject({
  first_seq: z.int(),
  last_seq: z.int(),
  /** The day before which the command was asked to archive. */
  before: z.iso.date(),
  hash_before: z.string(),
  hash_after: z.string(),
  file: z.string(),
  sha256: z.string(),
  /** Events with these actions stay in the database: later decisions ask who made them. */
  kept_actions: z.array(z.string()),
  /** SHA-256 over the hashes of the events that stay, in their order. */
  kept_hash: z.string(),
})
export type ArchivedPart = z.output<typeof ArchivedPart>

const SignedPart = z.extend(ArchivedPart, { key: z.int(), mac: z.string() })

/** A key by its number; undefined for one that is not there or that proves nothing any more. */
export type FindKey = (id: number) => Buffer | undefined

/** Of a key of its own, made of one that the database never sees: its owner cannot claim that removed events were archived. */
export function signPart(sealKey: Buffer, companyId: string, part: ArchivedPart): string {
  const key = Buffer.from(hkdfSync('sha256', sealKey, '', 'audit-archive', 32))
  const { first_seq, last_seq, before, hash_before, hash_after } = part
  const { file, sha256, kept_actions, kept_hash } = part
  const text = [companyId, first_seq, last_seq, before, hash_before, hash_after, file, sha256]
  return createHmac('sha256', key)
    .update(JSON.stringify([...text, kept_actions, kept_hash]))
    .digest('hex')
}

/** The archived parts of a chain from its first event on: each is signed by a known key and follows the one before. */
export async function readArchivedParts(
  q: Kysely<DB>,
  companyId: string,
  findKey: FindKey,
): Promise<ArchivedPart[]> {
  const parts: ArchivedPart[] = []
  for (const link of await listArchiveEvents(q, companyId)) {
    const part = parsePart(link, companyId, findKey)
    const last = parts.at(-1)
    const isNext = part?.first_seq === (last?.last_seq ?? 0) + 1
    if (part && isNext && part.hash_before === (last?.hash_after ?? '')) parts.push(part)
  }
  return parts
}

function parsePart(link: Link, companyId: string, findKey: FindKey): ArchivedPart | undefined {
  const signed = z.safeParse(SignedPart, link.after).data
  const sealKey = signed && findKey(signed.key)
  if (!sealKey || !isLinkSound(link)) return undefined
  const { key: _key, mac, ...part } = signed
  const [own, told] = [Buffer.from(signPart(sealKey, companyId, part)), Buffer.from(mac)]
  return own.length === told.length && timingSafeEqual(own, told) ? part : undefined
}

/** Whether an event stays in the database when its part is archived. */
export function staysInDatabase(link: Link, keptActions: readonly string[]): boolean {
  return link['approver_id'] !== null || keptActions.includes(link.action)
}

const LINKS_AT_ONCE = 20_000

/**
 * Proves what the database still has of an archived part: the events that stay are those whose hash was signed. Where the removal
 * was interrupted, the events that are left run without a gap to the signed end of the part.
 */
export async function findBrokenRest(
  q: Kysely<DB>,
  companyId: string,
  part: ArchivedPart,
): Promise<{ seq: number; problem: string } | undefined> {
  const staying = createHash('sha256')
  let run: Link | undefined
  for (let after = part.first_seq - 1; ;) {
    const links = await readLinks(q, companyId, { after, to: part.last_seq, limit: LINKS_AT_ONCE })
    for (const link of links) {
      const { seq } = link
      const follows = run && run.seq + 1 === seq && run.hash.equals(link.prev_hash)
      if (!isLinkSound(link) || (run && !follows))
        return { seq, problem: `Запись № ${seq} изменили после того, как её часть ушла в архив` }
      if (staysInDatabase(link, part.kept_actions)) staying.update(link.hash)
      else run ??= link
      if (run) run = link
    }
    if (links.length < LINKS_AT_ONCE) break
    after = links.at(-1)!.seq
  }
  if (run && (run.seq !== part.last_seq || run.hash.toString('hex') !== part.hash_after))
    return { seq: run.seq, problem: `Запись № ${run.seq} добавили в часть журнала из архива` }
  if (staying.digest('hex') === part.kept_hash) return undefined
  return {
    seq: part.first_seq,
    problem: `Среди записей № ${part.first_seq}–${part.last_seq}, оставленных в базе при архивации, не те, что были`,
  }
}
