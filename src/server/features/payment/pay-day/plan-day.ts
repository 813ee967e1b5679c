import { methodKinds, type MethodKind } from '#contract/bank/method-kinds.ts'
import type { CompanyRules } from '#contract/company/company-settings.ts'
import type { CallInput } from '#contract/core/call.ts'
import { MOST_PLANNED, type PlannedPayment, type payDay } from '#contract/payment/pay-day.ts'
import type { Refusal } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { settingsNow } from '../../company/settings.ts'
import { methodsOfMany, type MethodRow } from '../../supplier/method/method-queries.ts'
import { shownMethod } from '../../supplier/method/method-row.ts'
import { supplierName } from '../../supplier/record/supplier-name.ts'
import { snapshotOf } from '../create/destination-mask.ts'
import { assertAmount, assertLimit, limitPlaces, type LimitPlace } from '../create/limit-rules.ts'
import { openConfig } from '../create/open-config.ts'
import { companyDay, configById, defaultConfig, type ConfigRow } from '../create/party-queries.ts'
import {
  assertActPayable,
  assertMethodUsable,
  assertSupplierPayable,
  purposeOfActs,
  vatClauseOf,
} from '../create/save-rules.ts'
import { linkDueActs, retryWords } from '../create/retries.ts'
import { freePartsOf, type FreePart } from '../create/retry-queries.ts'
import { secondPersonReasons } from '../create/second-person.ts'
import { planWarnings } from '../payee/payee-marks.ts'
import { payeeFactsOf, type PayeeFacts } from '../payee/payee-queries.ts'
import { counterName, counterOf, useUp, type Counter } from './limit-counters.ts'
import {
  dueActs,
  MOST_ACTS,
  payeesOf,
  payeesTodayKop,
  usedCounters,
  type DueAct,
} from './plan-queries.ts'
import { accountsOf, companyDayOf, companyLeft, payeeLeft } from './plan-limits.ts'
import { asRefusal, refusalOf, wordsOf } from './refusal-words.ts'

/** payments.md 3.1: more acts would not fit a purpose. */
const MOST_PARTS = 20
/** Where a save would name the row of a refusal; a plan shows its words alone. */
const AT = ''

/**
 * payment/planDay: due acts as the payments that a save would make of them, with what stands in the way of each. The same rules as
 * those of a save, over what stands now and what the plan itself would use; a save judges again, under its locks.
 */
export async function planDay(
  db: Db,
  { query }: CallInput<typeof payDay.planDay>,
): Promise<Answer<typeof payDay.planDay>> {
  const { left_out: leftOut = [], ...filter } = query.filter ?? {}
  const acts = await dueActs(db, filter)
  const world = await readWorld(db, new Set(leftOut))
  const groups = await groupActs(db, world, acts.slice(0, MOST_ACTS))
  const used = await readUsed(db, world, groups)
  const before = new Map(used.counters)
  const payments: PlannedPayment[] = []
  for (const group of groups.slice(0, MOST_PLANNED))
    payments.push(await planPayment(db, world, used, group))
  return {
    payments,
    accounts: accountsOf(world, before, payments),
    company_left: companyLeft(world, before),
    more: acts.length > MOST_ACTS || groups.length > MOST_PLANNED,
  }
}

type Payee = Awaited<ReturnType<typeof payeesOf>>[number]

/** Acts of one supplier that go in one payment. */
interface Group {
  readonly payee: Payee
  readonly method: MethodRow | undefined
  readonly config: ConfigRow | undefined
  readonly acts: readonly DueAct[]
}

/** What holds for every payment of the company today. */
interface World {
  readonly rules: CompanyRules
  readonly kinds: readonly string[]
  readonly day: string
  /** The agreement that pays each kind by default, and those that alone know a card, by their id. */
  readonly configs: Map<string, ConfigRow>
  /** Why nothing is paid so now. */
  readonly closed: Map<string, Refusal>
  /** First acts of payments that use up nothing, because they will not be sent. */
  readonly leftOut: ReadonlySet<string>
}

