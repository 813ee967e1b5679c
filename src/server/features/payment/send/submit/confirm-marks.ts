import type { FlagCode } from '#contract/core/flags.ts'
import { payeeWords, type PayeeCheck } from '#contract/supplier/payee-check.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import type { Tx } from '../../../../db/handle.ts'
import { reviewFlags } from '../../../../flags.ts'
import { npdWords } from '../../../supplier/npd/npd-queries.ts'
import { namesOf } from '../../../supplier/record/present-supplier.ts'
import { retryWords } from '../../prepare/create/retries.ts'
import { repeatsOf } from '../../prepare/create/retry-queries.ts'
import { handMarkWords } from '../../prepare/npd/npd-rule.ts'
import { isPayeeMark, isTie, markWords, withDoubt } from '../../prepare/payee/payee-marks.ts'
import { knownChecks } from '../../prepare/payee/payee-queries.ts'
import type { LockedPayment } from '../../payment-queries.ts'
import { reviewStamp, storeFlags } from './register-queries.ts'

/** Also those that were reviewed among the exceptions: the giver of the PIN answers for what that person has seen. */
function marksOf({ flags }: Pick<LockedPayment, 'flags'>): FlagCode[] {
  return flags.flatMap(({ code }) => (isPayeeMark(code) ? [code] : []))
}

const isOfAnother = (row: LockedPayment) => marksOf(row).includes('payee_differs')

/**
 * Another name than the supplier's is confirmed in words; everything else by the PIN that follows its warning. A sentence of what
 * is missing, undefined where nothing is.
 */
export function missingNote(
  row: LockedPayment,
  notes: ReadonlyMap<string, string>,
  present: ReadonlyMap<string, PayeeCheck>,
): string | undefined {
  if (isOfAnother(row))
    return notes.has(row.id)
      ? undefined
      : `${payeeWords(row.method_snapshot.check ?? null)}. Отправьте эту выплату с объяснением из её карточки`
  // What was saved is frozen: neither its marks nor its need of a second person know what the bank said since.
  const check = present.get(row.payment_method_id)
  return check?.outcome === 'differs'
    ? `${payeeWords(check)}, когда выплата была уже сохранена. Отмените её и создайте заново`
    : undefined
}

// A dialog of a PIN is read, not leafed through. Another payee than the supplier is never left out of it.
const MOST_WARNINGS = 12

export interface MarkWarnings {
  /** As many as a dialog holds. */
  readonly shown: readonly string[]
  /** Of every payment, by its id: the PIN is bound to what it lets go, also where only its number is shown. */
  readonly all: Readonly<Record<string, readonly string[]>>
}

/** Flags that the person confirms by the PIN, besides sums and names. */
export async function markWarnings(
  tx: Tx,
  rows: readonly LockedPayment[],
  notes: ReadonlyMap<string, string>,
): Promise<MarkWarnings> {
  const words = await wordsOfMarks(tx, rows, notes)
  const marked = rows.filter(({ id }) => words[id]!.length > 0)
  const ofOthers = marked.filter(isOfAnother)
  const plain = marked.filter((row) => !isOfAnother(row))
  const told = [...ofOthers, ...plain.slice(0, MOST_WARNINGS)]
  const shown: string[] = []
  for (const row of told) {
    const [name] = rows.length > 1 ? await namesOf(tx, [row.supplier_id]) : []
    shown.push([name, words[row.id]!.join('; ')].filter(Boolean).join(': '))
  }
  const more = marked.length - told.length
  return { shown: more > 0 ? [...shown, `и ещё выплат с отметками: ${more}`] : shown, all: words }
}

/** The marks of each payment, what it repeats, and why it goes all the same. */
async function wordsOfMarks(
  tx: Tx,
  rows: readonly LockedPayment[],
  notes: ReadonlyMap<string, string>,
): Promise<Record<string, string[]>> {
  const ids = rows.map(({ id }) => id)
  const repeats = Map.groupBy(await repeatsOf(tx, ids), (part) => part.repeated_in)
  const methodIds = rows.filter(isOfAnother).map((row) => row.payment_method_id)
  const known = new Map(
    (await knownChecks(tx, methodIds)).map((one) => [one.payment_method_id, one]),
  )
  const paid = rows.filter(({ is_test }) => !is_test).map((row) => row.supplier_id)
  const npd = new Map((await npdWords(tx, paid)).map((word) => [word.supplier_id, word]))
  return Object.fromEntries(
    rows.map((row) => {
      const check = withDoubt(row.method_snapshot.check, known.get(row.payment_method_id))
      const retries = retryWords(repeats.get(row.id) ?? [])
      const note = notes.get(row.id)
      return [
        row.id,
        [
          ...row.flags
            .filter(({ code }) => isPayeeMark(code) || isTie(code))
            .map((flag) => markWords(flag, check)),
          ...handMarkWords(npd.get(row.supplier_id)),
          ...retries.map((retry) => `повтор: ${retry.words}`),
          ...(note === undefined ? [] : [`объяснение: ${note}`]),
        ],
      ]
    }),
  )
}

/** The approver has seen what is marked: the marks keep who looked, when, and why the difference is none. */
export async function confirmMarks(
  tx: Tx,
  rows: readonly LockedPayment[],
  approverId: string,
  notes: ReadonlyMap<string, string>,
): Promise<void> {
  const marked = rows.filter((row) => marksOf(row).length > 0)
  if (marked.length === 0) return
  const { at, by } = await reviewStamp(tx, approverId)
  for (const row of marked) {
    const marks = marksOf(row)
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
