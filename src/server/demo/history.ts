import { isPrivatePerson } from '#contract/supplier/supplier-kinds.ts'
import type { Db } from '../db/handle.ts'
import type { Services } from '../services.ts'
import { phoneOwners } from './banks.ts'
import { recordAlarm } from '../features/instrument/alarms.ts'
import { listInstruments } from '../features/instrument/save-instrument.ts'
import type { DemoCatalogue, DemoProduct } from './catalogue.ts'
import { chance, type Chance } from './chance.ts'
import type { DemoClock } from './clock.ts'
import type { DemoCompany } from './companies.ts'
import type { Peers } from './config.ts'
import { addAct, inputOf, pay, scan, type Fate, type Paper } from './deals.ts'
import { handOf, leave } from './operator-steps.ts'
import type { DemoPeople } from './staff.ts'
import type { DemoSupplier } from './suppliers.ts'
import { addTrucks, addVisit, retiredAgent, type DemoScale, type Truck } from './visits.ts'

export interface DemoWorld {
  readonly home: DemoCompany
  readonly people: DemoPeople
  readonly catalogue: DemoCatalogue
  readonly suppliers: readonly DemoSupplier[]
}

const DAYS = 30
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A month of work up to this moment, done by the product's own commands under a clock that is set back. */
export async function addHistory(
  services: Services,
  clock: DemoClock,
  world: DemoWorld,
  peers: Peers,
): Promise<void> {
  // A payout of the past is followed at once, so no worker has to be signalled.
  const jobs = { ...services.jobs, enqueue: async () => undefined }
  const past = {
    ...services,
    q: clock.q,
    databaseOf: () => clock.q,
    urgentOf: () => clock.q,
    jobs,
    state: {},
  }
  const db: Db = { ...world.home.db, q: past.q, services: past }
  const dice = chance(7)
  const hands = {
    operator: await handOf(db, world.people.operator),
    manager: await handOf(db, world.people.manager),
  }
  const meter = chance(11)
  const trucks = await addTrucks(hands.operator, dice, peers.yard)
  const scale = await retiredAgent(db, world.home)
  const sellers = world.suppliers.filter(
    ({ status, doc }) => status === 'active' && (doc === null || doc.issued_at > '2000'),
  )
  await order(peers, 'owners', await phoneOwners(world.home.db))
  await bankSettles(peers, 0)
  for (let day = DAYS; day >= 0; day--) {
    if (day % 10 === 7) await clock.measure()
    await workDay({ peers, clock, world, scale, hands, trucks, sellers, dice, meter }, day)
  }
  await clock.measure()
  await bankSettles(peers, 1)
  await leave(db)
}

/** After how many questions the training bank calls a payout done; nought = at once, as the past long is. */
function bankSettles(peers: Peers, polls: number): Promise<void> {
  return order(peers, 'settings', { pending_polls: polls })
}

async function order(peers: Peers, what: string, body: unknown): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${peers.bankControl}/_ctl/${what}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  })
  if (!answer.ok) throw new Error(`training bank: ${answer.status} ${await answer.text()}`)
}

interface Yardwork {
  peers: Peers
  clock: DemoClock
  world: DemoWorld
  scale: DemoScale
  hands: { operator: Db; manager: Db }
  trucks: readonly Truck[]
  sellers: readonly DemoSupplier[]
  dice: Chance
  /** Readings of the control: apart, so that they change nothing else of the month. */
  meter: Chance
  /** Set once the one payout without an answer was made. */
  lost?: boolean
}

/** Seven trucks on a working day, three on a Sunday of the past. */
async function workDay(yard: Yardwork, daysAgo: number): Promise<void> {
  const { dice } = yard
  const now = Date.now()
  const midnight = midnightOf(now, daysAgo)
  const count = daysAgo > 0 && new Date(midnight).getUTCDay() === 0 ? 3 : 7
  const used = new Set<Truck>()
  for (let n = 0; n < count; n++) {
    const at = new Date(arrival(now, daysAgo, n) + dice.whole(0, SCATTER_MS))
    const truck = dice.pick(yard.trucks)
    if (used.has(truck)) continue
    used.add(truck)
    await addDeal(yard, { at, truck, daysAgo, n, count })
  }
  if (daysAgo === ALARM_DAYS_AGO) await turnAway(yard)
  if (daysAgo === 0) await onSite(yard, used)
}

const ALARM_DAYS_AGO = 12

/** One load of the month was turned away at the control: the journal tells of it, no act does. */
async function turnAway({ hands: { operator } }: Yardwork): Promise<void> {
  const { items } = await listInstruments(operator, { ...inputOf(undefined), query: {} })
  const body = {
    kind: 'radiation' as const,
    instrument_id: items[0]!.id,
    usv_h_milli: 640,
    carnumber: 'Е208МН750',
    note: 'Партия не принята: в кузове найден прибор со светосоставом. Сообщено в Роспотребнадзор',
  }
  await recordAlarm(operator, inputOf(body))
}

const midnightOf = (now: number, daysAgo: number) => Math.floor((now - daysAgo * DAY) / DAY) * DAY

export const SCATTER_MS = 20 * MINUTE
/** From the first weighing to the payout's beginning, at most. */
export const DEAL_MS = 53 * MINUTE

/**
 * The earliest moment at which truck `n` of a day comes, epoch ms: from eight in the morning in Moscow one about every hour
 * and a quarter, and today's all in the last hours, whatever the clock says. A weighing that is still to come would make
 * every true one older than the last.
 */
