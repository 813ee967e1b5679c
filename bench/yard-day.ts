import { playDay } from '#test/yard-day/play-day.ts'
import { tell } from './tell.ts'
import type { YardBench } from './yard-bench.ts'

const VISITS = 300
/** Twenty of the server and twenty of the agent. */
const KILLS = 40
const SPEED = 20

/** The whole day of 300 visits at two posts; anything lost, doubled or weighed wrongly fails the run. */
export async function measureYardDay({ smoke, seed }: YardBench): Promise<void> {
  const day = await playDay({
    visits: smoke ? 20 : VISITS,
    kills: smoke ? 2 : KILLS,
    seed,
    speed: SPEED,
  })
  for (const line of [...day.log, ...day.complaints]) console.error(line)
  tell({ name: 'yard-day visits', value: day.visits, unit: 'visits' })
  for (const name of ['lost', 'doubled', 'wrong'] as const)
    tell({ name: `yard-day ${name}`, value: day[name], unit: 'visits', baseline: 0 })
  tell({
    name: 'yard-day kills',
    value: day.kills.server + day.kills.agent,
    unit: 'kills',
    ...day.kills,
  })
  const { repeated, offline, again, typed, denied } = day
  const seconds = { repeated, offline, again, typed, denied, seed, speed: SPEED }
  tell({ name: 'yard-day time', value: day.seconds, unit: 's', ...seconds })
  if (day.complaints.length > 0 || denied > 0 || typed > day.kills.agent) process.exitCode = 1
}
