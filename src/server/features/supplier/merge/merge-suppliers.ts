import type { CallInput } from '#contract/core/call.ts'
import type { MergeCounts } from '#contract/supplier/supplier-entities.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import type { Flag } from '#contract/core/flags.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { mustMay } from '../../../auth/rights/rights.ts'
import { dryRun } from '../../../db/dry-run.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { clearFlag, raiseFlag } from '../../../flags.ts'
import { stepsOfSwitch } from '../../company/prices/confirm-column.ts'
import { describeSteps } from '../../company/prices/price-step-words.ts'
import { rematchHolders } from '../method/holder.ts'
import { lockedSupplier, namesOf, presentSupplier } from '../record/present-supplier.ts'
import {
  changeSupplier,
  dealingsOf,
  findSupplierRow,
  type StoredSupplierRow,
} from '../record/supplier-queries.ts'
import { supplierChanges } from '../record/supplier-audit.ts'
import { decryptField, encryptField, type IdentityDoc } from '../record/identity.ts'
import { endConsent } from '../consent/consent-queries.ts'
import { settleDefault } from '../method/method-default.ts'
import { changeMethod, sameDestination } from '../method/method-queries.ts'
import { markMerge, readMergeFacts, type MergeFacts } from './merge-facts.ts'
import { swapFields } from './swap-fields.ts'
import {
  movePlain,
  redirectAliases,
  actsOfRepresentatives,
  linkActs,
  setRepresentative,
  linkConsents,
  lockConsents,
  everyMethod,
} from './merge-queries.ts'

type Body = CallInput<typeof supplier.merge>['body']

/**
 * supplier/mergeSuppliers: two records of one supplier become one (decision 17). What was issued keeps its words, what was paid
 * its payee; everything that only points at the dropped record points at the kept one afterwards.
 */
export async function mergeSuppliers(
  db: Db,
  input: CallInput<typeof supplier.merge>,
): Promise<Answer<typeof supplier.merge>> {
  const { body } = input
  if (body.dry_run) return dryRun(db, async (tx) => answerOf(tx, body, await merge(tx, body)))
  const moved = await inTransaction(db, (tx) => merge(tx, body))
  return answerOf(db, body, moved)
}

async function answerOf(db: Db, body: Body, moved: MergeCounts) {
  return { supplier: await presentSupplier(db, body.keep.id), moved }
}

async function merge(tx: Tx, body: Body): Promise<MergeCounts> {
  const { keep, drop } = await lockedPair(tx, body)
  await assertMergeable(tx, keep, drop)
  const facts = await readMergeFacts(tx, keep, drop)
  const approverId = await permission(tx, body, { keep, drop }, facts)
  await swapFields(tx, keep, drop, body.take)
  await closeAlias(tx, { keep, drop, facts }, body)
  const moved = {
    ...(await moveMethods(tx, drop.id, keep.id)),
    consents: await moveConsents(tx, drop.id, keep.id),
    acts: await moveActs(tx, drop.id, keep.id),
    ...(await movePlain(tx, drop.id, keep.id)),
  }
  const after = (await findSupplierRow(tx, keep.id))!
  await rematchHolders(tx, after)
  const auditDetails = { take: body.take, moved, ...(body.reason && { reason: body.reason }) }
  const changes = supplierChanges(keep, after)
  addAuditEvent(tx, {
    action: 'supplier.merge',
    entity: 'supplier',
    id: keep.id,
    before: changes.before,
    after: { ...changes.after, merged: drop.id, ...auditDetails },
    approverId,
  })
  addAuditEvent(tx, {
    action: 'supplier.merge',
    entity: 'supplier',
    id: drop.id,
    before: { status: drop.status },
    after: { status: 'archived', merged_into: keep.id, ...auditDetails },
    approverId,
  })
  return moved
}

/**
 * Ways to pay go over, each looked at by a second person at its next payment as any changed one is. What the kept supplier
 * has already is archived, and a destination that only these two shared is shared no more.
 */
async function moveMethods(
  tx: Tx,
  from: string,
  to: string,
): Promise<{ methods: number; same_methods: number }> {
  const keptMethods = (await everyMethod(tx, to)).filter(({ status }) => status !== 'archived')
  const moving = await everyMethod(tx, from)
  let same = 0
  for (const method of moving) {
    const sameMethod = keptMethods.find(({ payee_key }) => payee_key.equals(method.payee_key))
    const doubled = sameMethod !== undefined && method.status !== 'archived'
    if (doubled) same++
    await changeMethod(tx, method.id, {
      supplier_id: to,
      is_default: false,
      ...(doubled && { status: 'archived' }),
      requisites_changed: true,
    })
    addAuditEvent(tx, {
      action: 'method.move',
      entity: 'payment_method',
      id: method.id,
      before: { supplier_id: from, status: method.status },
      after: { supplier_id: to, status: doubled ? 'archived' : method.status },
    })
  }
  await endSharing(tx, keptMethods.concat(moving))
  await settleDefault(tx, to)
  return { methods: moving.length - same, same_methods: same }
}

async function endSharing(
  tx: Tx,
  methods: readonly { id: string; payee_key: Buffer; shared: boolean }[],
): Promise<void> {
  for (const { id, payee_key } of methods.filter(({ shared }) => shared)) {
    const open = await sameDestination(tx, payee_key, null)
    if (open.length === 1 && open[0]!.id === id) await changeMethod(tx, id, { shared: false })
  }
}

