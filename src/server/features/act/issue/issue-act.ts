import { createHash } from 'node:crypto'
import type { ActCommand } from '#contract/act/act-input.ts'
import type { ApprovalAbout } from '#contract/user/approval/approval-request.ts'
import { refuse } from '#http/refusal.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { assertExpectedSum } from '../../../expected-sum.ts'
import { addFlags, clearFlag, raiseFlag, type FlagFacts, type RaisedMark } from '../../../flags.ts'
import { drawHtml } from '../../../documents/body/draw-html.ts'
import { actForms } from '../../../documents/kinds/all.ts'
import { textsOfDay } from '../../../documents/texts/texts-of-day.ts'
import { NUMBER_TAKEN, takeActNumber } from '../../company/numbering/document-number.ts'
import { settingsOf } from '../../company/settings.ts'
import { assertRemainders } from '../../weight-act/assert-remainders.ts'
import { freezeWeightActs } from '../../weight-act/read/issued-weight-act.ts'
import { holdSupplier } from '../../weight-act/weight-act-queries.ts'
import { freezeOwnership } from '../ownership/frozen-ownership.ts'
import { actFacts } from './act-facts.ts'
import { addToDay, changeAct } from '../act-queries.ts'
import { isPriceOver, isContaminationOver } from '../act-row.ts'
import { acceptor } from './facts-queries.ts'
import { lineFields } from '../draft/lines-of-act.ts'
import { lockedAct, lockedDraft } from '../locked-act.ts'
import { unprovenWords } from '../draft/missing-for-issue.ts'
import { presentAct, readAct, type ReadAct } from '../read/present-act.ts'
import type { ActForm } from '../act-form.ts'
import { markApproved } from '../draft/position-queries.ts'
import { compareWithNorm, type OffNorm } from '../norm/contamination-norm.ts'
import { productMarks } from '../norm/product-marks.ts'

type Issue = Extract<ActCommand, { command: 'issue' }>

/** draft → issued (domain.md 3.13, I8, I9): everything freezes and the act gets its number. */
export async function issueAct(db: Db, body: Issue): Promise<ActForm> {
  await inTransaction(db, (tx) => confirmPrices(tx, body))
  return inTransaction(db, async (tx) => {
    const stands = await lockedAct(tx, body.id)
    if (stands.status === 'issued') return presentAct(tx, body.id)
    await lockedDraft(tx, body.id, body.version)
    await holdSupplier(tx, stands.supplier_id)
    const act = await readAct(tx, body.id)
    assertExpectedSum(body.expected_total_kop, act.form.total_kop)
    assertIssuable(act)
    await confirmPriceOf(tx, act, body)
    const offNorm = await confirmContamination(tx, act, body)
    const said = offNorm && { kop: offNorm.kop, why: body.reason! }
    await freeze(tx, act, said, await productMarks(tx, act))
    return presentAct(tx, body.id)
  })
}

/**
 * A PIN confirms one call and one right, an act may need two: the confirmed price is noted first by itself, so that the
 * next call may bring the PIN for contamination.
 */
async function confirmPrices(tx: Tx, body: Issue): Promise<void> {
  if (tx.caller.approval?.action !== 'act.price_over_limit') return
  await lockedDraft(tx, body.id, body.version)
  const act = await readAct(tx, body.id)
  assertExpectedSum(body.expected_total_kop, act.form.total_kop)
  await confirmPriceOf(tx, act, body)
}

async function confirmPriceOf(tx: Tx, act: ReadAct, { id, version }: Issue): Promise<void> {
  const due = act.positions.filter((row) => isPriceOver(row, act.rules) && row.approver_id === null)
  if (due.length === 0) return
  const object = { entity: 'act' as const, ids: [id], version, about: aboutAct(act) }
  const by = await requireApproval(tx, 'act.price_over_limit', object)
  if (by === null) return
  await markApproved(
    tx,
    due.map((row) => row.id),
    by,
  )
  addAuditEvent(tx, {
    action: 'act.confirm_price',
    entity: 'act',
    id,
    after: { positions: due.map((row) => row.order) },
    approverId: by,
  })
}

async function confirmContamination(
  tx: Tx,
  act: ReadAct,
  { id, version, reason }: Issue,
): Promise<OffNorm | undefined> {
  const offNorm = await compareWithNorm(tx, act)
  if (offNorm && reason === undefined)
    refuse('act.zasor-reason', {
      message: `${offNorm.words.slice(0, 3).join('. ')}. Напишите, почему`,
    })
  const due = act.positions.filter((row) => isContaminationOver(row, act.rules))
  if (due.length === 0 && act.worthless.length === 0 && !offNorm?.needsSecond) return offNorm
  const about = {
    ...aboutAct(act),
    ...(offNorm && { warnings: offNorm.words.slice(0, 10), note: reason ?? null }),
  }
  const object = { entity: 'act' as const, ids: [id], version, about }
  const by = await requireApproval(tx, 'act.zasor_over_limit', object)
  const open = due.filter((row) => !isPriceOver(row, act.rules)).map((row) => row.id)
  if (by !== null && open.length > 0) await markApproved(tx, open, by)
  return offNorm
}

