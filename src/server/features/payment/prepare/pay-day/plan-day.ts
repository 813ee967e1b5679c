import type { MethodKind } from '#contract/bank/method-kinds.ts'
import type { CallInput } from '#contract/core/call.ts'
import { aboveOwnLimit, type Approvers } from '#contract/payment/approvers.ts'
import {
  heldBy,
  MOST_PLANNED,
  type PlannedPayment,
  type payDay,
} from '#contract/payment/pay-day.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../../db/handle.ts'
import type { MethodRow } from '../../../supplier/method/method-queries.ts'
import { shownMethod } from '../../../supplier/method/method-row.ts'
import { supplierName } from '../../../supplier/record/supplier-name.ts'
import { linkDueActs, retryWords } from '../create/retries.ts'
import { freePartsOf, type FreePart } from '../create/retry-queries.ts'
import { payeeTodayKop, sumsOfToday, type SumOfToday } from '../create/party-queries.ts'
import { secondPersonReasons } from '../create/second-person.ts'
import { foretellTaxStatus, type StatusOutlook } from '../npd/npd-rule.ts'
import { planWarnings } from '../payee/payee-marks.ts'
import { payeeFactsOf, type PayeeFacts } from '../payee/payee-queries.ts'
import { getApprovers } from '../create/approvers.ts'
import { useUp, type Counter } from './limit-counters.ts'
import {
  actsWithRoom,
  amountOf,
  groupActs,
  isLeftOut,
  oldestFirst,
  placesOf,
  readWorld,
  splitByRoom,
  type Group,
  type Payee,
  type World,
} from './plan-groups.ts'
import { accountsOf, companyDayOf, companyLeft, payeeLeft, readCounters } from './plan-limits.ts'
import { amountProblem, limitProblem, ruleProblem } from './plan-problems.ts'
import { dueActs, MOST_ACTS } from './plan-queries.ts'

/**
 * payment/planDay: due acts as the payments that a save would make of them, with what stands in the way of each. The same rules as
 * those of a save, over what stands now and what the plan itself would use; a save judges again, under its locks. Who may confirm is asked
 * first, and where limits do not reach, the oldest debt goes first.
 */
export async function planDay(
  db: Db,
  { query }: CallInput<typeof payDay.planDay>,
): Promise<Answer<typeof payDay.planDay>> {
  const { left_out: leftOut = [], ...filter } = query.filter ?? {}
  const acts = await dueActs(db, filter)
  const world = await readWorld(db, new Set(leftOut))
  const groups = await groupActs(db, world, acts.slice(0, MOST_ACTS))
  const approvers = await getApprovers(db)
  const payeeIds = groups.map(({ payee }) => payee.id)
  const npd = await foretellTaxStatus(db, payeeIds)
  const day = { world, approvers, npd, used: await readUsed(db, world, groups) }
  const before = new Map(day.used.counters)
  const payments = await planGroups(db, day, groups.slice(0, MOST_PLANNED))
  const shown = payments.slice(0, MOST_PLANNED)
  return {
    payments: shown,
    accounts: accountsOf(world, before, shown),
    company_left: companyLeft(world, before),
    approvers,
    more: acts.length > MOST_ACTS || groups.length > MOST_PLANNED || shown.length < payments.length,
  }
}

/** What all payments of a plan are judged by. */
interface Day {
  readonly world: World
  readonly approvers: Approvers
  /** Of self-employed payees, by supplier. */
  readonly npd: ReadonlyMap<string, StatusOutlook>
  readonly used: Used
}

/** A payment of the plan before the limits are asked: the rule of a save or of handing over that it breaks, if any. */
interface Judged {
  readonly group: Group
  readonly rule: string | null
}

/** What goes takes its room first, then what is unticked and what waits are told what is left; the oldest debt stands first. */
async function planGroups(
  db: Db,
  day: Day,
  groups: readonly Group[],
): Promise<readonly PlannedPayment[]> {
  const { world, used, npd } = day
  const judged: Judged[] = []
  for (const group of groups) {
    const broken = await ruleProblem(db, world, group)
    judged.push({ group, rule: broken ?? npd.get(group.payee.id)?.problem ?? null })
  }
  const open = allowedOf(day, judged)
  const going = open.filter(({ group }) => !isLeftOut(world, group))
  const before = new Map(used.counters)
  const roomOf = (of: readonly Judged[]) =>
    actsWithRoom(
      world,
      of.map(({ group }) => group),
      before,
    )
  const reached = roomOf(going)
  const [paid, waiting] = partsOf(going, () => reached)
  // What is unticked may still be chosen instead of younger debts.
  const unticked = open.filter((one) => !going.includes(one))
  const [chosen, out] = partsOf(unticked, (one) => roomOf([...going, one]))
  const planned = new Map<Group, PlannedPayment>()
  for (const { group, rule } of paid)
    planned.set(group, planPayment(day, group, { rule, limit: null }, true))
  for (const { group, rule } of chosen)
    planned.set(group, planPayment(day, group, { rule, limit: null }, false))
  const closed = judged.filter((one) => !open.includes(one))
  for (const { group, rule } of [...waiting, ...out, ...closed]) {
    const limit = limitProblem(placesOf(group, world), amountOf(group), used.counters)
    planned.set(group, planPayment(day, group, { rule, limit }, !isLeftOut(world, group)))
  }
  return [...planned.keys()].toSorted(oldestFirst).map((group) => planned.get(group)!)
}

