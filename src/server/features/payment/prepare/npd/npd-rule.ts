import { refusals } from '#contract/core/refusals.ts'
import type { Db, Tx } from '../../../../db/handle.ts'
import { npdWords, wantCheck, type NpdWord } from '../../../supplier/npd/npd-queries.ts'
import type { LockedPayment } from '../../payment-queries.ts'
import { noteNpdWord } from './npd-payment-queries.ts'

interface Held {
  readonly code: 'payment.npd-lost' | 'payment.npd-unchecked'
  readonly message: string
}

export interface TaxStatus {
  /** Payments that may not go today, with the reason in words. */
  readonly unpayable: ReadonlyMap<string, Held>
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
  const unpayable = new Map<string, Held>()
  const words = new Map<string, NpdWord>()
  for (const row of real) {
    const word = bySupplier.get(row.supplier_id)
    if (!word) continue
    if (word.outcome === 'payer') words.set(row.id, word)
    else unpayable.set(row.id, await hold(tx, word))
  }
  return { unpayable, words }
}

async function hold(tx: Tx, word: NpdWord): Promise<Held> {
  if (word.outcome === 'not_payer') return { code: 'payment.npd-lost', message: lostWords(word) }
  const isAsked = canAsk(tx, word)
  if (isAsked) await wantCheck(tx, word.supplier_id, word.inn!)
  const way = isAsked ? 'Запрос отправлен в налоговую: повторите через минуту' : BY_HAND
  return { code: 'payment.npd-unchecked', message: `${UNCHECKED}. ${way}` }
}

const UNCHECKED = refusals['payment.npd-unchecked'][1]
const BY_HAND = 'Проверьте его на npd.nalog.ru и отметьте в карточке поставщика'

const lostWords = ({ said }: NpdWord): string =>
  `${refusals['payment.npd-lost'][1]}. Сказано сегодня: ${said ?? ''}`

const canAsk = ({ services }: Db, { inn }: NpdWord): boolean =>
  services.config.npdUrl !== undefined && inn !== null

/** What the status of a payee makes of handing over, told before the press. */
export interface StatusOutlook {
  /** Why no money goes to him today, a whole sentence. */
  readonly problem: string | null
  readonly warnings: readonly string[]
}

/** Of the self-employed among these suppliers, by id. What the tax service can still be asked stops nothing yet. */
export async function foretellTaxStatus(
  db: Db,
  supplierIds: readonly string[],
): Promise<ReadonlyMap<string, StatusOutlook>> {
  const words = await npdWords(db, [...new Set(supplierIds)])
  return new Map(words.map((word) => [word.supplier_id, outlookOf(db, word)]))
}

function outlookOf(db: Db, word: NpdWord): StatusOutlook {
  if (word.outcome === 'payer') return { problem: null, warnings: handMarkWords(word) }
  if (word.outcome === 'not_payer') return { problem: lostWords(word), warnings: [] }
  if (!canAsk(db, word)) return { problem: `${UNCHECKED}. ${BY_HAND}`, warnings: [] }
  return {
    problem: null,
    warnings: ['Статус НПД на сегодня ещё не подтверждён: спросим налоговую'],
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
