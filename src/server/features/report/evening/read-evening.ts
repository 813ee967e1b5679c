import { flagTitles } from '#contract/core/flags.ts'
import type { EveningFigures } from '#contract/report/evening.ts'
import type { Tx } from '../../../db/handle.ts'
import { readDays } from '../dashboard/day-queries.ts'
import { flagsRaised, type FlagPlace, type Span } from '../exceptions/exception-queries.ts'
import { recordTitle, screenOf } from '../exceptions/exception-words.ts'
import { flagsOf } from '../exceptions/flag-queries.ts'
import { readAverageOfAll } from '../kinds/answers/average-prices-queries.ts'
import { readMoneyAndLoads, readSpan, sitesOf, spanOfDay } from './evening-queries.ts'

/** A flag as the letter names it. */
export interface DearFlag extends FlagPlace {
  readonly title: string
  readonly record: string
  readonly href: string
}

export interface Evening {
  readonly day: string
  readonly company: EveningFigures
  /** None of a company with a single site. */
  readonly sites: readonly (EveningFigures & { readonly id: string; readonly name: string })[]
  readonly dearest: readonly DearFlag[]
  /** What was bought on the day before after it had been told. */
  readonly late: { readonly day: string; readonly net_g: number; readonly total_kop: number } | null
}

/** So many exceptions are named; the link leads to all. */
const NAMED = 5

/** The day of a company, together and by site. */
export async function readEvening(tx: Tx, day: string, zone: string): Promise<Evening> {
  const { told, ...span } = await readSpan(tx, day, zone)
  const raised = await flagsRaised(tx, span, NAMED)
  const figuresOf = (siteId: string | null) => readFigures(tx, { day, zone, siteId }, span, raised)
  const sites = await sitesOf(tx)
  const bySite: Evening['sites'][number][] = []
  if (sites.length > 1)
    for (const site of sites) bySite.push({ ...site, ...(await figuresOf(site.id)) })
  return {
    day,
    company: await figuresOf(null),
    sites: bySite,
    dearest: await nameFlags(tx, raised.places),
    late: told ? await lateOf(tx, told) : null,
  }
}

/** The day of a company until now. */
export async function readDaySoFar(tx: Tx, day: string, zone: string): Promise<EveningFigures> {
  const span = await spanOfDay(tx, day, zone)
  return readFigures(tx, { day, zone, siteId: null }, span, await flagsRaised(tx, span, 0))
}

async function readFigures(
  tx: Tx,
  place: { readonly day: string; readonly zone: string; readonly siteId: string | null },
  span: Span,
  raised: Awaited<ReturnType<typeof flagsRaised>>,
): Promise<EveningFigures> {
  const { day, zone, siteId } = place
  const purchases = await purchasesOf(tx, day, siteId)
  const average = await readAverageOfAll(
    tx,
    { date_from: day, date_to: day, ...(siteId !== null && { site_id: siteId }) },
    zone,
  )
  const more = await readMoneyAndLoads(tx, place, span)
  const { count: exceptions = 0, kop: exceptions_kop = 0 } = raised.sites.get(siteId) ?? {}
  return { ...purchases, ...average, ...more, exceptions, exceptions_kop }
}

/** As the overview counts a day. */
async function purchasesOf(tx: Tx, day: string, siteId: string | null) {
  const place = { companyId: tx.companyId, siteId }
  const days = await readDays(tx, place, { from: day, to: day, before: day })
  const { acts, net_g, total_kop } = days.find((one) => one.day === day)!
  return { acts, net_g, total_kop }
}

async function lateOf(
  tx: Tx,
  told: { readonly day: string; readonly net_g: number; readonly total_kop: number },
): Promise<Evening['late']> {
  const now = await purchasesOf(tx, told.day, null)
  const late = { net_g: now.net_g - told.net_g, total_kop: now.total_kop - told.total_kop }
  return late.net_g === 0 && late.total_kop === 0 ? null : { day: told.day, ...late }
}

async function nameFlags(tx: Tx, places: readonly FlagPlace[]): Promise<DearFlag[]> {
  const named: DearFlag[] = []
  for (const place of places) {
    const rows = await flagsOf(tx, place.entity, [place.id])
    const row = rows.find(({ code }) => code === place.code)
    if (!row) continue
    const { entity, id, code, kop } = place
    const href = screenOf(entity, id)
    named.push({ entity, id, code, kop, title: flagTitles[code], record: recordTitle(row), href })
  }
  return named
}
