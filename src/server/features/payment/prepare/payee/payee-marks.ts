import { flagAreas, flagTitles, type Flag, type FlagCode } from '#contract/core/flags.ts'
import { payeeWords, type PayeeCheck } from '#contract/supplier/payee-check.ts'
import type { Db } from '../../../../db/handle.ts'
import { isApiProvider, providerOf } from '../../../bank/providers/all.ts'
import type { MethodRow } from '../../../supplier/method/method-queries.ts'
import { payeeFactsOf, type PayeeFacts } from './payee-queries.ts'

/** Flags of the destination that the person who confirms a payment should see (payments.md 10.2). */
export async function payeeMarks(db: Db, method: MethodRow, adapter: string): Promise<Flag[]> {
  const [facts] = await payeeFactsOf(db, [method.id])
  const at = new Date().toISOString()
  return marksOf(method, facts!, adapter).map((code) => {
    const why = tieWords(code, facts!)
    return { code, at, ...(why && { why }) }
  })
}

function tieWords(code: FlagCode, { staff, same_contact }: PayeeFacts): string | null {
  if (code === 'staff') return staff
  return code === 'same_contact' ? same_contact : null
}

function marksOf(method: MethodRow, facts: PayeeFacts, adapter: string): FlagCode[] {
  const outcome = method.payee_check?.outcome
  const unnamed = outcome !== 'match' && outcome !== 'differs' && namesPayee(adapter, method.kind)
  const marks: Partial<Record<FlagCode, boolean>> = {
    payee_differs: outcome === 'differs',
    payee_unnamed: unnamed,
    holder_mismatch: method.holder_match !== 'match',
    shared: method.shared,
    same_elsewhere: facts.same_elsewhere && !method.shared,
    method_changed: method.recently_changed,
    first_to_method: !facts.paid_before,
    staff: facts.staff !== null,
    same_contact: facts.same_contact !== null,
    new_supplier: facts.is_new,
  }
  return (Object.keys(marks) as FlagCode[]).filter((code) => marks[code])
}

/** Whether the bank of an agreement tells whose the destinations of this kind are. */
export function namesPayee(adapter: string, kind: string): boolean {
  const provider = providerOf(adapter)
  return kind === 'sbp' && isApiProvider(provider) && provider.namesPayees === true
}

const MARKS: readonly FlagCode[] = [
  'payee_differs',
  'payee_unnamed',
  'holder_mismatch',
  'shared',
  'same_elsewhere',
  'method_changed',
  'first_to_method',
]

/** The marks of a payment that its approver confirms by letting it go. */
export function isPayeeMark(code: FlagCode): boolean {
  return MARKS.includes(code)
}

/**
 * Flags that the approver reads and a third person reviews: two people with ties to their payees could confirm each other.
 */
export const isTie = (code: FlagCode) => code in flagAreas.tie

/** A mark in words; what the bank told stands for its own. */
export function markWords(
  { code, why }: Pick<Flag, 'code' | 'why'>,
  check: PayeeCheck | null,
): string {
  if (isTie(code)) return why ? `${flagTitles[code]}: ${why}` : flagTitles[code]
  return code === 'payee_differs' || code === 'payee_unnamed' ? payeeWords(check) : flagTitles[code]
}

/** The reasons stored with the payment, and who has since left a payment to this payee unexplained. */
export function withDoubt(
  saved: PayeeCheck | undefined,
  present: PayeeCheck | undefined,
): PayeeCheck | null {
  if (!saved) return null
  const isSame = present?.outcome === saved.outcome && present.told_name === saved.told_name
  return isSame && present.unexplained ? { ...saved, unexplained: present.unexplained } : saved
}

interface PlannedPayee {
  readonly method: MethodRow
  readonly config: { readonly adapter: string } | undefined
  readonly facts: ReadonlyMap<string, PayeeFacts>
}

/** Warnings of a plan beside the reasons for a second person, which name the other flags. */
export function planWarnings(
  supplier: { readonly doc_expired: boolean; readonly paid_before: boolean },
  planned: PlannedPayee | undefined,
): string[] {
  const { method, config, facts } = planned ?? {}
  const known = method && facts?.get(method.id)
  const marks = known && config ? marksOf(method, known, config.adapter) : []
  const told = marks.filter(
    (code) =>
      PLAN_MARKS.has(code) || isTie(code) || (code === 'first_to_method' && supplier.paid_before),
  )
  return [
    ...(supplier.doc_expired ? ['Документ поставщика просрочен'] : []),
    ...told.map((code) =>
      markWords({ code, why: tieWords(code, known!) ?? undefined }, method?.payee_check ?? null),
    ),
  ]
}

const PLAN_MARKS: ReadonlySet<FlagCode> = new Set([
  'payee_differs',
  'payee_unnamed',
  'same_elsewhere',
])
