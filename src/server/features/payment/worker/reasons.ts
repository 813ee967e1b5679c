import { ownValue } from '#contract/core/own-value.ts'

type Reason = readonly [text: string, advice: string]

/** Why a payout did not go, and what to do about it (payments.md 11). */
const reasons: Readonly<Record<string, Reason>> = {
  insufficient_funds: ['Недостаточно средств на балансе выплат', 'Пополните баланс и повторите'],
  fraud_suspected: ['Банк заподозрил мошенничество', 'Не повторяйте; свяжитесь с банком'],
  one_time_limit_exceeded: [
    'Превышен предел одной выплаты',
    'Разделите сумму или смените способ выплаты',
  ],
  periodic_limit_exceeded: [
    'Превышен предел получателя за период',
    'Повторите позже или смените способ выплаты',
  ],
  rejected_by_payee: ['Получатель или его банк отказался', 'Уточните у получателя'],
  general_decline: ['Отклонено без объяснения причины', 'Смените способ выплаты'],
  issuer_unavailable: ['Банк получателя недоступен', 'Повторите через час'],
  recipient_not_found: [
    'Получатель не найден по телефону или счёту',
    'Проверьте реквизиты и банк получателя',
  ],
  recipient_check_failed: ['ФИО получателя не совпало', 'Проверьте, кому принадлежит счёт'],
  identification_required: [
    'Получателю нужна идентификация',
    'Получатель должен пройти её в своём банке',
  ],
  invalid_request: ['Банк не принял реквизиты', 'Исправьте способ выплаты'],
  cancelled_by_user: ['Отменено пользователем', 'Можно повторить'],
  cancelled_by_bank: ['Отменено банком', 'Можно повторить'],
}

/** The Russian words of a bank's reason; an unlisted one is told with its own code. */
export function reasonText(code: string, bankText?: string): string {
  const [text] = ownValue(reasons, code) ?? [`Банк отклонил: ${bankText ?? code}`]
  return (bankText && code === 'invalid_request' ? `${text}: ${bankText}` : text).slice(0, 500)
}

export function adviceFor(status: string, code: string | null): string | null {
  if (status === 'unknown')
    return 'Ответ банка не получен. Не платите повторно: система спрашивает банк'
  if (code === null) return null
  return (
    ownValue(reasons, code)?.[1] ??
    (status === 'rejected' ? 'Свяжитесь с банком или смените способ' : null)
  )
}
