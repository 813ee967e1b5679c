import type { FlagCode } from '#contract/core/flags.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { payeeWords } from '#contract/supplier/payee-check.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import type { Tx } from '../../../db/handle.ts'
import { reviewFlags } from '../../../flags.ts'
import { namesOf } from '../../supplier/record/present-supplier.ts'
import { isPayeeMark, markWords } from '../payee/payee-marks.ts'
import type { LockedPayment } from '../payment-queries.ts'
import { reviewStamp, storeFlags } from './register-queries.ts'

function openMarks({ flags }: Pick<LockedPayment, 'flags'>): FlagCode[] {
  return flags.flatMap(({ code, reviewed_at }) => (isPayeeMark(code) && !reviewed_at ? [code] : []))
}

/** Another name than the supplier's is confirmed in words; everything else by the PIN that follows its warning. */
export function missingNote(
  row: LockedPayment,
  notes: ReadonlyMap<string, string>,
): RefusalCode | undefined {
  const differs = openMarks(row).includes('payee_differs')
  return differs && !notes.has(row.id) ? 'payment.payee-differs' : undefined
}

export function differenceOf({ method_snapshot: { check } }: LockedPayment): string {
  return `${payeeWords(check ?? null)}. Отправьте эту выплату с объяснением из её карточки`
}

// A dialog of a PIN is read, not leafed through.
const MOST_WARNINGS = 12

/** What the giver of the PIN confirms by it besides sums and names. */
export async function markWarnings(
  tx: Tx,
  rows: readonly LockedPayment[],
  notes: ReadonlyMap<string, string>,
): Promise<string[]> {
  const marked = rows.filter((row) => openMarks(row).length > 0)
  const shown = marked.slice(0, MOST_WARNINGS)
  const warnings: string[] = []
  for (const row of shown) {
    const words = openMarks(row).map((code) => markWords(code, row.method_snapshot.check ?? null))
    const note = notes.get(row.id)
    if (note !== undefined) words.push(`объяснение: ${note}`)
    const [name] = rows.length > 1 ? await namesOf(tx, [row.supplier_id]) : []
    warnings.push([name, words.join('; ')].filter(Boolean).join(': '))
  }
  const more = marked.length - shown.length
  return more > 0 ? [...warnings, `и ещё выплат с отметками: ${more}`] : warnings
}

/** The approver has seen what is marked: the marks keep who looked, when, and why the difference is none. */
export async function confirmMarks(
  tx: Tx,
  rows: readonly LockedPayment[],
  approverId: string,
  notes: ReadonlyMap<string, string>,
): Promise<void> {
  const marked = rows.filter((row) => openMarks(row).length > 0)
  if (marked.length === 0) return
  const { at, by } = await reviewStamp(tx, approverId)
  for (const row of marked) {
    const marks = openMarks(row)
    const note = notes.get(row.id)
    const plain = marks.filter((code) => code !== 'payee_differs')
    const seen = reviewFlags(row.flags, plain, { at, by })
    await storeFlags(tx, row.id, reviewFlags(seen, ['payee_differs'], { at, by, note }))
    addAuditEvent(tx, {
      action: 'payment.review',
      entity: 'payment',
      id: row.id,
      after: { flags: marks, ...(note !== undefined && { note }) },
      approverId,
    })
  }
}
