import { visitCalls } from '#contract/visit/visit.ts'
import type { Visit } from '#contract/visit/visit-entities.ts'
import type { LoadRecord } from '#simulators/yard/journal.ts'
import type { CallServer } from './call-server.ts'
import type { DayPlan } from './plan-day.ts'

export interface Verdict {
  /** Visits of the simulation that are missing in the product, or still open there. */
  readonly lost: number
  /** Visits that the product has more than once, or that never were. */
  readonly doubled: number
  /** Closed visits whose net differs from the simulation. */
  readonly wrong: number
  /** One line each, for the search of the cause. */
  readonly complaints: readonly string[]
}

const PAGE = 200

/** Compares the product's journal with the simulation: one closed visit a plate or waybill, its net to the gram. */
export async function judgeDay(
  call: CallServer,
  plan: DayPlan,
  loads: readonly LoadRecord[],
): Promise<Verdict> {
  const visits = await readJournal(call)
  const trueNets = netsOf(plan, loads)
  const found = Map.groupBy(visits, ({ carnumber, waybill_number }) => carnumber ?? waybill_number)
  const complaints: string[] = []
  const count = { lost: 0, doubled: 0, wrong: 0 }
  const complain = (kind: keyof typeof count, text: string) => {
    count[kind]++
    complaints.push(`${kind}: ${text}`)
  }
  for (const [key, net_g] of trueNets) {
    const rows = found.get(key) ?? []
    const closed = rows.filter(({ status }) => status === 'closed')
    if (closed.length === 0) complain('lost', `${key}, ${net_g} g`)
    if (rows.length > 1) complain('doubled', `${key}: ${rows.map((row) => row.number).join()}`)
    for (const row of closed)
      if (row.net_g !== net_g) complain('wrong', `${key}: ${row.net_g} instead of ${net_g} g`)
  }
  for (const [key, rows] of found)
    if (key === null || !trueNets.has(key)) complain('doubled', `${key} never came: ${rows.length}`)
  return { ...count, complaints }
}

/** The true load of each visit: the first weight less the last one, products whole; a repeated arrival changes nothing. */
function netsOf(plan: DayPlan, loads: readonly LoadRecord[]): Map<string, number> {
  const byKey = Map.groupBy(loads, ({ plate }) => plate ?? '')
  return new Map(
    plan.posts
      .flat()
      .filter(({ last }) => last)
      .map(({ key, post }) => {
        const masses = byKey.get(key)!.map(({ rounded_g }) => rounded_g)
        return [key, post === 1 ? masses[0]! - masses.at(-1)! : masses[0]!]
      }),
  )
}

async function readJournal(call: CallServer): Promise<Visit[]> {
  const visits: Visit[] = []
  for (let offset = 0; ; offset += PAGE) {
    const page = await call(visitCalls.getAll, {
      query: { filter: { limit: PAGE, offset, with: ['rows'] } },
    })
    if (page.is !== 'done') throw new Error(`the journal is ${page.is}`)
    visits.push(...page.answer.items)
    if (page.answer.items.length < PAGE) return visits
  }
}
