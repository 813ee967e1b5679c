import { refusals } from '#contract/core/refusals.ts'
import type { Tx } from '../../../db/handle.ts'
import { npdWords, wantCheck, type NpdWord } from '../../supplier/npd/npd-queries.ts'
import type { LockedPayment } from '../payment-queries.ts'
import { noteNpdWord } from './npd-payment-queries.ts'

interface Held {
  readonly code: 'payment.npd-lost' | 'payment.npd-unchecked'
  readonly message: string
}

export interface TaxStatus {
  /** Payments that may not go today, with the reason in words. */
  readonly held: ReadonlyMap<string, Held>
  /** The word by which each of the others goes; none for payees of another kind. */
  readonly words: ReadonlyMap<string, NpdWord>
}

/**
 * Money goes to a self-employed payee only on a day for which the tax service, or two people in its place, said that he pays that
 * tax: whoever lost the status makes the company his tax agent (payments.md 3.16). What was not asked yet is asked now.
 */
export async function checkTaxStatus(tx: Tx, rows: readonly LockedPayment[]): Promise<TaxStatus> {
  const real = rows.filter(({ is_test }) => !is_test)
  const found = await npdWords(tx, [...new Set(real.map(({ supplier_id }) => supplier_id))])
  const bySupplier = new Map(found.map((word) => [word.supplier_id, word]))
  const held = new Map<string, Held>()
  const words = new Map<string, NpdWord>()
  for (const row of real) {
    const word = bySupplier.get(row.supplier_id)
    if (!word) continue
    if (word.outcome === 'payer') words.set(row.id, word)
    else held.set(row.id, await hold(tx, word))
  }
  return { held, words }
}

async function hold(tx: Tx, word: NpdWord): Promise<Held> {
  if (word.outcome === 'not_payer') {
    const message = `${refusals['payment.npd-lost'][1]}. Сказано сегодня: ${word.said ?? ''}`
    return { code: 'payment.npd-lost', message }
  }
  const isAsked = tx.services.config.npdUrl !== undefined && word.inn !== null
  if (isAsked) await wantCheck(tx, word.supplier_id, word.inn)
  const way = isAsked
    ? 'Запрос отправлен в налоговую: повторите через минуту'
    : 'Проверьте его на npd.nalog.ru и отметьте в карточке поставщика'
  return {
    code: 'payment.npd-unchecked',
    message: `${refusals['payment.npd-unchecked'][1]}. ${way}`,
  }
}

/** A word that a person gave is read again by whoever lets the money go. */
export function handMarkWords(word: NpdWord | undefined): string[] {
  return word?.source === 'person' ? [`статус НПД отмечен вручную: ${word.said ?? ''}`] : []
}

export async function keepNpdWords(
  tx: Tx,
  paymentIds: readonly string[],
  words: TaxStatus['words'],
): Promise<void> {
  for (const id of paymentIds) {
    const word = words.get(id)
    if (word) await noteNpdWord(tx, id, word.check_id!)
  }
}

/** Asked when it is saved, the answer is there when the second person comes. */
export async function askAhead(tx: Tx, supplierId: string): Promise<void> {
  if (tx.services.config.npdUrl === undefined) return
  const [word] = await npdWords(tx, [supplierId])
  if (word?.inn && word.outcome === null) await wantCheck(tx, supplierId, word.inn)
}