/** All consents go over; of two signed ones the longer holds, the other has done its work. */
async function moveConsents(tx: Tx, from: string, to: string): Promise<number> {
  const moving = await lockConsents(tx, from)
  const signed = [...moving, ...(await lockConsents(tx, to))]
    .filter(({ status }) => status === 'signed')
    .toSorted((a, b) => b.valid_until.localeCompare(a.valid_until))
  for (const { id } of signed.slice(1)) {
    await endConsent(tx, id, { status: 'expired' })
    addAuditEvent(tx, {
      action: 'consent.expire',
      entity: 'consent',
      id,
      after: { status: 'expired', replaced_by: signed[0]!.id },
    })
  }
  await linkConsents(tx, from, to)
  return moving.length
}

/** Moves the acts of the duplicate to the remaining record; a representative's document is sealed again for its new owner. */
async function moveActs(tx: Tx, from: string, to: string): Promise<number> {
  for (const { id, representative: one } of await actsOfRepresentatives(tx, from)) {
    const sealed = Buffer.from(one!.doc!, 'base64')
    const doc = decryptField<IdentityDoc>(tx, from, 'representatives', sealed)
    const resealed = encryptField(tx, to, 'representatives', doc).toString('base64')
    await setRepresentative(tx, id, { ...one!, doc: resealed })
  }
  return linkActs(tx, from, to)
}

/** Both rows under lock, in the order of their ids so that two merges of one pair never wait for each other. */
async function lockedPair(tx: Tx, body: Body) {
  if (body.keep.id === body.drop.id)
    refuse('common.validation', { fields: { 'drop.id': 'Выберите другого поставщика' } })
  const rows = new Map<string, StoredSupplierRow>()
  for (const id of [body.keep.id, body.drop.id].toSorted())
    rows.set(id, await lockedSupplier(tx, id))
  const [keep, drop] = [rows.get(body.keep.id)!, rows.get(body.drop.id)!]
  if (keep.version !== body.keep.version || drop.version !== body.drop.version)
    refuse('common.stale')
  return { keep, drop }
}

async function assertMergeable(
  tx: Tx,
  keep: StoredSupplierRow,
  drop: StoredSupplierRow,
): Promise<void> {
  if (keep.type !== drop.type) refuse('supplier.merge-kinds')
  if (keep.status === 'archived') refuse('common.bad-transition')
  const dealings = await dealingsOf(tx, drop.id)
  if (dealings.has_open_payment) refuse('supplier.running-payments')
  if (dealings.has_draft_act) refuse('supplier.has-drafts')
}

/** A preview needs only the right; the merge needs a reason and a second person, who reads it, what tells two people, and the debt. */
async function permission(
  tx: Tx,
  body: Body,
  { keep, drop }: { keep: StoredSupplierRow; drop: StoredSupplierRow },
  facts: MergeFacts,
): Promise<string | null> {
  mustMay(tx, 'supplier.merge')
  if (body.dry_run) return null
  if (!body.reason)
    refuse('common.validation', { fields: { reason: 'Укажите причину, не короче 5 знаков' } })
  const ids = [body.keep.id, body.drop.id]
  const suppliers = [...(await namesOf(tx, [body.keep.id])), ...(await namesOf(tx, [body.drop.id]))]
  const terms = { from: keep.price_column_id, to: drop.price_column_id }
  const dearer = body.take.includes('terms') ? await stepsOfSwitch(tx, terms) : []
  return requireApproval(tx, 'supplier.merge', {
    entity: 'supplier',
    ids,
    version: body.keep.version,
    about: {
      suppliers,
      warnings: [...facts.words, ...(dearer.length > 0 ? describeSteps(dearer) : [])],
      note: body.reason,
    },
  })
}

// Marks of an own paper say nothing about another record's papers.
const OWN_MARKS = ['doc_expired', 'no_consent'] as const

/** Closes the duplicate; its stop-list mark passes to the remaining record, or a merge would evade it. */
async function closeAlias(
  tx: Tx,
  { keep, drop, facts }: { keep: StoredSupplierRow; drop: StoredSupplierRow; facts: MergeFacts },
  body: Body,
): Promise<void> {
  await redirectAliases(tx, drop.id, keep.id)
  await changeSupplier(tx, drop.id, {
    status: 'archived',
    status_reason: body.reason ?? null,
    merged_into: keep.id,
    merged_at: new Date().toISOString(),
  })
  const foreign = OWN_MARKS.reduce<Flag[]>((flags, code) => clearFlag(flags, code), drop.flags)
  const inherited = foreign.reduce<Flag[]>(
    (all, { code, at, kop, why }) =>
      raiseFlag(all, code, at, {
        ...(kop !== undefined && { kop }),
        ...(why !== undefined && { why }),
      }),
    keep.flags,
  )
  const flags = markMerge(inherited, facts, body.reason)
  await changeSupplier(tx, keep.id, {
    flags: JSON.stringify(flags),
    ...(drop.status === 'blocked' && {
      status: 'blocked',
      status_reason: keep.status === 'blocked' ? keep.status_reason : drop.status_reason,
    }),
  })
}
