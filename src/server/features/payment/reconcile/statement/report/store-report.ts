import type { ImportedReport, ReportCounts } from '#contract/payment/statement.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import { addAuditEvent } from '../../../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../../../db/handle.ts'
import { uuidv7 } from '../../../../../db/uuid.ts'
import { reasonsOf } from '../../../../bank/providers/all.ts'
import { alertManagers } from '../../../../user/notices/notice-queries.ts'
import { superPlaces } from '../../../../user/notices/super-places.ts'
import { keepEnds } from '../../../send/ends/hear-ends.ts'
import { toldWords } from '../../../send/ends/told-ends.ts'
import { lockReported, registryOfReport } from '../../../send/registry/order-queries.ts'
import { lockPayment, openDiscrepancy, setPayment } from '../../../payment-queries.ts'
import { afterStep } from '../../../send/worker/apply-decision.ts'
import { reasonText } from '../../../reasons.ts'
import { roubles } from '../line-facts.ts'
import { findStatementOf, insertStatement, setLineCounts } from '../statement-queries.ts'
import { reportFacts } from '../statement-list-queries.ts'
import { classifyReport, endsOfReport, reportWords, type ReportVerdict } from './classify-report.ts'
import type { ReportedStatus, StatusReport } from './status-report.ts'

interface ReadReport {
  readonly report: StatusReport
  readonly sha256: Buffer
  readonly name: string
}

type Registry = NonNullable<Awaited<ReturnType<typeof registryOfReport>>>
type Locked = Awaited<ReturnType<typeof lockReported>>[number]
interface Answered {
  readonly payment: Locked
  readonly said: ReportedStatus
}

/** One transaction: the bank's answer and what it makes of the payments of its registry; a repeat of the file changes nothing. */
export function storeReport(
  db: Db,
  file: ReadReport,
): Promise<{ report: ImportedReport; repeated: boolean }> {
  return inTransaction(db, async (tx) => {
    const { report } = file
    const registryId = uuidOf(report.messageId)
    const registry = registryId && (await registryOfReport(tx, registryId))
    if (!registry)
      return refuse('statement.foreign-report', {
        message: `Ответ банка на файл ${quote(report.messageId.slice(0, 35))}, а такого файла эта компания в банк не отправляла`,
      })
    const named = await lockReported(tx, registry.id, [...saidOf(report).keys()])
    assertSums(report, named)
    const id = uuidv7()
    const isNew = await insertStatement(tx, {
      id,
      bank_config_id: registry.bank_config_id,
      format: 'pain.002',
      file_sha256: file.sha256,
      file_name: file.name,
      account: registry.account ?? '',
      date_from: report.writtenOn,
      date_to: report.writtenOn,
      balanced: false,
    })
    if (!isNew) return presentReport(tx, (await findStatementOf(tx, file.sha256))!, registry, null)
    const { answered, unknown } = answersOf(report, named)
    const counts = await applyAnswers(tx, registry, answered, unknown)
    await setLineCounts(tx, id, { line_count: answered.length + unknown, known_count: 0 })
    if (counts.contradicts + counts.unlisted > 0)
      await notifyConflicts(tx, counts.contradicts + counts.unlisted)
    addAuditEvent(tx, {
      action: 'bank_report.import',
      entity: 'bank_statement',
      id,
      after: { file: file.name, registry: registry.number, ...counts },
    })
    return presentReport(tx, id, registry, counts)
  })
}

/** An id as our files write it, without dashes; undefined for what is none of ours. */
function uuidOf(text: string): string | undefined {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i.exec(text)
  return parts ? parts.slice(1).join('-').toLowerCase() : undefined
}

async function presentReport(
  tx: Tx,
  id: string,
  registry: Registry,
  counts: ReportCounts | null,
): Promise<{ report: ImportedReport; repeated: boolean }> {
  const facts = await reportFacts(tx, id)
  return {
    report: { ...facts, registry_id: registry.id, registry_number: registry.number, counts },
    repeated: counts === null,
  }
}

/** It stood in the file that the bank answers. */
const isAsked = ({ is_in_file: isInFile, is_other: isOther }: Locked): boolean =>
  isInFile && !isOther

