import { Link } from '#web/router/link.tsx'
import { act } from '#contract/act/act.ts'
import type { CallResult } from '#contract/core/call.ts'
import { payment } from '#contract/payment/payment.ts'
import { paths } from '#contract/screen-paths.ts'
import { CallError, isPassing } from '#web/state/call-error.ts'
import { refresh } from '#web/api/use-call.ts'
import { send } from '#web/api/send.ts'
import { sendApproved } from '#web/api/use-send.ts'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { money, plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { explainDifference } from './explain-difference.ts'
import type { Sendable } from './sendable.ts'
import { countAndSum, partsByPin, stopsOf, WhoConfirms } from './who-confirms.tsx'
import { Button } from '@mantine/core'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import wide from '#web/ui/layout/wide-table.module.css'
import tables from './payment-table.module.css'
import styles from './payment.module.css'

type Outcomes = CallResult<typeof payment.register>

const CHANGED_CALLS = [payment.getAll, payment.get, act.getAll, act.get]

/**
 * Sends payments to the bank: who may confirm is asked first, and a selection that takes two PINs, or that nobody may confirm in part, is
 * told so before anything goes. Refusals are listed by payment.
 */
export async function sendPayments(payments: readonly Sendable[]): Promise<boolean> {
  const parts = await chooseParts(payments).catch(tellUnasked)
  const notes: { id: string; note: string }[] = []
  for (const one of parts.flat()) {
    const note = await explainDifference(one)
    if (note === undefined) return false
    if (note !== null) notes.push({ id: one.id, note })
  }
  const outcomes: Outcomes = []
  let failed: CallError | undefined
  for (const part of parts) {
    const answer = await sendOrError(() =>
      sendApproved(payment.register, { body: bodyOf(part, notes) }),
    )
    if (answer instanceof CallError) failed = answer
    else outcomes.push(...answer)
    if (failed) break
  }
  const went = outcomes.length > 0 && (await showOutcome(payments, outcomes, SENT_WORDS))
  return failed ? showOutcome(payments, failed, SENT_WORDS) : went
}

function bodyOf(part: readonly Sendable[], notes: readonly { id: string; note: string }[]) {
  const ids = part.map(({ id }) => id)
  const own = notes.filter(({ id }) => ids.includes(id))
  return { ids, ...(own.length > 0 && { notes: own }) }
}

/** What goes with one PIN each; nothing where the person thinks better of it. */
async function chooseParts(
  payments: readonly Sendable[],
): Promise<readonly (readonly Sendable[])[]> {
  if (payments.length < 2 || !payments.some(({ four_eyes }) => four_eyes)) return [payments]
  const approvers = await send(payment.getApprovers, {}, { quiet: true })
  const parts = partsByPin(payments, approvers)
  const { own, another } = parts
  // Of one part the question of the PIN itself names who may give it, or says that nobody may.
  if (own.length === 0 || another.length === 0) return [payments]
  const stops = stopsOf(parts, approvers)
  const going = (['own', 'another'] as const).flatMap((part) => (stops[part] ? [] : [parts[part]]))
  const [first, second] = going
  // Nothing could go: the refusal of the server says the same in its own words.
  if (!first) return [payments]
  const isSure = await ask.confirm({
    title: `Отправить: ${countAndSum(payments)}`,
    text: <WhoConfirms parts={parts} approvers={approvers} />,
    main: second
      ? 'Отправить двумя пин-кодами'
      : `Отправить ${plural(first.length, 'выплату', 'выплаты', 'выплат')}`,
  })
  return isSure ? going : []
}

/** Nothing was sent: who may confirm could not be asked. */
async function tellUnasked(error: unknown): Promise<readonly []> {
  if (!(error instanceof CallError)) throw error
  await ask.error({ error, title: SENT_WORDS.failed, outcome: OUTCOME })
  return []
}

const DUE_AGAIN = 'Акты снова станут доступны к выплате.'

/** How cancelling is asked for: `inFile` is what a person has taken to bring it to the bank. */
const CANCELLING = {
  saved: { verb: 'Отменить', hint: DUE_AGAIN },
  sending: { verb: 'Отозвать', hint: `Выплата ещё не ушла в банк. ${DUE_AGAIN}` },
  inFile: {
    verb: 'Отозвать',
    hint: `Файл с этой выплатой уже скачан. Отзывайте, только если его не загрузили в банк: иначе банк заплатит. ${DUE_AGAIN}`,
  },
}

/** Asks for the reason and cancels saved payments, or withdraws what the bank has not got yet. */
export async function cancelPayments(
  payments: readonly Sendable[],
  as: keyof typeof CANCELLING = 'saved',
): Promise<boolean> {
  const { verb, hint } = CANCELLING[as]
  const sum = payments.reduce((total, one) => total + one.amount_kop, 0)
  const reason = await ask.textarea({
    title: `${verb}: ${plural(payments.length, 'выплата', 'выплаты', 'выплат')}, ${money(sum)}?`,
    label: 'Причина',
    hint,
    min: 5,
    max: 500,
    main: `${verb} выплату`,
  })
  if (reason === undefined) return false
  const body = { ids: payments.map(({ id }) => id), reason }
  const outcomes = await sendOrError(() => sendApproved(payment.cancel, { body }))
  return showOutcome(payments, outcomes, CANCELLED_WORDS)
}

async function sendOrError(run: () => Promise<Outcomes>): Promise<Outcomes | CallError> {
  return run().catch((error: unknown) => {
    if (error instanceof CallError) return error
    throw error
  })
}

interface Words {
  /** Nothing of it happened. */
  failed: string
  /** «Не отправлено», before the number of those that were refused among others. */
  partly: string
  /** What those that were refused are now, and the one next step. */
  next: string
  done: string
  /** The server may have done it although its answer was lost. */
  unknown: string
}

const OUTCOME = 'Сохранённые выплаты остались.'
const SENT_WORDS: Words = {
  failed: 'Выплаты не отправлены',
  partly: 'Не отправлено',
  next: 'Они остались сохранёнными: устраните причину и отправьте их ещё раз.',
  done: 'передано на отправку',
  unknown: 'Выплаты могли уйти в банк. Не создавайте новых: проверьте статус этих.',
}
const CANCELLED_WORDS: Words = {
  failed: 'Выплаты не отменены',
  partly: 'Не отменено',
  next: 'Они идут своим порядком: откройте выплату и посмотрите, что с ней.',
  done: 'отменено',
  unknown: 'Отмена могла пройти: проверьте статус выплат.',
}

async function showOutcome(
  payments: readonly Sendable[],
  outcomes: Outcomes | CallError,
  words: Words,
): Promise<boolean> {
  const { failed, partly, next, done, unknown } = words
  if (outcomes instanceof CallError) {
    const lost = isPassing(outcomes) && outcomes.status !== 429
    if (lost) void refresh(CHANGED_CALLS)
    const said = lost
      ? { title: 'Ответ сервера не пришёл', outcome: unknown }
      : { title: failed, outcome: OUTCOME }
    // The user closed the PIN dialog: no message is needed.
    if (outcomes.code !== 'approval.required') await ask.error({ error: outcomes, ...said })
    return false
  }
  await refresh(CHANGED_CALLS)
  const refused = outcomes.filter(({ code }) => code !== undefined)
  const passed = outcomes.length - refused.length
  if (passed > 0) toast.success(`${plural(passed, 'выплата', 'выплаты', 'выплат')}: ${done}`)
  if (refused.length > 0)
    await openDialog(
      {
        title: passed > 0 ? `${partly}: ${refused.length} из ${outcomes.length}` : failed,
        width: 640,
      },
      (close) => (
        <SendOutcomes
          payments={payments}
          outcomes={refused}
          words={`${passed > 0 ? `${plural(passed, 'выплата', 'выплаты', 'выплат')}: ${done}. ` : ''}${next}`}
          close={close}
        />
      ),
    )
  return refused.length === 0
}

interface SendOutcomesProps {
  payments: readonly Sendable[]
  outcomes: CallResult<typeof payment.register>
  words: string
  close: () => void
}

/** A batch that passed in part: what was refused, and why, by payment. */
function SendOutcomes({ payments, outcomes, words, close }: SendOutcomesProps) {
  useKeys([{ hotkey: 'main', label: 'Понятно', run: close }])
  return (
    <div className={styles['card']}>
      <p>{words}</p>
      <table className={`${wide['frame']} ${tables['table']} ${stacked['stacked']}`}>
        <thead>
          <tr>
            <th scope="col">Поставщик</th>
            <th scope="col" data-end>
              Сумма
            </th>
            <th scope="col">Почему</th>
          </tr>
        </thead>
        <tbody>
          {outcomes.map((outcome) => {
            const row = payments.find(({ id }) => id === outcome.id)
            return (
              <tr key={outcome.id}>
                <td data-told>
                  <Link to={`${paths.payments}?id=${outcome.id}`}>{row?.supplier_name ?? '—'}</Link>
                </td>
                <td data-end>{money(row?.amount_kop)}</td>
                <td data-told data-whole>
                  {outcome.message ?? outcome.code}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className={styles['buttons']}>
        <Button data-autofocus onClick={close}>
          Понятно
        </Button>
      </div>
    </div>
  )
}
