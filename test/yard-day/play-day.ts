import { setTimeout as sleep } from 'node:timers/promises'
import { weight } from '#contract/device/device.ts'
import { callServer, type CallServer } from './call-server.ts'
import { judgeDay, type Verdict } from './judge-day.ts'
import { workPost, type Worked } from './operator.ts'
import { planDay, randomOf } from './plan-day.ts'
import { standBetween, type Between } from '../failures/tcp-between.ts'
import { judgeWeighings } from './judge-weighings.ts'
import { startProduct, type Part, type RunningProduct } from './running-product.ts'
import { yardControl } from './yard-control.ts'

export interface DaySettings {
  readonly visits: number
  /** Kills of the server and of the agent together, at random moments; the other one keeps running meanwhile. */
  readonly kills: number
  readonly seed: number
  readonly speed: number
  /** The line between agent and server is cut at random moments for so long each, instead of kills. */
  readonly cuts?: { readonly times: number; readonly ms: number }
  /** What else is broken meanwhile, at random moments; `once` resolves when all is whole again. */
  readonly breaks?: { readonly times: number; once(note: (text: string) => void): Promise<void> }
  /** Every weighing is photographed, which costs more than all the rest. */
  readonly cameras?: boolean
}

export interface Day extends Verdict, Worked {
  readonly visits: number
  readonly kills: Record<Part, number>
  readonly cuts: number
  readonly breaks: number
  readonly seconds: number
  /** Kills and what was out of the ordinary, each with its time. */
  readonly log: readonly string[]
}

/** A whole simulated day against the running product; afterwards the product's records are compared with the simulation. */
export async function playDay(settings: DaySettings): Promise<Day> {
  const { visits, kills, seed, speed, cuts, breaks, cameras = false } = settings
  const plan = planDay(visits, seed)
  let line: Between | undefined
  const server = async (port: number) => (line = await standBetween(port)).port
  const product = await startProduct({ speed, seed, cameras, ...(cuts && { between: { server } }) })
  try {
    const startedAt = performance.now()
    const yard = yardControl(product.yardUrl)
    const people = product.world.own
    const call = callServer(product.url, people.operator.api.token!)
    const log: string[] = []
    const note = (text: string) => void log.push(`${new Date().toISOString()} ${text}`)
    let brokenAt = performance.now()
    const breaking = (text: string) => {
      brokenAt = performance.now()
      note(text)
    }
    let passed = 0
    let over = false
    const working = Promise.all(
      plan.posts.map((stops) =>
        workPost({
          call,
          people,
          yard,
          stops,
          note,
          log,
          brokenAt: () => brokenAt,
          cutMs: cuts?.ms ?? 0,
          passed: () => void passed++,
        }),
      ),
    ).finally(() => (over = true))
    const total = plan.posts.flat().length
    const progress = () => (over ? total : passed)
    const [killed, cut, broken, worked] = await Promise.all([
      killAtRandom(product, call, { kills, seed, total, progress, note: breaking }),
      line && cuts ? cutAtRandom(line, cuts, { seed, total, progress, note: breaking }) : 0,
      breaks ? breakAtRandom(breaks, { seed, total, progress, note: breaking }) : 0,
      working,
    ])
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const verdict = await judgeDay(call, plan, await yard.journal())
    const complaints = [
      ...verdict.complaints,
      ...(await judgeWeighings(product.world, plan, cameras)),
    ]
    const sum = (name: keyof Worked) => worked.reduce((all, one) => all + one[name], 0)
    return {
      visits,
      ...verdict,
      complaints,
      kills: killed,
      cuts: cut,
      breaks: broken,
      repeated: sum('repeated'),
      offline: sum('offline'),
      again: sum('again'),
      typed: sum('typed'),
      denied: sum('denied'),
      seconds,
      log,
    }
  } finally {
    await product.close()
    await line?.close()
  }
}

/** Longest time between the vehicle that calls for a kill and the kill, and between the kill and the new start. */
const DELAY_MS = 1500
const AWAY_MS = 1500
const GLANCE_MS = 20
/** Share of the day after which nothing is killed, so that the last kill still meets vehicles. */
const KILLED_UNTIL = 0.9

interface Breaking {
  readonly seed: number
  readonly total: number
  /** Vehicles that left; all of them when the day ended before its time. */
  progress(): number
  note(text: string): void
}

interface Killing extends Breaking {
  readonly kills: number
}

async function killAtRandom(
  product: RunningProduct,
  call: CallServer,
  { kills, seed, total, progress, note }: Killing,
): Promise<Record<Part, number>> {
  // Not the day's own row, or kills and vehicles would move together.
  const random = randomOf(seed + 1)
  const due = Array.from({ length: kills }, () => Math.floor(random() * total * KILLED_UNTIL))
  const done = { server: 0, agent: 0 }
  for (const [i, after] of due.toSorted((a, b) => a - b).entries()) {
    while (progress() < after) await sleep(GLANCE_MS)
    await sleep(random() * DELAY_MS)
    if (progress() === total) break
    const part = i % 2 === 0 ? 'server' : 'agent'
    note(`${part} killed`)
    await product.kill(part, random() * AWAY_MS)
    note(`${part} ready`)
    done[part]++
    // A vehicle that neither of the two saw could only be typed in by hand.
    while ((await call(weight.get, { query: { post: 1 } })).is !== 'done') await sleep(GLANCE_MS)
  }
  return done
}

/** Cuts the line while vehicles come and go; a cut ends early when the last one has left. */
async function cutAtRandom(
  line: Between,
  { times, ms }: NonNullable<DaySettings['cuts']>,
  { seed, total, progress, note }: Breaking,
): Promise<number> {
  const random = randomOf(seed + 2)
  const due = Array.from({ length: times }, () => Math.floor(random() * total * KILLED_UNTIL))
  let done = 0
  for (const after of due.toSorted((a, b) => a - b)) {
    while (progress() < after) await sleep(GLANCE_MS)
    await sleep(random() * DELAY_MS)
    if (progress() === total) break
    note('line cut')
    line.cut(true)
    const until = performance.now() + ms
    while (performance.now() < until && progress() < total) await sleep(GLANCE_MS)
    line.cut(false)
    done++
  }
  return done
}

/** One after the other until the last vehicle has left. */
async function breakAtRandom(
  { times, once }: NonNullable<DaySettings['breaks']>,
  { seed, total, progress, note }: Breaking,
): Promise<number> {
  const random = randomOf(seed + 3)
  let done = 0
  for (; done < times && progress() < total; done++) {
    await sleep(random() * DELAY_MS)
    await once(note)
  }
  return done
}
