import { describeProvider } from '#contract/bank/bank-providers.ts'
import { methodKinds, type MethodKind } from '#contract/bank/method-kinds.ts'
import type { CompanyRules } from '#contract/company/company-settings.ts'
import type { CallInput } from '#contract/core/call.ts'
import {
  MOST_PLANNED,
  type PlannedAccount,
  type PlannedPayment,
  type payDay,
} from '#contract/payment/pay-day.ts'
import { Refusal } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { settingsNow } from '../../company/settings.ts'
import { methodsOfMany, type MethodRow } from '../../supplier/method/method-queries.ts'
import { shownMethod } from '../../supplier/method/method-row.ts'
import { supplierName } from '../../supplier/record/supplier-name.ts'
import { assertAmount, assertLimit, limitPlaces, type LimitPlace } from '../create/limit-rules.ts'
import { companyDay, defaultConfig, type ConfigRow } from '../create/party-queries.ts'
import { secondPersonReasons } from '../create/second-person.ts'
import {
  dueActs,
  MOST_ACTS,
  payeesOf,
  payeesTodayKop,
  usedCounters,
  type DueAct,
} from './plan-queries.ts'

/** payments.md 3.1: more acts would not fit a purpose. */
const MOST_PARTS = 20

/**
 * payment/planDay: due acts as the payments that a save would make of them, with what stands in the way of each. The same rules as
 * those of a save, over what stands now and what the plan itself would use; a save judges again, under its locks.
 */