/** What is used up so far, by the company and by the plan itself. */
interface Used {
  readonly counters: Map<string, Counter>
  /** Sums of the day by the key of the payee in hex. */
  readonly payees: Map<string, number>
  /** What is known of each destination, by method. */
  readonly facts: ReadonlyMap<string, PayeeFacts>
  /** What ended of an act and nobody has repeated, by act. */
  readonly ended: ReadonlyMap<string, readonly FreePart[]>
}

async function readWorld(db: Db, leftOut: ReadonlySet<string>): Promise<World> {
  const { rules, modules_cfg: modules } = await settingsNow(db)
  const configs = new Map<string, ConfigRow>()
  const closed = new Map<string, Refusal>()
  for (const kind of methodKinds) {
    const config = await defaultConfig(db, kind)
    if (config) configs.set(kind, config)
    await openConfig(db, { configId: undefined, at: AT }, kind).catch((error) =>
      closed.set(kind, asRefusal(error)),
    )
  }
  const day = await companyDay(db)
  return { rules, kinds: modules.payment!.methods, day, configs, closed, leftOut }
}

/** Agreements beside the defaults, because their banks gave tokens for cards. */
async function readCardConfigs(db: Db, { configs, closed }: World, methods: readonly MethodRow[]) {
  const ids = new Set(methods.flatMap((row) => row.card_config_id ?? []))
  for (const cardConfigId of ids) {
    const config = await configById(db, cardConfigId)
    if (config) configs.set(cardConfigId, config)
    await openConfig(db, { configId: undefined, cardConfigId, at: AT }, 'card').catch((error) =>
      closed.set(cardConfigId, asRefusal(error)),
    )
  }
}

const payerOf = (method: MethodRow): string => method.card_config_id ?? method.kind

async function groupActs(db: Db, world: World, acts: readonly DueAct[]): Promise<Group[]> {
  const ids = [...new Set(acts.map((act) => act.supplier_id))]
  const payees = await payeesOf(db, ids)
  const rows = await methodsOfMany(db, ids)
  await readCardConfigs(db, world, rows)
  const methods = Map.groupBy(rows, (row) => row.supplier_id)
  const bySupplier = Map.groupBy(acts, (act) => act.supplier_id)
  return payees
    .toSorted((a, b) => supplierName(a).localeCompare(supplierName(b), 'ru'))
    .flatMap((payee) => {
      const usable = (methods.get(payee.id) ?? []).filter(({ status }) => status === 'active')
      // One of a kind that the company does not pay is named too: the rule says why it is not used.
      const method = usable.find(({ kind }) => world.kinds.includes(kind)) ?? usable[0]
      const config = method && world.configs.get(payerOf(method))
      return groupsOf(bySupplier.get(payee.id) ?? [], world.rules, config).map((part): Group => ({
        payee,
        method,
        config,
        acts: part,
      }))
    })
}

async function readUsed(db: Db, world: World, groups: readonly Group[]): Promise<Used> {
  const keys = groups.flatMap(({ method }) => (method ? [method.payee_key] : []))
  const methodIds = groups.flatMap(({ method }) => (method ? [method.id] : []))
  const places = [companyDayOf(world), ...groups.flatMap((group) => placesOf(group, world))]
  const rows = await usedCounters(db, {
    day: world.day,
    keys: [...new Set(places.map(({ key }) => key))],
  })
  const actIds = groups.flatMap(({ acts }) => acts.map(({ id }) => id))
  return {
    ended: Map.groupBy(await freePartsOf(db, actIds), (part) => part.act_id),
    counters: new Map(rows.map(({ kop, count, ...row }) => [counterName(row), { kop, count }])),
    payees: new Map(await payeesTodayKop(db, keys)),
    facts: new Map((await payeeFactsOf(db, methodIds)).map((row) => [row.id, row])),
  }
}

