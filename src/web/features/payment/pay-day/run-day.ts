import type { CallResult } from '#contract/core/call.ts'
import { payDay, type PlannedAccount, type PlannedPayment } from '#contract/payment/pay-day.ts'
import { runningStatuses, type PaymentStatus } from '#contract/payment/payment-entities.ts'
import { payment } from '#contract/payment/payment.ts'
import type { PayeeCheck } from '#contract/supplier/payee-check.ts'
import { send } from '#web/api/send.ts'
import { sendApproved } from '#web/api/use-send.ts'
import { CallError, isPassing } from '#web/state/call-error.ts'
import { explainDifference } from '../explain-difference.ts'
import { partsByPin } from '../who-confirms.tsx'

/** One payment of the day on its way; its id is made once, so that a repeat after a lost answer is the same payment. */
export interface DayRow {
  readonly id: string
  readonly planned: PlannedPayment
  /** `planned` until it is saved, then as the server tells it. */
  readonly status: PaymentStatus | 'planned'
  /** Why it was not saved, not sent or not paid. */
  readonly why?: string
  /** It goes in a file that a person takes to the bank: the worker asks nobody about it. */
  readonly byFile: boolean
  /** It takes another person's PIN, as its save decided. */
  readonly another?: boolean
  /** What the bank said of the payee when the payment was saved. */
  readonly payeeCheck?: PayeeCheck | null
  /** Why it goes although the bank named another person. */
  readonly note?: string
}

export interface DayRun {
  readonly phase: 'saving' | 'sending' | 'following' | 'stopped'
  readonly rows: readonly DayRow[]
  /** Why it stopped: it may be continued. */
  readonly problem?: string
}

/** What savePayments takes in one call. */
const MOST_SAVED = 100
/** What getStatuses answers in one call. */
const MOST_ASKED = 100

export function openRun(
  planned: readonly PlannedPayment[],
  accounts: readonly PlannedAccount[],
): DayRun {
  const files = new Set(accounts.filter(({ by_file }) => by_file).map((one) => one.bank_config_id))
  const rows = planned.map((one): DayRow => {
    const byFile = one.bank_config_id !== null && files.has(one.bank_config_id)
    return { id: crypto.randomUUID(), planned: one, status: 'planned', byFile }
  })
  return { phase: 'stopped', rows }
}

type Show = (run: DayRun) => void

/**
 * Saves what is not saved yet, hands all of it over with one PIN, and stops with the reason where something ends it: pressed
 * again it goes on from there, with the same ids.
 */
export async function continueDay(from: DayRun, show: Show): Promise<DayRun> {
  let rows = [...from.rows]
  const put = (part: readonly DayRow[]) => {
    const changed = new Map(part.map((row) => [row.id, row]))
    rows = rows.map((row) => changed.get(row.id) ?? row)
  }
  const showRun = (phase: DayRun['phase'], problem?: string): DayRun => {
    const run = { phase, rows, ...(problem !== undefined && { problem }) }
    show(run)
    return run
  }
  try {
    for (;;) {
      const waiting = rows.filter(({ status, why }) => status === 'planned' && why === undefined)
      if (waiting.length === 0) break
      showRun('saving')
      put(await saveSome(waiting.slice(0, MOST_SAVED)))
    }
    const saved = rows.filter(({ status }) => status === 'saved')
    if (saved.length > 0) {
      showRun('sending')
      put(await explain(saved))
      await tellUnexplained(rows)
      const ready = rows.filter((row) => row.status === 'saved' && !needsNote(row))
      // What the own PIN hands over goes also where a colleague's is not given.
      for (const another of [false, true]) {
        const part = ready.filter((row) => row.another === another)
        if (part.length > 0) put(await handOver(part))
      }
    }
    return showRun('following')
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return showRun('stopped', describeError(error))
  }
}

function describeError(error: CallError): string {
  if (error.code === 'approval.required')
    return 'Пин-код не введён: выплаты сохранены и ждут отправки.'
  if (isPassing(error)) return `${error.message} Повтор ничего не задвоит: номера выплат те же.`
  return error.message
}

const bodyOf = ({ id, planned }: DayRow) => ({
  id,
  supplier_id: planned.supplier_id,
  payment_method_id: planned.payment_method_id!,
  ...(planned.method_label !== null && { expected_payee: planned.method_label }),
  acts: planned.acts.map(({ act_id, amount_kop }) => ({ act_id, amount_kop })),
  amount_kop: planned.amount_kop,
})

