import { playDay, type DaySettings } from '#test/yard-day/play-day.ts'
import { tell } from './tell.ts'
import type { YardBench } from './yard-bench.ts'

const SPEED = 20
const HOUR_MS = 3_600_000
/** Of so many loads without a link at most one may need to be typed in. */
const SEEN_SHARE = 10

/** A hundred short cuts of the agent's line; anything lost or doubled fails the run. */
export async function measureYardCuts({ smoke, seed }: YardBench): Promise<void> {
  await cutDay('yard-cuts', {
    visits: smoke ? 10 : 200,
    cuts: { times: smoke ? 3 : 100, ms: 1500 },
    seed,
  })
}

/** An hour without the line by the yard's clock, while the yard works on. */
export async function measureYardHour({ smoke, seed }: YardBench): Promise<void> {
  await cutDay('yard-hour', {
    visits: smoke ? 10 : 300,
    cuts: { times: 1, ms: smoke ? 5000 : HOUR_MS / SPEED },
    seed,
  })
}

async function cutDay(name: string, settings: Omit<DaySettings, 'kills' | 'speed'>): Promise<void> {
  const day = await playDay({ ...settings, kills: 0, speed: SPEED })
  for (const line of [...day.log, ...day.complaints]) console.error(line)
  tell({ name: `${name} visits`, value: day.visits, unit: 'visits' })
  for (const fault of ['lost', 'doubled', 'wrong', 'typed'] as const)
    tell({ name: `${name} ${fault}`, value: day[fault], unit: 'visits', baseline: 0 })
  const { repeated, offline, again, denied, seconds } = day
  const how = { repeated, offline, again, denied, seconds, speed: SPEED, ms: settings.cuts!.ms }
  tell({ name: `${name} cuts`, value: day.cuts, unit: 'cuts', ...how })
  // A load that a busy machine shows the agent too seldom to call it still is typed in.
  const unseen = day.typed * SEEN_SHARE > offline
  if (day.complaints.length > 0 || denied > 0 || unseen) process.exitCode = 1
}