async function planPayment(
  db: Db,
  world: World,
  used: Used,
  group: Group,
): Promise<PlannedPayment> {
  const { payee, method, config } = group
  const amount = group.acts.reduce((sum, act) => sum + act.due_kop, 0)
  const payee_left = payeeLeft(placesOf(group, world), used.counters)
  const problem = await problemOf(db, world, group, amount, used.counters)
  const isGoing = problem === null && !world.leftOut.has(group.acts[0]!.id)
  if (isGoing) useUp(used.counters, placesOf(group, world), amount)
  const retries = linkDueActs(group.acts, used.ended)
  const decidedByHand = retries.some(({ ended }) => ended.by_hand)
  const secondPerson = method
    ? secondPersonOf(world, used, { payee, method, amount, decidedByHand })
    : []
  if (isGoing && method) {
    const key = method.payee_key.toString('hex')
    used.payees.set(key, (used.payees.get(key) ?? 0) + amount)
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
    amount_kop: amount,
    payment_method_id: method?.id ?? null,
    method_kind: (method?.kind as MethodKind | undefined) ?? null,
    method_label: method ? shownMethod(method).label : null,
    payee_check: method?.payee_check ?? null,
    bank_config_id: config?.id ?? null,
    payee_left,
    problem,
    second_person: secondPerson,
    warnings: planWarnings(payee, method && { method, config, facts: used.facts }),
    retries: retryWords(retries.map(({ ended }) => ended)),
  }
}

function secondPersonOf(
  { rules }: World,
  used: Used,
  of: { payee: Payee; method: MethodRow; amount: number; decidedByHand: boolean },
): string[] {
  const { method, payee, decidedByHand } = of
  const payeeTodayKop = (used.payees.get(method.payee_key.toString('hex')) ?? 0) + of.amount
  const facts = { rules, method, paidBefore: payee.paid_before, payeeTodayKop }
  return secondPersonReasons({ ...facts, decidedByHand })
}

/** At most twenty acts and at most the sum of one payment; acts that may not be paid yet stand apart. */
function groupsOf(
  acts: readonly DueAct[],
  rules: CompanyRules,
  config: ConfigRow | undefined,
): DueAct[][] {
  const isPayable = (act: DueAct) => refusalOf(() => assertActPayable(act, rules, AT)) === null
  const parts = Map.groupBy(acts, isPayable)
  const most = config?.per_payment_kop ?? Infinity
  return [true, false].flatMap((payable) => {
    const groups: DueAct[][] = []
    let sum = 0
    for (const act of parts.get(payable) ?? []) {
      const last = groups.at(-1)
      if (!last || last.length === MOST_PARTS || sum + act.due_kop > most) {
        groups.push([act])
        sum = act.due_kop
      } else {
        last.push(act)
        sum += act.due_kop
      }
    }
    return groups
  })
}

function placesOf({ method, config }: Group, { rules, day }: World): LimitPlace[] {
  if (!method || !config) return []
  return limitPlaces(
    { ...config, pay_day_limit_kop: rules.pay_day_limit_kop },
    { configId: config.id, payeeKey: method.payee_key, day },
  )
}

/** Why a save would refuse it, by the save's own rules; otherwise null. */
async function problemOf(
  db: Db,
  world: World,
  group: Group,
  amountKop: number,
  used: ReadonlyMap<string, Counter>,
): Promise<string | null> {
  const { payee, method, config, acts } = group
  const { rules, kinds, closed } = world
  const places = placesOf(group, world)
  const early = refusalOf(() => {
    for (const act of acts) assertActPayable(act, rules, AT)
    assertSupplierPayable(payee, AT)
    if (method) assertMethodUsable(method, kinds, AT)
  })
  if (early) return wordsOf(early)
  if (!method) return 'Нет действующего способа выплаты'
  const refusal = closed.get(payerOf(method))
  if (refusal) return wordsOf(refusal)
  if (!config) return 'Нет действующей настройки банка для этого способа'
  const late = refusalOf(() => {
    assertAmount(config, method.kind as MethodKind, amountKop, AT)
    // Names of products are shortened to fit, so they never make a purpose unfit.
    purposeOfActs(rules, { acts, goods: [], vat: vatClauseOf(payee), marker: 'XXXXXX' })
    for (const place of places) assertLimit(place, counterOf(used, place), amountKop, AT)
  })
  if (late) return wordsOf(late)
  const unfit = await snapshotOf(db, method, { supplier: payee, adapter: config.adapter, at: AT })
    .then(() => null)
    .catch(asRefusal)
  if (unfit) return wordsOf(unfit)
  return null
}
