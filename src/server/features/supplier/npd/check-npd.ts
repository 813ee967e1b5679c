import type { CallInput } from '#contract/core/call.ts'
import type { NpdState, selfEmployed } from '#contract/supplier/self-employed.ts'
import { refuse } from '#http/refusal.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { acrossCompanies, inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import type { Services } from '../../../services.ts'
import { eachRow } from '../../../sweeps/each-row.ts'
import { lockedSupplier, namesOf } from '../record/present-supplier.ts'
import { askTaxService } from './ask-tax-service.ts'
import {
  checksOf,
  findProof,
  insertHandMark,
  NPD,
  npdDay,
  PER_MINUTE,
  npdWords,
  storeAnswer,
  takeSlot,
  waitingChecks,
  wantCheck,
} from './npd-queries.ts'

/** supplier/getNpd */
export function getNpd(
  db: Db,
  { query }: CallInput<typeof selfEmployed.getNpd>,
): Promise<NpdState> {
  return presentNpd(db, query.id)
}

async function presentNpd(db: Db, id: string): Promise<NpdState> {
  const checks = await checksOf(db, id)
  const [word] = await npdWords(db, [id])
  const has_line = db.services.config.npdUrl !== undefined
  return { has_line, today: await npdDay(db), now: word?.outcome ?? null, checks }
}

/** supplier/checkNpd: asked at once where a place of this minute is free, else by the work of the next minutes. */
export async function checkNpd(
  db: Db,
  { body }: CallInput<typeof selfEmployed.checkNpd>,
): Promise<NpdState> {
  if (db.services.config.npdUrl === undefined) refuse('supplier.npd-no-line')
  const checkId = await inTransaction(db, async (tx) => {
    const inn = await lockedInn(tx, body.id)
    return wantCheck(tx, body.id, inn)
  })
  await askWaiting(db, checkId)
  return presentNpd(db, body.id)
}

/** Before money goes, asks about payees without a status of today; those without a place in this minute wait for the next. */
export async function askTaxServiceAhead(db: Db, supplierIds: readonly string[]): Promise<void> {
  if (db.services.config.npdUrl === undefined) return
  const words = await npdWords(db, supplierIds)
  const unasked = words.flatMap(({ supplier_id, inn, outcome }) =>
    outcome === null && inn !== null ? [{ supplier_id, inn }] : [],
  )
  for (const { supplier_id, inn } of unasked.slice(0, PER_MINUTE))
    await askWaiting(db, await inTransaction(db, (tx) => wantCheck(tx, supplier_id, inn)))
}

/** supplier/markNpd: the status that a person saw on the tax service's site; it counts until a later word. */
export async function markNpd(
  db: Db,
  { body }: CallInput<typeof selfEmployed.markNpd>,
): Promise<NpdState> {
  await inTransaction(db, async (tx) => {
    const { id, outcome, note, proof_file_id: proofId = null } = body
    const inn = await lockedInn(tx, id)
    if (proofId !== null) await assertFreshProof(tx, id, proofId)
    const [word] = await npdWords(tx, [id])
    const about = {
      suppliers: await namesOf(tx, [id]),
      note: `${outcome === 'payer' ? 'Плательщик НПД' : 'Не плательщик НПД'}: ${note}`,
      warnings: [
        ...(word?.outcome === 'not_payer' && outcome === 'payer'
          ? [`Сегодня уже сказано, что это не плательщик НПД: ${word.said ?? ''}`]
          : []),
        proofId === null ? 'Снимка нет, только слова' : 'К отметке приложен снимок',
      ],
    }
    const details = { outcome, proof_file_id: proofId }
    const object = { entity: 'supplier' as const, ids: [id], about, details }
    const approverId = await requireApproval(tx, 'supplier.confirm_npd', object)
    await insertHandMark(tx, { supplierId: id, inn, outcome, note, proofId, approverId })
    addAuditEvent(tx, {
      action: 'supplier.npd',
      entity: 'supplier',
      id,
      after: { npd: outcome, note, by_hand: true, ...(proofId && { proof_file_id: proofId }) },
      approverId,
    })
  })
  return presentNpd(db, body.id)
}

/** A picture of this very supplier, by which nobody has marked another day or another person. */
async function assertFreshProof(tx: Tx, supplierId: string, fileId: string): Promise<void> {
  const proof = await findProof(tx, supplierId, fileId)
  if (!proof) refuse('common.not-found')
  if (proof.is_used) refuse('supplier.npd-proof-used')
}

async function lockedInn(tx: Tx, id: string): Promise<string> {
  const row = await lockedSupplier(tx, id)
  if (row.type !== 'self_employed' || !row.inn) return refuse('supplier.not-self-employed')
  return row.inn
}

/** Each minute the oldest questions that wait for the tax service leave, as many as it takes. */
export async function askTaxServiceForAll(services: Services): Promise<void> {
  if (services.config.npdUrl === undefined) return
  await eachRow(services, NPD, await waitingChecks(services.q), (db, { id }) => askWaiting(db, id))
}

/** The answer is stored under the ИНН that was asked about: a changed one makes it worthless by itself. */
async function askWaiting(db: Db, id: string): Promise<void> {
  const question = await inTransaction(acrossCompanies(db), (tx) => takeSlot(tx, id))
  if (!question) return
  const { npdUrl, deadlines } = db.services.config
  const answer = await askTaxService(npdUrl!, question, deadlines.taxMs)
  const outcome = answer.isPassing && !question.is_last ? null : answer.outcome
  await inTransaction(db, async (tx) => {
    await storeAnswer(tx, id, outcome, answer.said)
    addAuditEvent(tx, {
      action: 'supplier.npd',
      entity: 'supplier',
      id: question.supplier_id,
      after: { npd: answer.outcome, note: answer.said },
    })
  })
}
