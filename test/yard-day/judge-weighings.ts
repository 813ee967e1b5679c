import type { World } from '../support/world.ts'
import type { DayPlan } from './plan-day.ts'

/**
 * Reads the tables themselves after a day: every vehicle and load of products was weighed once per time on the scale, in its
 * own visit, with the weight of its signed reading; what came without a link, was typed or lacks a picture is flagged. One line
 * for each deviation.
 */
export async function judgeWeighings(
  { own, services }: World,
  plan: DayPlan,
  cameras: boolean,
): Promise<string[]> {
  const rows = await services.q
    .selectFrom('weighing as w')
    .leftJoin('visit as t', (join) =>
      join.onRef('t.company_id', '=', 'w.company_id').onRef('t.id', '=', 'w.visit_id'),
    )
    .where('w.company_id', '=', own.id)
    .orderBy('w.taken_at')
    .selectAll('w')
    .select(['t.carnumber', 't.waybill_number', 't.flags'])
    .execute()
  const files = await services.q
    .selectFrom('file')
    .where('company_id', '=', own.id)
    .select('id')
    .execute()
  const kept = new Set(files.map(({ id }) => id))
  const complaints: string[] = []
  const weighed = new Map<string, number[]>()
  for (const row of rows) {
    const key = row.waybill_number ?? row.carnumber ?? `weighing ${row.id} of no visit`
    const complain = (text: string) => complaints.push(`${key}, ${row.kind}: ${text}`)
    const flags = (row.flags as { code: string }[] | null)?.map(({ code }) => code) ?? []
    const reading = row.reading as { weight_g: number; episode_id: string } | null
    // The other end of a typed visit of products is zero.
    if (row.weight_g > 0) weighed.set(key, [...(weighed.get(key) ?? []), row.weight_g])
    if (row.source === 'scale' && reading?.weight_g !== row.weight_g)
      complain(`${row.weight_g} g, but its reading says ${String(reading?.weight_g)}`)
    if (row.source === 'scale' && reading?.episode_id !== row.episode_id)
      complain('stands for another load than its reading')
    if (row.offline && !flags.includes('offline')) complain('came without a link, unmarked')
    if (row.source === 'manual' && !flags.includes('manual')) complain('is typed, unmarked')
    const photographed = row.photos.length > 0 || !cameras || row.source !== 'scale'
    if (!photographed && !flags.includes('no_photo')) complain('has no photo, unmarked')
    if (row.photos.some((id) => !kept.has(id))) complain('names a photo that is not kept')
  }
  const expected = Map.groupBy(plan.posts.flat(), ({ key }) => key)
  for (const [key, stops] of expected) {
    const due = stops.map(({ mass_kg }) => Math.round(mass_kg * 1000)).join()
    const found = weighed.get(key)?.join() ?? 'nothing'
    if (found !== due) complaints.push(`${key}: weighed ${found} instead of ${due}`)
  }
  for (const key of weighed.keys())
    if (!expected.has(key)) complaints.push(`${key} was weighed and never came`)
  return complaints
}
