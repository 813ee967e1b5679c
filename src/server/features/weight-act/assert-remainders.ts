import { formatKg } from '#contract/core/input-text.ts'
import type { WeightActWithLines } from '#contract/weight-act/weight-act-entities.ts'
import { refuse } from '#http/refusal.ts'

/** Refuses `weight-act.sum-differs` unless the lines hold every drop exactly (I6), naming each drop that they do not. */
export function assertRemainders(rests: WeightActWithLines['rests']): void {
  const open = rests.filter(({ rest_g }) => rest_g !== 0)
  if (open.length === 0) return
  const fields = open.map((rest) => {
    const weight = `${formatKg(Math.abs(rest.rest_g))} кг`
    const problem =
      rest.rest_g > 0 ? `не распределено ${weight}` : `распределено на ${weight} больше веса`
    const words = `Заезд ${rest.transaction_number}, выгрузка ${rest.drop_no}: ${problem}`
    return [`drops.${rest.transaction_id}.${rest.drop_no}`, words]
  })
  refuse('weight-act.sum-differs', { fields: Object.fromEntries(fields) })
}
