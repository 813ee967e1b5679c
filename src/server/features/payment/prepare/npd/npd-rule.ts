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
 * A self-employed payee is paid only on a day for which the tax service, or two people in its place, confirmed the status:
 * without it the company would have to withhold the tax (payments.md 3.16). A status that was not asked for yet is asked for
 * now.
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

/** How the payee's status will affect handing over, shown before the key is pressed. */
export interface StatusOutlook {
  /** Why no money goes to him today, a whole sentence. */
  readonly problem: string | null
  readonly warnings: readonly string[]
}

/** The outlook for the self-employed among these suppliers, by id. A status that can still be asked for stops nothing yet. */
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

/** The words of a status that people marked, shown again to the person who hands over the payment. */
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