/** What of them limits reach, and what waits. */
function partsOf(judged: readonly Judged[], roomOf: (one: Judged) => ReadonlySet<string>) {
  const parts: [Judged[], Judged[]] = [[], []]
  for (const one of judged) {
    const found = splitByRoom(one.group, roomOf(one))
    found.forEach((acts, place) => {
      if (acts.length > 0) parts[place]!.push({ ...one, group: { ...one.group, acts } })
    })
  }
  return parts
}

/** Those that could go if limits had room without end: no rule is against them, and somebody may confirm them. */
function allowedOf(day: Day, judged: readonly Judged[]): Judged[] {
  const payees = [...day.used.payees]
  return judged.filter(({ group, rule }) => {
    const { world, used } = day
    if (rule !== null || amountProblem(world, group) !== null) return false
    if (approverProblem(day, reasonsOf(world, { ...used, payees }, group), group) !== null)
      return false
    addPaid(payees, group)
    return true
  })
}

/** What is used up so far, by the company and by the plan itself. */
interface Used {
  readonly counters: Map<string, Counter>
  readonly payees: SumOfToday[]
  /** What is known of each destination, by method. */
  readonly facts: ReadonlyMap<string, PayeeFacts>
  /** What ended of an act and nobody has repeated, by act. */
  readonly ended: ReadonlyMap<string, readonly FreePart[]>
}

async function readUsed(db: Db, world: World, groups: readonly Group[]): Promise<Used> {
  const keys = groups.flatMap(({ method }) => (method ? [method.payee_key] : []))
  const methodIds = groups.flatMap(({ method }) => (method ? [method.id] : []))
  const places = [companyDayOf(world), ...groups.flatMap((group) => placesOf(group, world))]
  const actIds = groups.flatMap(({ acts }) => acts.map(({ id }) => id))
  return {
    ended: Map.groupBy(await freePartsOf(db, actIds), (part) => part.act_id),
    counters: await readCounters(db, world.day, places),
    payees: await sumsOfToday(db, { keys, supplierIds: groups.map(({ payee }) => payee.id) }),
    facts: new Map((await payeeFactsOf(db, methodIds)).map((row) => [row.id, row])),
  }
}

/** By its rule, its sum, the limits and who may confirm it; what goes is used up. */
function planPayment(
  day: Day,
  group: Group,
  { rule, limit }: { readonly rule: string | null; readonly limit: string | null },
  isTicked: boolean,
): PlannedPayment {
  const { world, used, npd } = day
  const { payee, method, config } = group
  const places = placesOf(group, world)
  const payee_left = payeeLeft(places, used.counters)
  const secondPerson = reasonsOf(world, used, group)
  const stops = {
    rule: rule ?? amountProblem(world, group),
    approver: approverProblem(day, secondPerson, group),
    limit,
  }
  const stopper = heldBy.find((by) => stops[by] !== null) ?? null
  if (stopper === null && isTicked) {
    useUp(used.counters, places, amountOf(group))
    addPaid(used.payees, group)
  }
  return {
    supplier_id: payee.id,
    supplier_name: supplierName(payee),
    acts: group.acts.map((act) => ({
      act_id: act.id,
      act_number: act.number,
      act_date: act.date,
      amount_kop: act.due_kop,
    })),
    amount_kop: amountOf(group),
    payment_method_id: method?.id ?? null,
    method_kind: (method?.kind as MethodKind | undefined) ?? null,
    method_label: method ? shownMethod(method).label : null,
    payee_check: method?.payee_check ?? null,
    bank_config_id: config?.id ?? null,
    payee_left,
    problem: stopper && stops[stopper],
    held_by: stopper,
    second_person: secondPerson,
    warnings: [
      ...planWarnings(payee, method && { method, config, facts: used.facts }),
      ...(npd.get(payee.id)?.warnings ?? []),
    ],
    retries: retryWords(linkDueActs(group.acts, used.ended).map(({ ended }) => ended)),
  }
}

/** Nobody could confirm it, another person where two are due, the caller or another where one is enough; or it is more than the caller sends. */
function approverProblem(
  { approvers }: Day,
  reasons: readonly string[],
  group: Group,
): string | null {
  const { nobody, own_problem: own } = approvers
  const above = aboveOwnLimit(approvers, amountOf(group))
  if (above !== null || nobody === null) return above
  if (reasons.length > 0 && own !== nobody) return `Подтвердить некому: ${reasons.join(', ')}`
  return own
}

/** Why it takes another person's PIN, with what the plan itself pays to the same payee. */
function reasonsOf({ rules }: World, used: Used, group: Group): string[] {
  const { payee, method, acts } = group
  if (!method) return []
  const decidedByHand = linkDueActs(acts, used.ended).some(({ ended }) => ended.by_hand)
  const todayKop = payeeTodayKop(used.payees, partyOf(payee, method)) + amountOf(group)
  const facts = { rules, method, paidBefore: payee.paid_before, payeeTodayKop: todayKop }
  return secondPersonReasons({ ...facts, decidedByHand })
}

function addPaid(payees: SumOfToday[], group: Group): void {
  const { payee, method } = group
  if (method) payees.push({ ...partyOf(payee, method), kop: amountOf(group) })
}

const partyOf = (payee: Payee, method: MethodRow) => ({
  supplier_id: payee.id,
  payee: method.payee_key.toString('hex'),
})
