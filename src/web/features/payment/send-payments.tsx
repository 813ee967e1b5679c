import { act } from '#contract/act.ts'
import type { CallResult } from '#contract/call.ts'
import { payment } from '#contract/payment.ts'
import { CallError, isPassing } from '#web/api/call-error.ts'
import { refresh } from '#web/api/use-call.ts'
import { sendApproved } from '#web/api/use-send.ts'
import { ask, openDialog } from '#web/ui/ask.ts'
import { money, plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { SendOutcomes } from './send-outcomes.tsx'

export interface Sendable {
  id: string
  supplier_name: string
  amount_kop: number
  version: number
}
type Outcomes = CallResult<typeof payment.register>

const CHANGED = [payment.getAll, payment.get, act.getAll, act.get]

/** Hands payments to the bank with a second person's PIN; what was refused is listed by payment. */
export async function sendPayments(payments: readonly Sendable[]): Promise<boolean> {
  const body = { ids: payments.map(({ id }) => id) }
  const outcomes = await tried(() => sendApproved(payment.register, { body }))
  return told(payments, outcomes, SENT)
}

/** Asks for the reason and cancels saved payments, or withdraws what the bank has not got yet. */
export async function cancelPayments(payments: readonly Sendable[]): Promise<boolean> {
  const sum = payments.reduce((total, one) => total + one.amount_kop, 0)
  const reason = await ask.textarea({
    title: `Отменить: ${plural(payments.length, 'выплата', 'выплаты', 'выплат')}, ${money(sum)}?`,
    label: 'Причина',
    hint: 'Акты снова станут доступны к выплате.',
    min: 5,
    max: 500,
    main: 'Отменить выплату',
  })
  if (reason === undefined) return false
  const body = { ids: payments.map(({ id }) => id), reason }
  const outcomes = await tried(() => sendApproved(payment.cancel, { body }))
  return told(payments, outcomes, CANCELLED)
}

async function tried(run: () => Promise<Outcomes>): Promise<Outcomes | CallError> {
  return run().catch((error: unknown) => {
    if (error instanceof CallError) return error
    throw error
  })
}

interface Words {
  failed: string
  done: string
  /** The server may have done it although its answer is lost. */
  unknown: string
}

const SENT: Words = {
  failed: 'Выплаты не отправлены',
  done: 'передано банку',
  unknown: 'Выплаты могли уйти в банк. Не создавайте новых: проверьте статус этих.',
}
const CANCELLED: Words = {
  failed: 'Выплаты не отменены',
  done: 'отменено',
  unknown: 'Отмена могла пройти: проверьте статус выплат.',
}

async function told(
  payments: readonly Sendable[],
  outcomes: Outcomes | CallError,
  { failed, done, unknown }: Words,
): Promise<boolean> {
  if (outcomes instanceof CallError) {
    const lost = isPassing(outcomes) && outcomes.status !== 429
    if (lost) void refresh(CHANGED)
    const said = lost
      ? { title: 'Ответ сервера не пришёл', kept: unknown }
      : { title: failed, kept: 'Сохранённые выплаты остались.' }
    // The PIN dialog was closed: the person knows it himself.
    if (outcomes.code !== 'approval.required') await ask.error({ error: outcomes, ...said })
    return false
  }
  await refresh(CHANGED)
  const refused = outcomes.filter(({ code }) => code !== undefined)
  const passed = outcomes.length - refused.length
  if (passed > 0) toast.success(`${plural(passed, 'выплата', 'выплаты', 'выплат')}: ${done}`)
  if (refused.length > 0)
    await openDialog({ title: failed, width: 640 }, (close) => (
      <SendOutcomes payments={payments} outcomes={refused} close={close} />
    ))
  return refused.length === 0
}
