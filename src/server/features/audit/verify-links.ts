import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import {
  findBrokenRest,
  readArchivedParts,
  type ArchivedPart,
  type FindKey,
} from './archived-parts.ts'
import { hashOf, readEnd, readLinks, type Link } from './chain-queries.ts'
import { isLinkSound } from './link-hash.ts'

export interface BrokenLink {
  readonly seq: number
  readonly problem: string
}

export interface Proof {
  /** The number of the last link that is proven. */
  readonly proven: number
  readonly head: { readonly seq: number; readonly hash: string }
  readonly done: boolean
  readonly broken: BrokenLink | null
}

/** A head that was written down outside the database. */
export interface SavedHead {
  readonly seq: number
  /** Hexadecimal digits. */
  readonly hash: string
}

interface ProofOrder {
  readonly after?: number | undefined
  readonly savedHead?: SavedHead | undefined
  /** By which signed archives are known; without it every part of the chain must be in the database. */
  readonly findKey?: FindKey | undefined
}

// About a second of work; the one who asks continues from where the answer ends.
const LINKS_AT_ONCE = 20_000

/**
 * Proves the links of a chain that follow one already proven: each must hang on the one before it, its hash must be that of
 * its columns, no number may be missing, and the last must be the head. A chain whose end was cut together with its head looks
 * whole, so a head that was kept outside is compared too. Events that were archived are proven by the archive's signature: the
 * chain goes on from the hash that it names.
 */
export async function verifyLinks(
  q: Kysely<DB>,
  companyId: string,
  { after = 0, savedHead, findKey = () => undefined }: ProofOrder = {},
): Promise<Proof> {
  const parts = await readArchivedParts(q, companyId, findKey)
  const away = parts.at(-1)
  const end = await readEnd(q, companyId)
  const head = { seq: end.seq, hash: end.hash.toString('hex') }
  const stop = (proven: number, broken: BrokenLink): Proof => ({ proven, head, done: true, broken })
  const contradiction = savedHead && (await contradictionOf(q, companyId, end.seq, savedHead, away))
  if (contradiction) return stop(Math.min(after, contradiction.seq - 1), contradiction)
  if (after < (away?.last_seq ?? 0))
    for (const part of parts) {
      const broken = await findBrokenRest(q, companyId, part)
      if (broken) return stop(part.first_seq - 1, broken)
    }
  const from = Math.max(after, away?.last_seq ?? 0)
  const start = await hashAt(q, companyId, from, away)
  if (!start) return stop(from - 1, { seq: from, problem: `Записи № ${from} нет: её удалили` })
  const links = await readLinks(q, companyId, { after: from, to: end.seq, limit: LINKS_AT_ONCE })
  let [proven, last] = [from, start]
  for (const link of links) {
    const problem = problemOf(link, proven + 1, last)
    if (problem) return stop(proven, { seq: proven + 1, problem })
    ;[proven, last] = [link.seq, link.hash]
  }
  if (links.length === LINKS_AT_ONCE && proven < end.seq)
    return { proven, head, done: false, broken: null }
  const broken = endProblem({ ...end, proven, proof: last })
  return { proven, head, done: true, broken }
}

/** Proves a chain whole, from its first link on. */
export async function findBrokenLink(
  q: Kysely<DB>,
  companyId: string,
  { savedHead, findKey }: Omit<ProofOrder, 'after'> = {},
): Promise<BrokenLink | undefined> {
  for (let after = 0; ;) {
    const proof = await verifyLinks(q, companyId, {
      after,
      findKey,
      ...(after === 0 && savedHead && { savedHead }),
    })
    if (proof.broken) return proof.broken
    if (proof.done) return undefined
    after = proof.proven
  }
}

/** The hash of a proven event; the archive's signature holds that of the last event which it took. */
async function hashAt(q: Kysely<DB>, companyId: string, seq: number, away?: ArchivedPart) {
  if (seq === 0) return Buffer.alloc(0)
  if (seq === away?.last_seq) return Buffer.from(away.hash_after, 'hex')
  return hashOf(q, companyId, seq)
}

function problemOf(link: Link, expected: number, last: Buffer): string | undefined {
  const { seq, prev_hash } = link
  if (seq !== expected) return `Записи № ${expected} нет: её удалили или переставили`
  if (!prev_hash.equals(last)) return `Запись № ${seq} не продолжает предыдущую: порядок нарушен`
  return isLinkSound(link) ? undefined : `Запись № ${seq} изменили после того, как она была сделана`
}

/** What is wrong at the end of a chain whose links all hold. */
function endProblem(end: {
  seq: number
  hash: Buffer
  last: number
  proven: number
  proof: Buffer
}): BrokenLink | null {
  if (end.proven < end.seq)
    return { seq: end.proven + 1, problem: `Конец журнала обрезан: записи № ${end.proven + 1} нет` }
  if (end.last > end.seq)
    return { seq: end.seq + 1, problem: `Запись № ${end.seq + 1} добавлена мимо журнала` }
  if (!end.hash.equals(end.proof))
    return { seq: end.seq, problem: 'Отпечаток конца журнала изменили' }
  return null
}

async function contradictionOf(
  q: Kysely<DB>,
  companyId: string,
  length: number,
  savedHead: SavedHead,
  away: ArchivedPart | undefined,
): Promise<BrokenLink | undefined> {
  if (savedHead.seq > length)
    return {
      seq: length + 1,
      problem: `Журнал обрезан: сохранён отпечаток записи № ${savedHead.seq}, а записей ${length}`,
    }
  const hash = await hashAt(q, companyId, savedHead.seq, away)
  // Only the file of the archive has it (`audit:verify --archive`).
  if (!hash && away && savedHead.seq < away.last_seq) return undefined
  if (hash?.toString('hex') === savedHead.hash.toLowerCase()) return undefined
  return {
    seq: savedHead.seq,
    problem: `Журнал переписан: запись № ${savedHead.seq} не та, чей отпечаток сохранён`,
  }
}
