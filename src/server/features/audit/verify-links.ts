import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { canonical } from '../../db/audit.ts'
import type { DB } from '../../db/schema.ts'
import { hashOf, readEnd, readLinks, type Link } from './chain-queries.ts'

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

// About a second of work; the one who asks continues from where the answer ends.
const LINKS_AT_ONCE = 20_000

/**
 * Proves the links of a chain that follow one already proven: each must hang on the one before it, its hash must be that of
 * its columns, no number may be missing, and the last must be the head. A chain whose end was cut together with its head looks
 * whole, so a head that was kept outside is compared too.
 */
export async function verifyLinks(
  q: Kysely<DB>,
  companyId: string,
  { after = 0, savedHead }: { after?: number | undefined; savedHead?: SavedHead | undefined } = {},
): Promise<Proof> {
  const end = await readEnd(q, companyId)
  const head = { seq: end.seq, hash: end.hash.toString('hex') }
  const stop = (proven: number, broken: BrokenLink): Proof => ({ proven, head, done: true, broken })
  const contradiction = savedHead && (await contradictionOf(q, companyId, end.seq, savedHead))
  if (contradiction) return stop(Math.min(after, contradiction.seq - 1), contradiction)
  const start = after === 0 ? Buffer.alloc(0) : await hashOf(q, companyId, after)
  if (!start) return stop(after - 1, { seq: after, problem: `Записи № ${after} нет: её удалили` })
  const links = await readLinks(q, companyId, { after, to: end.seq, limit: LINKS_AT_ONCE })
  let [proven, last] = [after, start]
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
  savedHead?: SavedHead,
): Promise<BrokenLink | undefined> {
  for (let after = 0; ;) {
    const proof = await verifyLinks(q, companyId, {
      after,
      ...(after === 0 && savedHead && { savedHead }),
    })
    if (proof.broken) return proof.broken
    if (proof.done) return undefined
    after = proof.proven
  }
}

function problemOf(link: Link, expected: number, last: Buffer): string | undefined {
  const { seq, prev_hash } = link
  if (seq !== expected) return `Записи № ${expected} нет: её удалили или переставили`
  if (!prev_hash.equals(last)) return `Запись № ${seq} не продолжает предыдущую: порядок нарушен`
  return isLinkSound(link) ? undefined : `Запись № ${seq} изменили после того, как она была сделана`
}

/** Whether the hash of a link is that of its columns after the link before it. */
export function isLinkSound({ seq: _seq, micros, prev_hash, hash, ...record }: Link): boolean {
  const { company_id: _company, form: _form, ...firstForm } = record
  const made = createHash('sha256')
    .update(prev_hash)
    .update(`${canonical(record.form === 1 ? firstForm : record)}@${micros}`)
    .digest()
  return made.equals(hash)
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
): Promise<BrokenLink | undefined> {
  if (savedHead.seq > length)
    return {
      seq: length + 1,
      problem: `Журнал обрезан: сохранён отпечаток записи № ${savedHead.seq}, а записей ${length}`,
    }
  const hash = await hashOf(q, companyId, savedHead.seq)
  if (hash?.toString('hex') === savedHead.hash.toLowerCase()) return undefined
  return {
    seq: savedHead.seq,
    problem: `Журнал переписан: запись № ${savedHead.seq} не та, чей отпечаток сохранён`,
  }
}
