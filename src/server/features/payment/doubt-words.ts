import { caseWords } from './case-kinds.ts'
import type { DoubtOfActs } from './doubt-queries.ts'

const numberWords = (word: string, number: number | null) =>
  number === null ? `${word} без номера` : `${word} № ${number}`

/** Why a file is not given: its payments would pay what the bank may have paid, and what to do. */
export function fileHeldWords(doubts: readonly DoubtOfActs[]): string {
  const [first] = doubts
  const { id, by, number, by_number: byNumber } = first!
  const more = new Set(doubts.map((one) => one.id)).size - 1
  const rest = more > 0 ? `. То же ещё с выплатами: ${more}` : ''
  return id === by
    ? `${numberWords('Выплату', number)} этого файла банк уже списал. Закройте её расхождение или отзовите её, потом возьмите файл${rest}`
    : `Акты, которые платит ${numberWords('выплата', number)}, банк мог уже оплатить: прежняя ${numberWords('выплата', byNumber)} есть в выписке. Закройте расхождение прежней или отзовите эту, потом возьмите файл${rest}`
}

/** Why a payment that was handed over is not sent, and what to do; beside its state. */
export function heldWords({ id, by, by_number: byNumber }: DoubtOfActs): string {
  return id === by
    ? 'Не отправлена: банк её уже списал. Закройте расхождение, а если списание оплатит акты, сначала отзовите эту выплату'
    : `Не отправлена: банк мог уже оплатить её акты прежней выплатой${byNumber === null ? '' : ` № ${byNumber}`}. Закройте расхождение прежней, и эта пойдёт дальше. Если списание оплатит акты, сначала отзовите эту`
}

/** Why the acts of a payment may not be paid again; without a kind, a line of a statement looks like this payment. */
export const doubtAdvice = (kind: string | null): string =>
  kind === null
    ? 'В выписке есть списание на ту же сумму и счёт. Не платите повторно: скажите у его строки, эта ли это выплата'
    : `${caseWords(kind).title}. Не платите повторно: сначала закройте расхождение`