export function arrival(now: number, daysAgo: number, n: number): number {
  if (daysAgo > 0) return midnightOf(now, daysAgo) + (5 * 60 + n * 75) * MINUTE
  return now - (435 - n * 40) * MINUTE
}

interface DealPlan {
  at: Date
  truck: Truck
  daysAgo: number
  n: number
  count: number
}

async function addDeal(yard: Yardwork, { at, truck, daysAgo, n, count }: DealPlan): Promise<void> {
  const { clock, world, scale, hands, dice, meter, sellers } = yard
  const supplier = dice.pick(sellers)
  const product = chooseProduct(world.catalogue, supplier, dice)
  const minutes = dice.whole(14, 38)
  const loadKg = 20 * (product.metalClass === 'ferrous' ? dice.whole(60, 420) : dice.whole(6, 45))
  const tareKg = truck.tareKg
  const outAt = new Date(at.getTime() + minutes * MINUTE)
  await clock.set(outAt)
  const plan = {
    truck,
    at,
    minutes,
    inKg: tareKg + loadKg,
    outKg: tareKg,
    supplierId: supplier.id,
    productId: product.id,
  }
  const visitId = await addVisit(hands.operator, scale, plan)
  // The last truck of today waits for its act.
  if (daysAgo === 0 && n >= count - 2) return
  await clock.set(new Date(outAt.getTime() + 6 * MINUTE))
  const contaminationBp = Math.min(
    1400,
    Math.max(0, product.contaminationBp + 50 * dice.whole(-2, 6)),
  )
  const isDraft = daysAgo === 0 && n === count - 3
  const act = await addAct(
    hands.operator,
    { supplier, product, truck, visitId, contaminationBp, usvHMilli: 10 * meter.whole(9, 16) },
    isDraft,
  )
  const paper = paperOf(daysAgo, n)
  if (paper !== 'none') await scan(hands.operator, act, paper, dice)
  if (isDraft || supplier.method?.kind !== 'sbp' || act.total_kop === 0) return
  await clock.set(new Date(outAt.getTime() + 15 * MINUTE))
  const [amount, fate] = payout(act.total_kop, daysAgo, n, dice)
  if (amount === 0) return
  // The last payment of today is still on its way when the first person signs in.
  const isUnderWay = daysAgo === 0 && n === 3
  if (isUnderWay) await bankSettles(yard.peers, 6)
  const send = () => pay(hands.operator, hands.manager, supplier, act, amount, fate)
  await (daysAgo === LOST_DAYS_AGO && fate === 'sent' ? whileBankIsDown(yard, send) : send())
  if (isUnderWay) await bankSettles(yard.peers, 0)
}

// Long enough for the key's life to be over: nothing is sent again, and a person has to find out (payments.md 3.5).
const LOST_DAYS_AGO = 3

/** One payout of that day got no answer, and the bank knows nothing of it: its state stays unknown. */
async function whileBankIsDown(yard: Yardwork, send: () => Promise<void>): Promise<void> {
  if (yard.lost) return send()
  yard.lost = true
  await order(yard.peers, 'faults', [{ fault: '500_before', on: ['create'] }])
  await send()
  await order(yard.peers, 'faults', [])
}

/** Every other day's first act lies signed in the file; yesterday's page still waits for a look. */
function paperOf(daysAgo: number, n: number): Paper {
  if (daysAgo === 1 && n === 0) return 'scanned'
  return daysAgo > 1 && daysAgo % 2 === 0 && n === 0 ? 'signed' : 'none'
}

function chooseProduct(
  catalogue: DemoCatalogue,
  supplier: DemoSupplier,
  dice: Chance,
): DemoProduct {
  const list = dice.yes(0.72)
    ? catalogue.ferrous
    : dice.yes(0.7)
      ? catalogue.nonferrous
      : catalogue.paper
  const person = isPrivatePerson(supplier.type)
  return dice.pick(list.filter((product) => !person || product.fromPerson))
}

// The provider pays at most 500 000 roubles at once (domain.md 13.3); what is left of a large act stays to be paid.
const MOST_KOP = 49_000_000

function payout(total: number, daysAgo: number, n: number, dice: Chance): [number, Fate] {
  const most = Math.min(total, MOST_KOP)
  if (daysAgo === 0) return n % 2 === 0 ? [most, 'saved'] : [most, 'sent']
  if (daysAgo === 1 && n === 1) return [most, 'cancelled']
  if (daysAgo <= 3 && dice.yes(0.3)) return [0, 'saved']
  // Every ninth payee takes half now and half later.
  return dice.yes(0.11)
    ? [most - (most % 2) > 1 ? Math.floor(most / 2) : most, 'sent']
    : [most, 'sent']
}

/** Four trucks are on site: weighed in, not yet out; one of them has no supplier. */
async function onSite(
  { clock, world, scale, hands, trucks, sellers, dice }: Yardwork,
  used: ReadonlySet<Truck>,
): Promise<void> {
  const waiting = trucks.filter((truck) => !used.has(truck)).slice(0, 4)
  for (const [i, truck] of waiting.entries()) {
    const at = new Date(Date.now() - (52 - i * 13) * MINUTE)
    await clock.set(at)
    const supplierId = i === 1 ? null : dice.pick(sellers).id
    const productId = i === 1 ? null : dice.pick(world.catalogue.ferrous).id
    await addVisit(hands.operator, scale, {
      truck,
      at,
      minutes: 0,
      inKg: truck.tareKg + 20 * dice.whole(90, 380),
      outKg: null,
      supplierId,
      productId,
    })
  }
  await clock.set(new Date())
}
