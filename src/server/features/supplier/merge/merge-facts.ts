import { formatMoney } from '#contract/core/input-text.ts'
import type { Flag } from '#contract/core/flags.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import type { Tx } from '../../../db/handle.ts'
import { clearFlag, raiseFlag } from '../../../flags.ts'
import { balanceOf } from '../record/card-queries.ts'
import { decryptField, maskDocument, type IdentityDoc } from '../record/identity.ts'
import type { StoredSupplierRow } from '../record/supplier-queries.ts'
import { supplierName } from '../record/supplier-name.ts'

/** What a second person and a reviewer have to know of a merge. */
export interface MergeFacts {
  /** What is still owed for acts of the dropped record, and is paid to the kept one from now on. */
  readonly debt_kop: number
  /** How the records tell two people, a sentence each. */
  readonly differences: readonly string[]
  readonly words: readonly string[]
}

/** Read before the merge: afterwards the debt stands with the kept record. */
export async function readMergeFacts(
  tx: Tx,
  keep: StoredSupplierRow,
  drop: StoredSupplierRow,
): Promise<MergeFacts> {
  const { payable_kop: debt_kop, unpaid_acts } = await balanceOf(tx, drop.id)
  const differences = [
    differ('Документы разные', docOf(tx, keep), docOf(tx, drop)),
    keep.birth_date !== drop.birth_date &&
      differ('Даты рождения разные', dayWords(keep.birth_date), dayWords(drop.birth_date)),
    differ('ИНН разные', keep.inn, drop.inn),
  ].filter((words) => typeof words === 'string')
  const debt =
    debt_kop > 0
      ? `Долг ${formatMoney(debt_kop)}\u00a0₽, неоплаченных актов: ${unpaid_acts}. Теперь это платят не тому, кто в актах (${supplierName(drop)}), а этому поставщику: ${supplierName(keep)}`
      : 'Долга нет'
  return { debt_kop, differences, words: [...differences, debt] }
}

/**
 * The kept record's marks with one more where the records tell two people, or money moves between records of which nothing tells that they
 * are one. A mark of an earlier merge that nobody has looked at counts with it; one that was looked at gives way.
 */
export function markMerge(
  flags: readonly Flag[],
  { debt_kop, differences }: MergeFacts,
  reason: string | undefined,
): Flag[] {
  if (differences.length === 0 && debt_kop === 0) return [...flags]
  const earlier = flags.find(({ code }) => code === 'merged')
  const open = earlier && !earlier.reviewed_at ? (earlier.kop ?? 0) : 0
  const why = [reason, ...differences].filter(Boolean).join('. ').slice(0, 500)
  const facts = { kop: open + debt_kop, why }
  return raiseFlag(clearFlag(flags, 'merged'), 'merged', new Date().toISOString(), facts)
}

/** No two records of a company have one document or ИНН; one that a record lacks proves nothing. */
const differ = (title: string, one: string | null, two: string | null): string | false =>
  one !== null && two !== null && `${title}: ${one} и ${two}`

const docOf = (tx: Tx, { id, doc }: StoredSupplierRow): string | null =>
  doc && maskDocument(decryptField<IdentityDoc>(tx, id, 'doc', doc))

const dayWords = (day: string | null) => day && russianDay(day)