/** A draft has no number yet: supplier and sum identify it. */
function aboutAct({ form }: ReadAct): ApprovalAbout {
  const { supplier_name, net_g, total_kop } = form
  return { suppliers: [supplier_name], weight_g: net_g, total_kop }
}

function assertIssuable({ form, supplier, positions, unproven }: ReadAct): void {
  if (supplier.status === 'blocked') refuse('supplier.blocked')
  const fieldsOf = (rows: typeof positions, field: string, message: string) =>
    Object.fromEntries(rows.map((row) => [`positions.${row.order}.${field}`, message]))
  const empty = positions.filter((row) => (row.qty ?? row.net_g) === 0)
  if (empty.length > 0)
    refuse('act.zero-net', { fields: fieldsOf(empty, 'net_g', 'Вес нетто равен нулю') })
  const unpriced = positions.filter((row) => row.price_kop === null)
  if (unpriced.length > 0)
    refuse('act.no-price', { fields: fieldsOf(unpriced, 'price_kop', 'Нет цены в прайсе') })
  if (unproven.length > 0)
    refuse('act.price-unproven', {
      fields: Object.fromEntries(
        unproven.map((row) => [`positions.${row.order}.price_kop`, unprovenWords(row)]),
      ),
    })
  assertRemainders(form.rests)
  if (form.lines_without_position.length > 0)
    refuse('act.line-without-position', { fields: lineFields(form.lines_without_position) })
  if (form.missing.length > 0)
    refuse('act.incomplete', {
      fields: Object.fromEntries(form.missing.map(({ field, message }) => [field, message])),
    })
}

async function freeze(
  tx: Tx,
  act: ReadAct,
  offNorm: FlagFacts | undefined,
  marks: readonly RaisedMark[],
): Promise<void> {
  const { row, company } = act
  const by = (await acceptor(tx)) ?? refuse('access.denied')
  const year = Number(company.today.slice(0, 4))
  const numbered = await takeActNumber(tx, act.form.kind ?? 'psa', year)
  const { number } = numbered
  const facts = await actFacts(tx, act, { number, date: company.today, time: company.time }, by)
  const words = await textsOfDay(tx, facts.kind, company.today)
  const described = actForms[facts.kind].body(facts, words.texts)
  const page = drawHtml(described)
  const { templates } = settingsOf(company.settings)
  await changeAct(tx, row.id, {
    ...numbered,
    date: company.today,
    issued_at: company.now,
    sort_at: company.now,
    issued_by: tx.caller.userId,
    accepted_by: JSON.stringify(by),
    supplier_snapshot: encryptFact(tx, row.id, 'supplier_snapshot', JSON.stringify(facts.supplier)),
    company_snapshot: JSON.stringify(facts.company),
    ...(facts.kind === 'psa' && { radiation: JSON.stringify(facts.radiation) }),
    template: facts.kind,
    template_version: templates[facts.kind],
    text_version: words.version,
    body_html: encryptFact(tx, row.id, 'body_html', page),
    body_blocks: encryptFact(tx, row.id, 'body_blocks', JSON.stringify(described)),
    body_sha256: createHash('sha256').update(page).digest(),
    flags: JSON.stringify(addFlags(issueFlags(act, offNorm), marks)),
    status: 'issued',
  }).catch((error) => onConstraint(error, NUMBER_TAKEN))
  await freezeOwnership(tx, row.id, facts)
  await freezeWeightActs(tx, act.form.weight_act_ids)
  await addToDay(tx, { ...row, date: company.today }, 1)
  addAuditEvent(tx, {
    action: 'act.issue',
    entity: 'act',
    id: row.id,
    before: { status: 'draft' },
    after: {
      status: 'issued',
      number,
      total_kop: row.total_kop,
      net_g: row.net_g,
      ...(offNorm && { reason: offNorm.why }),
    },
  })
}

function encryptFact(tx: Tx, id: string, field: string, plain: string): Buffer {
  return tx.services.seal.close({ companyId: tx.companyId, table: 'act', id, field }, plain)
}

/** A natural person without a consent is marked, whatever the ground of processing (domain.md 6.5). */
function issueFlags({ row, supplier, company }: ReadAct, offNorm: FlagFacts | undefined) {
  const due = supplier.type !== 'company' && supplier.consent_status !== 'signed'
  const flags = clearFlag(row.flags, 'zasor_off_norm')
  const marked = offNorm ? raiseFlag(flags, 'zasor_off_norm', company.now, offNorm) : flags
  return due ? raiseFlag(marked, 'no_consent', company.now) : marked
}
