import { bikDirectory, type BikAnswer } from '#contract/bank/bik-directory.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import type { PaymentMethod } from '#contract/supplier/supplier-entities.ts'
import { quote } from '#contract/words/quote.ts'
import { CallError } from '#web/state/call-error.ts'
import { callOnce, REFERENCE_MS, refresh } from '#web/api/use-call.ts'
import { sendApproved } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'

/** What is added to a method that is shared knowingly. */
export interface Sharing {
  shared?: true
  reason?: string
}

/** A payment destination that another supplier has is saved only knowingly: with a reason and a second person's PIN. */
export async function askSharing<T>(
  refusal: CallError | undefined,
  again: (extra: Sharing) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (refusal?.code !== 'method.used-by-other') return undefined
  const reason = await ask.textarea({
    title: 'Реквизиты уже у другого поставщика',
    hint: `${refusal.explanation}. Каждую выплату по общим реквизитам подтверждает другой сотрудник.`,
    label: 'Почему платим туда же',
    main: 'Записать как общие',
    min: 10,
    max: 500,
  })
  return reason ? again({ shared: true, reason }) : undefined
}

/**
 * Makes a method active. A recipient with another name needs a reason and a second person's confirmation, a bank that the directory does
 * not know a word; without them the method stays as it is, and the card offers to try again.
 */
export async function activateMethod(method: PaymentMethod): Promise<void> {
  const reason = method.holder_match === 'match' ? undefined : await askHolder(method)
  if (method.holder_match !== 'match' && !reason) return
  const bankDoubt = await bankDoubtOf(method)
  const bank_reason = bankDoubt === null ? undefined : await askBank(bankDoubt)
  if (bankDoubt !== null && !bank_reason) return
  const outcome = await sendApproved(supplier.setMethodStatus, {
    query: { supplierId: method.supplier_id, paymentMethodId: method.id },
    body: { new_status: 'active', ...(reason && { reason }), ...(bank_reason && { bank_reason }) },
  }).catch((error: unknown) => error)
  if (outcome instanceof Error && !(outcome instanceof CallError)) throw outcome
  if (!(outcome instanceof Error)) toast.success('Способ выплаты действует')
  await refresh([supplier.get, supplier.getAll])
}

/** What the directory says against the bank of an account; without an answer the server asks. */
async function bankDoubtOf({ kind, bik }: PaymentMethod): Promise<string | null> {
  if (kind !== 'account' || !bik) return null
  const answer = await callOnce(bikDirectory.find, { query: { bik } }, REFERENCE_MS).catch(
    (error: unknown) => error,
  )
  if (answer instanceof CallError) return null
  if (answer instanceof Error) throw answer
  return (answer as BikAnswer).warning
}

function askBank(doubt: string): Promise<string | undefined> {
  return ask.textarea({
    title: 'Банк под сомнением',
    hint: `${doubt}.`,
    label: 'Откуда реквизиты и почему они верны',
    main: 'Включить',
    min: 5,
    max: 500,
  })
}

function askHolder(method: PaymentMethod): Promise<string | undefined> {
  return ask.textarea({
    title: 'Получатель — не сам поставщик',
    hint: `Деньги уйдут на имя ${quote(method.holder_name)}. Подтвердит другой сотрудник.`,
    label: 'Почему платим этому получателю',
    main: 'Включить',
    min: 5,
    max: 500,
  })
}
