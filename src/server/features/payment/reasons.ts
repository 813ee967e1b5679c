import { ownValue } from '#contract/core/own-value.ts'
import { apiProviders } from '../bank/providers/all.ts'
import type { Reasons } from '../bank/providers/provider.ts'

/** Ends that are not in a provider's table, because people or a bank's word of state bring them. */
const cancelReasons: Reasons = {
  cancelled_by_user: { text: 'Отменено пользователем', advice: 'Можно повторить' },
  cancelled_by_bank: { text: 'Отменено банком', advice: 'Можно повторить' },
  not_executed_confirmed: { text: 'Банк выплату не исполнил', advice: 'Можно повторить' },
  debited_otherwise: {
    text: 'Банк исполнил поручение иначе',
    advice: 'Остаток актов платите новой выплатой',
  },
  refused_in_bank: {
    text: 'Банк отклонил поручение',
    advice: 'Исправьте то, что назвал банк, и повторите',
  },
}

function findReason(reasons: Reasons, code: string) {
  return ownValue(reasons, code) ?? ownValue(cancelReasons, code)
}

const STATE_WORDS = new Map(
  apiProviders.flatMap(({ stateWords = {} }) => Object.entries(stateWords)),
)

/** What a bank told, as it is stored to be compared with what it tells next, in words: its codes of states are no words of people. */
export const inWords = (told: string | null): string | null =>
  told && told.replaceAll(/\b[A-Za-z_]+\b/g, (word) => STATE_WORDS.get(word) ?? word)

/** The Russian words of a provider's reason; an unlisted one is shown with its own code. */
export function reasonText(reasons: Reasons, code: string, bankText?: string): string {
  const reason = findReason(reasons, code)
  if (!reason) return `Банк отклонил: ${bankText ?? code}`.slice(0, 500)
  return (bankText && reason.quotesBank ? `${reason.text}: ${bankText}` : reason.text).slice(0, 500)
}

export function adviceFor(reasons: Reasons, status: string, code: string | null): string | null {
  if (status === 'unknown')
    return 'Ясного ответа банка нет. Не платите повторно: система спрашивает банк'
  if (code === null) return null
  return (
    findReason(reasons, code)?.advice ??
    (status === 'rejected' ? 'Свяжитесь с банком или смените способ' : null)
  )
}
