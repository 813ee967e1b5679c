import { openSealed } from '../../../damage/damaged-record.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { ActFacts, SupplierFacts } from '../../../documents/act-facts.ts'
import type { DocumentBody } from '../../../documents/body/blocks.ts'
import {
  freezeForms,
  freezeLate,
  readFrozenForm,
  type FrozenForm,
} from '../../../documents/issued/frozen-form.ts'
import type { FormKey } from '../../../documents/issued/issued-queries.ts'
import { ownership } from '../../../documents/kinds/ownership.ts'
import { textsOfDay } from '../../../documents/texts/texts-of-day.ts'
import { actFacts } from '../issue/act-facts.ts'
import { maskSupplier } from '../issue/mask-supplier.ts'
import { readAct } from '../read/present-act.ts'
import { issuedSources } from '../act-queries.ts'

/** What a statement says from the issue of its act on, for who may see identity documents and for others. */
interface FrozenOwnership {
  readonly whole: DocumentBody
  readonly masked: DocumentBody
}

/** Freezes the statement of an act that is issued in this transaction. */
export async function freezeOwnership(tx: Tx, id: string, facts: ActFacts): Promise<void> {
  await freezeForms(tx, [{ key: keyOf(id), value: await describeOwnership(tx, id, facts) }])
}

/** Uses the texts in force on the day of the act, for a draft those in force today. */
export async function describeOwnership(
  db: Db,
  id: string,
  facts: ActFacts,
): Promise<FrozenOwnership> {
  const { texts } = await textsOfDay(db, 'ownership', facts.date ?? undefined)
  // Its code is not that of the act: signed, it proves nothing about the form of the act.
  const own = { ...facts, link: `/?path=/print/ownership/${id}` }
  const whole = ownership.body(own, texts)
  const masked = ownership.body({ ...own, supplier: maskSupplier(own.supplier) }, texts)
  return { whole, masked }
}

/** The statement of an issued act; one of an act that was issued before statements were is frozen now, of what the act froze. */
export async function readFrozenOwnership(
  db: Db,
  id: string,
): Promise<FrozenForm<FrozenOwnership>> {
  const key = keyOf(id)
  const found = await readFrozenForm<FrozenOwnership>(db, key)
  if (found) return found
  const value = await describeOwnership(db, id, await factsAtIssue(db, id))
  return freezeLate<FrozenOwnership>(db, { key, value })
}

async function factsAtIssue(db: Db, id: string): Promise<ActFacts> {
  const { number, date, time, accepted_by, supplier_snapshot, company_snapshot } =
    await issuedSources(db, id)
  const act = await readAct(db, id)
  const by = accepted_by as ActFacts['accepted_by']
  const facts = await actFacts(db, act, { number: number!, date: date!, time }, by)
  if (!supplier_snapshot) return facts
  const place = { companyId: db.companyId, table: 'act', id, field: 'supplier_snapshot' }
  const damage = { entity: 'act', id, part: 'supplier' } as const
  const supplier = openSealed(db, { place, sealed: supplier_snapshot, damage })
  return {
    ...facts,
    supplier: JSON.parse(supplier) as SupplierFacts,
    company: { ...facts.company, ...(company_snapshot as Partial<ActFacts['company']>) },
  }
}

function keyOf(id: string): FormKey {
  return { entity: 'act', entity_id: id, edition: 'ownership' }
}
