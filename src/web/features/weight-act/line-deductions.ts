import type { Visit } from '#contract/visit/visit-entities.ts'
import type { WeightActLine } from '#contract/weight-act/weight-act-entities.ts'
import { kg } from '#web/ui/format.ts'

/** A deduction while it is typed: its reason or its grams may still be missing. */
export interface DeductionInput {
  reason: string | null
  grams: number | null
}

/** What a line loses before contamination; a pack that was emptied is null until the field is left. */
export interface LineDeductions {
  pack_g: number | null
  deductions: DeductionInput[]
}

// The contract's bound of a line.
const MOST = 10

export const NO_DEDUCTIONS: LineDeductions = { pack_g: 0, deductions: [] }

interface PackedVisit extends Pick<Visit, 'pack_g'> {
  readonly drops: readonly object[]
}

/** The pack that was typed at a platform belongs to its only unload. */
export const deductionsOf = ({ drops, pack_g }: PackedVisit): LineDeductions => ({
  ...NO_DEDUCTIONS,
  pack_g: drops.length === 1 ? pack_g : 0,
})

export const hasDeductions = ({ pack_g, deductions }: LineDeductions) =>
  pack_g !== 0 || deductions.length > 0

/** The entries to draw: those that are typed and, while there is room, an empty one to type the next in. */
export function slotsOf({ deductions }: LineDeductions): DeductionInput[] {
  const whole = deductions.length >= MOST
  return whole ? deductions : [...deductions, { reason: null, grams: null }]
}

/** The entries after one of them was edited; an entry that lost both its reason and its grams is removed. */
export function withDeduction(line: LineDeductions, place: number, part: Partial<DeductionInput>) {
  const slots = slotsOf(line).map((one, at) => (at === place ? { ...one, ...part } : one))
  return slots.filter(({ reason, grams }) => reason !== null || grams !== null)
}

/** Deductions that a removed line leaves to another line of its unload. */
export function addDeductions(heir: LineDeductions, gone: LineDeductions): LineDeductions {
  return {
    pack_g: (heir.pack_g ?? 0) + (gone.pack_g ?? 0),
    deductions: [...heir.deductions, ...gone.deductions],
  }
}

/**
 * The deductions in a line's body; the pack is always sent, otherwise the server would deduct the pack typed at the scale again.
 */
export function deductionsBody({ pack_g, deductions }: LineDeductions) {
  return {
    pack_g: pack_g ?? 0,
    ...(deductions.length > 0 && {
      deductions: deductions.map(({ reason, grams }) => ({
        reason: reason ?? '',
        grams: grams ?? Number.NaN,
      })),
    }),
  }
}

/** What can already be calculated: an incomplete entry waits. */
export function omitUnfinishedDeductions<R extends LineDeductions>(row: R): R {
  const deductions = row.deductions.filter(({ reason, grams }) => reason && grams)
  return { ...row, deductions }
}

/** Problems of incomplete entries, by the path of their fields under `path`, the line's own. */
export function deductionsProblems(
  { deductions }: LineDeductions,
  path: string,
): Record<string, string> {
  return Object.fromEntries(
    deductions.flatMap(({ reason, grams }, place) => [
      ...(reason ? [] : [[`${path}.deductions.${place}.reason`, 'Выберите причину вычета']]),
      ...(grams ? [] : [[`${path}.deductions.${place}.grams`, 'Впишите вес вычета']]),
    ]),
  )
}

/** «Упаковка 6 кг · Вода 40 кг»; empty where nothing was taken off. */
export function deductionsText(
  line: Pick<WeightActLine, 'deductions'> & { pack_g: number | null },
): string {
  const pack = line.pack_g ? [`Упаковка ${kg(line.pack_g)}`] : []
  return [...pack, ...line.deductions.map(({ reason, grams }) => `${reason} ${kg(grams)}`)].join(
    ' · ',
  )
}