/** All or, where one of them is refused meanwhile, that one with its reason: the rest is saved by the next call. */
async function saveSome(rows: readonly DayRow[]): Promise<DayRow[]> {
  try {
    const body = { payments: rows.map(bodyOf) }
    const saved = await send(payment.save, { body }, { quiet: true })
    return rows.map((row, place) => {
      const one = saved[place]!
      const another = partsByPin([one], { same_person: [], is_second: true }).another.length > 0
      return { ...standing(row, one.status), payeeCheck: one.payee_check, another }
    })
  } catch (error) {
    const refused = error instanceof CallError ? placeOf(error) : undefined
    if (refused === undefined || !rows[refused]) throw error
    return [{ ...rows[refused], why: (error as CallError).explanation }]
  }
}

/** Which row of a batch a refusal names: `payments.7.amount_kop`. */
function placeOf({ fields }: CallError): number | undefined {
  const named = Object.keys(fields).map((path) => /^payments\.(\d+)\./.exec(path)?.[1])
  const found = named.find((place) => place !== undefined)
  return found === undefined ? undefined : Number(found)
}

const needsNote = ({ payeeCheck, note }: DayRow) =>
  payeeCheck?.outcome === 'differs' && note === undefined

const UNEXPLAINED =
  'Банк назвал другого получателя, и выплата не объяснена: она сохранена и не отправлена'

/** Asks why those go whom the bank calls another person; one that is not explained stays saved, the others go. */
async function explain(rows: readonly DayRow[]): Promise<DayRow[]> {
  const explained: DayRow[] = []
  for (const row of rows.filter(needsNote)) {
    const note = await explainDifference({
      payee_check: row.payeeCheck ?? null,
      supplier_name: row.planned.supplier_name,
    })
    explained.push(
      typeof note === 'string'
        ? { ...standing(row, row.status), note }
        : { ...row, why: UNEXPLAINED },
    )
  }
  return explained
}

/** The next approver of a payment to the same person sees it; a lost answer costs only that, and the payment stays saved. */
async function tellUnexplained(rows: readonly DayRow[]): Promise<void> {
  const ids = rows.flatMap(({ id, why }) => (why === UNEXPLAINED ? [id] : []))
  if (ids.length > 0)
    await send(payDay.leaveUnexplained, { body: { ids } }, { quiet: true }).catch(() => undefined)
}

async function handOver(rows: readonly DayRow[]): Promise<DayRow[]> {
  const notes = rows.flatMap(({ id, note }) => (note === undefined ? [] : [{ id, note }]))
  const body = { ids: rows.map(({ id }) => id), ...(notes.length > 0 && { notes }) }
  const outcomes = await sendApproved(payment.register, { body })
  const byId = new Map(outcomes.map((one) => [one.id, one]))
  return rows.map((row) => {
    const outcome: CallResult<typeof payment.register>[number] = byId.get(row.id)!
    return standing(row, outcome.status ?? row.status, outcome.message ?? outcome.code)
  })
}

/** Asks once how those that still move stand; a lost connection leaves them as they were. */
export async function askDay(rows: readonly DayRow[]): Promise<readonly DayRow[]> {
  const moving = rows.filter((row) => isMoving(row)).map(({ id }) => id)
  const known = new Map<string, DayRow['status']>()
  const reasons = new Map<string, string>()
  for (let at = 0; at < moving.length; at += MOST_ASKED) {
    const body = { ids: moving.slice(at, at + MOST_ASKED) }
    const answers = await send(payment.getStatuses, { body }, { quiet: true }).catch(() => [])
    for (const { id, status, reason_text: reason } of answers) {
      known.set(id, status)
      if (reason) reasons.set(id, reason)
    }
  }
  return rows.map((row) => {
    const status = known.get(row.id)
    if (!status || status === row.status) return row
    return standing(row, status, reasons.get(row.id))
  })
}

/** A row as it stands now: a reason of before is no reason any more. */
function standing(
  { why: _earlier, ...row }: DayRow,
  status: DayRow['status'],
  why?: string,
): DayRow {
  return { ...row, status, ...(why !== undefined && { why }) }
}

/** The bank has it or may have it, and its answer comes by itself. */
export function isMoving({ status, byFile }: DayRow): boolean {
  return !byFile && status !== 'planned' && runningStatuses.includes(status)
}
