import type { Transaction } from '#contract/transaction-entities.ts'
import type { WeightActLine } from '#contract/weight-act-entities.ts'
import { kg } from '#web/ui/format.ts'

/** A deduction while it is typed: its reason or its grams may be wanting still. */
export interface TypedDeduction {
  reason: string | null
  grams: number | null
}

/** What a line loses before contamination; a pack that was emptied is null until the field is left. */
export interface Cuts {
  pack_g: number | null
  deductions: TypedDeduction[]
}

// The contract's bound of a line.
const MOST = 10

export const NO_CUTS: Cuts = { pack_g: 0, deductions: [] }

/** The pack that was typed at a platform is that of its one drop. */
export const cutsOf = ({ drops, pack_g }: Pick<Transaction, 'drops' | 'pack_g'>): Cuts => ({
  ...NO_CUTS,
  pack_g: drops.length === 1 ? pack_g : 0,
})

export const hasCuts = ({ pack_g, deductions }: Cuts) => pack_g !== 0 || deductions.length > 0

/** The entries to draw: those that are typed and, while there is room, an empty one to type the next in. */
export function slotsOf({ deductions }: Cuts): TypedDeduction[] {
  const whole = deductions.length >= MOST
  return whole ? deductions : [...deductions, { reason: null, grams: null }]
}

/** The entries after one of them was typed in; one that lost both its reason and its grams goes. */
export function withDeduction(cuts: Cuts, place: number, part: Partial<TypedDeduction>) {
  const slots = slotsOf(cuts).map((one, at) => (at === place ? { ...one, ...part } : one))
  return slots.filter(({ reason, grams }) => reason !== null || grams !== null)
}

/** What a line that is taken away leaves to another one of its drop. */
export function inherited(heir: Cuts, gone: Cuts): Cuts {
  return {
    pack_g: (heir.pack_g ?? 0) + (gone.pack_g ?? 0),
    deductions: [...heir.deductions, ...gone.deductions],
  }
}

/** The part of a line's body; the pack is always told, or the server takes that of the scale off again. */
export function cutsBody({ pack_g, deductions }: Cuts) {
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

/** What can be reckoned already: an entry that is half typed waits. */
export function settled<R extends Cuts>(row: R): R {
  const deductions = row.deductions.filter(({ reason, grams }) => reason && grams)
  return { ...row, deductions }
}

/** What is half typed, by the path of its field under `path`, the line's own. */
export function cutsProblems({ deductions }: Cuts, path: string): Record<string, string> {
  return Object.fromEntries(
    deductions.flatMap(({ reason, grams }, place) => [
      ...(reason ? [] : [[`${path}.deductions.${place}.reason`, 'Выберите причину вычета']]),
      ...(grams ? [] : [[`${path}.deductions.${place}.grams`, 'Впишите вес вычета']]),
    ]),
  )
}

/** «Упаковка 6 кг · Вода 40 кг»; empty where nothing was taken off. */
export function cutsText(
  line: Pick<WeightActLine, 'deductions'> & { pack_g: number | null },
): string {
  const pack = line.pack_g ? [`Упаковка ${kg(line.pack_g)}`] : []
  return [...pack, ...line.deductions.map(({ reason, grams }) => `${reason} ${kg(grams)}`)].join(
    ' · ',
  )
}