export async function planDay(
  db: Db,
  { query }: CallInput<typeof payDay.planDay>,
): Promise<Answer<typeof payDay.planDay>> {
  const acts = await dueActs(db, query.filter ?? {})
  const world = await readWorld(db)
  const groups = await groupActs(db, world, acts.slice(0, MOST_ACTS))
  const used = await readUsed(db, world, groups)
  const before = new Map(used.counters)
  const payments = groups.slice(0, MOST_PLANNED).map((group) => planPayment(world, used, group))
  return {
    payments,
    accounts: accountsOf(world, before, payments),
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
  readonly isUnsigned: boolean
}

/** What holds for every payment of the company today. */
interface World {
  readonly rules: CompanyRules
  readonly kinds: readonly string[]
  readonly day: string
  /** The agreement that pays each kind by default. */
  readonly configs: ReadonlyMap<MethodKind, ConfigRow>
}

interface Counter {
  readonly kop: number
  readonly count: number
}

/** What is used up so far, by the company and by the plan itself. */
interface Used {
  readonly counters: Map<string, Counter>
  /** Sums of the day by the key of the payee in hex. */
  readonly payees: Map<string, number>
}

async function readWorld(db: Db): Promise<World> {
  const { rules, modules_cfg: modules } = await settingsNow(db)
  const configs = new Map<MethodKind, ConfigRow>()
  for (const kind of methodKinds) {
    const config = await defaultConfig(db, kind)
    if (config) configs.set(kind, config)
  }
  return { rules, kinds: modules.payment!.methods, day: await companyDay(db), configs }
}

async function groupActs(db: Db, world: World, acts: readonly DueAct[]): Promise<Group[]> {
  const ids = [...new Set(acts.map((act) => act.supplier_id))]
  const payees = await payeesOf(db, ids)
  const methods = Map.groupBy(await methodsOfMany(db, ids), (row) => row.supplier_id)
  const bySupplier = Map.groupBy(acts, (act) => act.supplier_id)
  return payees
    .toSorted((a, b) => supplierName(a).localeCompare(supplierName(b), 'ru'))
    .flatMap((payee) => {
      const usable = (methods.get(payee.id) ?? []).filter(({ status }) => status === 'active')
      const method = usable.find(({ kind }) => world.kinds.includes(kind))
      const config = method && world.configs.get(method.kind as MethodKind)
      return groupsOf(bySupplier.get(payee.id) ?? [], world.rules, config).map((part): Group => ({
        payee,
        method,
        config,
        ...part,
      }))
    })
}

async function readUsed(db: Db, world: World, groups: readonly Group[]): Promise<Used> {
  const keys = groups.flatMap(({ method }) => (method ? [method.payee_key] : []))
  const places = groups.flatMap((group) => placesOf(group, world))
  const rows = await usedCounters(db, {
    day: world.day,
    keys: [...new Set(places.map(({ key }) => key))],
  })
  return {
    counters: new Map(rows.map(({ kop, count, ...row }) => [counterName(row), { kop, count }])),
    payees: new Map(await payeesTodayKop(db, keys)),
  }
}

function planPayment(world: World, used: Used, group: Group): PlannedPayment {
  const { payee, method, config } = group
  const amount = group.acts.reduce((sum, act) => sum + act.due_kop, 0)
  const problem = problemOf(group, amount, placesOf(group, world), used.counters)
  const warnings = warningsOf(world, used, group, amount)
  if (problem === null && method) {
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
    bank_config_id: config?.id ?? null,
    problem,
    second_person: warnings,
  }
}

function warningsOf(
  { rules }: World,
  used: Used,
  { payee, method }: Group,
  amountKop: number,
): string[] {
  const expired = payee.doc_expired ? ['документ поставщика просрочен'] : []
  if (!method) return expired
  const payeeTodayKop = (used.payees.get(method.payee_key.toString('hex')) ?? 0) + amountKop
  const { paid_before: paidBefore } = payee
  const facts = { rules, method, paidBefore, payeeTodayKop, decidedByHand: false }
  return [...secondPersonReasons(facts), ...expired]
}

function accountsOf(
  { configs, day }: World,
  before: ReadonlyMap<string, Counter>,
  payments: readonly PlannedPayment[],
): PlannedAccount[] {
  const going = payments.filter(({ problem }) => problem === null)
  const present = new Map([...configs.values()].map((config) => [config.id, config]))
  return [...present.values()].flatMap((config) => {
    const own = going.filter(({ bank_config_id: id }) => id === config.id)
    if (own.length === 0) return []
    const name = counterName({ scope: 'config_day', key: config.id, period: day })
    return {
      bank_config_id: config.id,
      title: config.title,
      training: describeProvider(config.adapter).training,
      count: own.length,
      amount_kop: own.reduce((sum, one) => sum + one.amount_kop, 0),
      left_kop: Math.max(0, config.per_day_kop - (before.get(name)?.kop ?? 0)),
    }
  })
}

/** At most twenty acts and at most the sum of one payment; acts whose signed sheet is still due stand apart. */
function groupsOf(
  acts: readonly DueAct[],
  rules: CompanyRules,
  config: ConfigRow | undefined,
): Pick<Group, 'acts' | 'isUnsigned'>[] {
  const isUnsigned = ({ status }: DueAct) => rules.pay_requires === 'signed' && status !== 'signed'
  const most = config?.per_payment_kop ?? Infinity
  return [false, true].flatMap((unsigned) => {
    const groups: DueAct[][] = []
    let sum = 0
    for (const act of acts.filter((one) => isUnsigned(one) === unsigned)) {
      const last = groups.at(-1)
      if (!last || last.length === MOST_PARTS || sum + act.due_kop > most) {
        groups.push([act])
        sum = act.due_kop
      } else {
        last.push(act)
        sum += act.due_kop
      }
    }
    return groups.map((part) => ({ acts: part, isUnsigned: unsigned }))
  })
}

function placesOf({ method, config }: Group, { rules, day }: World): LimitPlace[] {
  if (!method || !config) return []
  return limitPlaces(
    { ...config, pay_day_limit_kop: rules.pay_day_limit_kop },
    { configId: config.id, payeeKey: method.payee_key, day },
  )
}

const counterName = ({ scope, key, period }: { scope: string; key: string; period: string }) =>
  `${scope} ${key} ${period}`

/** Why a save would refuse it; otherwise null, and the counters are used up by it. */
function problemOf(
  group: Group,
  amountKop: number,
  places: readonly LimitPlace[],
  used: Map<string, Counter>,
): string | null {
  const { payee, method, config, isUnsigned } = group
  if (payee.status !== 'active') return 'Поставщику платить нельзя: он не действует'
  if (isUnsigned) return 'Нет подписанного акта: без его скана компания не платит'
  if (!method) return 'Нет действующего способа выплаты'
  if (!config || config.status !== 'active' || config.bank_status !== 'active')
    return 'Нет действующей настройки банка для этого способа'
  if (config.circuit === 'stopped') return `Выплаты через «${config.title}» остановлены`
  try {
    assertAmount(config, method.kind as MethodKind, amountKop, '')
    for (const place of places) assertLimit(place, counterOf(used, place), amountKop, '')
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  for (const place of places) {
    const { kop, count } = counterOf(used, place)
    used.set(counterName(place), { kop: kop + amountKop, count: count + 1 })
  }
  return null
}

function counterOf(used: ReadonlyMap<string, Counter>, place: LimitPlace): Counter {
  return used.get(counterName(place)) ?? { kop: 0, count: 0 }
}
