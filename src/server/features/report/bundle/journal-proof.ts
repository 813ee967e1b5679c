import type { ActCard } from '#contract/act/act-entities.ts'
import type { Db } from '../../../db/handle.ts'
import { findArchiveOf } from '../../audit/audit-queries.ts'
import { readEnd } from '../../audit/chain-queries.ts'
import { isLinkSound } from '../../audit/link-hash.ts'
import { selectLinksOf } from './evidence-queries.ts'

/** The result of verifying the journal for the records behind an act. */
export interface JournalProof {
  /** The end of the company's chain at the moment of the reading. */
  readonly head: { readonly seq: number; readonly hash: string }
  /** The last link about each record. */
  readonly records: readonly {
    readonly title: string
    readonly seq: number
    readonly hash: string
  }[]
  /** Links about these records, and how many of them have another hash than that of their columns. */
  readonly links: number
  readonly broken: number
  /** The day before which links about these records may have left for the archive, or null. */
  readonly archivedBefore: string | null
}

const MAX_LINKS = 5000

/** Computes the hash of each link about the act, its weight acts, visits and payments again. */
export async function readJournal(db: Db, card: ActCard): Promise<JournalProof> {
  const records = [
    { entity: 'act', id: card.id, title: `Акт № ${card.number}` },
    ...card.weight_acts.map(({ id, number }) => ({
      entity: 'weight_act',
      id,
      title: `Весовой акт № ${number}`,
    })),
    ...card.transactions.map(({ id, number }) => ({
      entity: 'transaction',
      id,
      title: `Заезд ${number}`,
    })),
    ...card.payments.map(({ id }, at) => ({
      entity: 'payment',
      id,
      title: `Выплата ${card.payments.length - at}`,
    })),
  ]
  const archive = await findArchiveOf(
    db,
    records.map(({ id }) => id),
  )
  const end = await readEnd(db.q, db.companyId)
  const links = await selectLinksOf(db, records, MAX_LINKS)
  return {
    head: { seq: end.seq, hash: end.hash.toString('hex') },
    records: records.flatMap(({ entity, id, title }) => {
      const last = links.findLast((link) => link.entity === entity && link.entity_id === id)
      return last ? [{ title, seq: last.seq, hash: last.hash.toString('hex') }] : []
    }),
    links: links.length,
    broken: links.filter((link) => !isLinkSound(link)).length,
    archivedBefore: archive?.before ?? null,
  }
}
