import { payeeWords } from '#contract/supplier/payee-check.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import type { Sendable } from './sendable.ts'

/**
 * Another name in the words of the bank is confirmed in words before the payment goes: null where nothing needs them,
 * undefined when the person turned back.
 */
export async function explainDifference(
  one: Pick<Sendable, 'payee_check' | 'supplier_name'>,
): Promise<string | null | undefined> {
  if (one.payee_check?.outcome !== 'differs') return null
  return ask.textarea({
    title: payeeWords(one.payee_check),
    label: 'Почему выплата верна',
    hint: `Поставщик: ${one.supplier_name}. Слова останутся в выплате вместе с именем того, кто её подтвердит.`,
    min: 10,
    max: 500,
    main: 'Продолжить',
  })
}