/** What the bank took must be what the file held, or it answers another file than ours. */
function assertSums(report: StatusReport, payments: readonly Locked[]): void {
  const bad = (message: string) => refuse('statement.bad-file', { message })
  const written = payments.filter(isAsked)
  if (report.count !== null && report.count !== written.length)
    bad(`В ответе банка поручений ${report.count}, а в нашем файле их ${written.length}`)
  const total = written.reduce((sum, { amount_kop: kop }) => sum + kop, 0)
  if (report.totalKop !== null && report.totalKop !== total)
    bad(`В ответе банка сумма ${roubles(report.totalKop)}, а в нашем файле ${roubles(total)}`)
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  for (const { endToEndId, amountKop } of report.orders) {
    const ours = byId.get(uuidOf(endToEndId) ?? '')
    if (ours && amountKop !== null && amountKop !== ours.amount_kop)
      bad(
        `В ответе банка у поручения ${endToEndId} сумма ${roubles(amountKop)}, а в выплате ${roubles(ours.amount_kop)}`,
      )
  }
}

const saidOf = ({ orders }: StatusReport) =>
  new Map(
    orders.flatMap((order) => {
      const id = uuidOf(order.endToEndId)
      return id === undefined ? [] : [[id, order] as const]
    }),
  )

/** Statuses beside their payments. One of the whole file counts only where no order has its own (payments.md 4.5). */
function answersOf(
  report: StatusReport,
  payments: readonly Locked[],
): { answered: Answered[]; unknown: number } {
  if (report.orders.length === 0)
    return {
      answered: payments.filter(isAsked).map((payment) => ({ payment, said: report.group })),
      unknown: 0,
    }
  const said = saidOf(report)
  const answered = payments.flatMap((payment) => {
    const order = said.get(payment.id)
    return order ? [{ payment, said: order }] : []
  })
  return { answered, unknown: report.orders.length - answered.length }
}

async function applyAnswers(
  tx: Tx,
  registry: Registry,
  answered: readonly Answered[],
  unknown: number,
): Promise<ReportCounts> {
  const counts = {
    accepted: 0,
    rejected: 0,
    cancelled: 0,
    same: 0,
    unlisted: 0,
    contradicts: 0,
    unknown,
  }
  for (const one of answered) {
    const { status, told_ends: told } = one.payment
    const verdict = classifyReport({ status, isInFile: isAsked(one.payment), told }, one.said)
    await applyVerdict(tx, registry, one, verdict)
    counts[countOf(verdict)]++
  }
  return counts
}

function countOf({ move, conflict }: ReportVerdict) {
  if (conflict === 'unknown_status') return 'unlisted'
  if (conflict) return 'contradicts'
  return move === null ? 'same' : move === 'processing' ? 'accepted' : move
}

async function applyVerdict(
  tx: Tx,
  registry: Registry,
  { payment, said }: Answered,
  { move, conflict }: ReportVerdict,
): Promise<void> {
  const newEnds = endsOfReport(said)
  const told = payment.is_in_file ? await keepEnds(tx, payment, newEnds) : []
  const words = reportWords(said)
  if (conflict)
    await openDiscrepancy(tx, payment.id, conflict, null, {
      told: newEnds.length > 0 ? toldWords(told, newEnds) : words,
    })
  if (move === null) {
    const isRunning = payment.status === 'registered' || payment.status === 'processing'
    if (isRunning && payment.bank_status !== words)
      await setPayment(tx, payment.id, { bank_status: words, nextInSeconds: null })
    return
  }
  const reason = reasonOf(registry.adapter, move, said)
  const row = (await lockPayment(tx, payment.id))!
  await setPayment(tx, payment.id, {
    status: move,
    status_source: 'bank_file',
    reason_code: reason.reasonCode,
    reason_text: reason.reasonText,
    bank_status: words,
    nextInSeconds: null,
  })
  await afterStep(tx, row, move, reason)
}

function reasonOf(adapter: string, move: NonNullable<ReportVerdict['move']>, said: ReportedStatus) {
  if (move === 'processing') return { reasonCode: null, reasonText: null }
  const code = move === 'cancelled' ? 'cancelled_by_bank' : (said.reasonCode ?? 'other')
  const text = reasonText(reasonsOf(adapter), code, said.reasonText ?? undefined)
  return { reasonCode: code, reasonText: text }
}

async function notifyConflicts(tx: Tx, count: number): Promise<void> {
  await alertManagers(
    tx,
    {
      kind: 'payment_unknown',
      title: `Ответ банка расходится с выплатами: ${count}. Сверьте их`,
      href: '/operator/payments?tab=discrepancies',
      superHref: superPlaces.banks(tx.companyId),
    },
    tx.companyId,
  )
}
