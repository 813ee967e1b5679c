import { methodKinds } from '#contract/bank/method-kinds.ts'
import type { CompanyRules } from '#contract/company/company-settings.ts'
import type { Refusal } from '#http/refusal.ts'
import type { Db } from '../../../../db/handle.ts'
import { settingsNow } from '../../../company/settings.ts'
import { methodsOfMany, type MethodRow } from '../../../supplier/method/method-queries.ts'
import { limitPlaces, type LimitPlace } from '../create/limit-rules.ts'
import { openConfig } from '../create/open-config.ts'
import { companyDay, configById, defaultConfig, type ConfigRow } from '../create/party-queries.ts'
import { assertActPayable } from '../create/save-rules.ts'
import { takeRoom, type Counter } from './limit-counters.ts'
import { payeesOf, type DueAct } from './plan-queries.ts'
import { asRefusal, refusalOf } from './refusal-words.ts'

/** payments.md 3.1: more acts would not fit a purpose. */
const MOST_PARTS = 20
/** Where a save would name the row of a refusal; a plan shows its words alone. */
export const AT = ''

export type Payee = Awaited<ReturnType<typeof payeesOf>>[number]

/** Acts of one supplier that go in one payment. */
export interface Group {
  readonly payee: Payee
  readonly method: MethodRow | undefined
  readonly config: ConfigRow | undefined
  readonly acts: readonly DueAct[]
}

/** Facts that hold for every payment of the company today. */
export interface World {
  readonly rules: CompanyRules
  readonly kinds: readonly string[]
  readonly day: string
  /** The agreement that pays each kind by default, and those that alone know a card, by their id. */
  readonly configs: Map<string, ConfigRow>
  /** Why nothing is paid so now. */
  readonly closed: Map<string, Refusal>
  /** An act of each payment that uses up nothing, because it will not be sent. */
  readonly leftOut: ReadonlySet<string>
}

/** Reads the facts by which a plan checks all of its payments. */
export async function readWorld(db: Db, leftOut: ReadonlySet<string>): Promise<World> {
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

/** Which agreement pays by a method. */
export const payerOf = (method: MethodRow): string => method.card_config_id ?? method.kind

/** Due acts by supplier and his first usable method; the oldest debt stands first. */
export async function groupActs(db: Db, world: World, acts: readonly DueAct[]): Promise<Group[]> {
  const ids = [...new Set(acts.map((act) => act.supplier_id))]
  const payees = await payeesOf(db, ids)
  const rows = await methodsOfMany(db, ids)
  await readCardConfigs(db, world, rows)
  const methods = Map.groupBy(rows, (row) => row.supplier_id)
  const bySupplier = Map.groupBy(acts, (act) => act.supplier_id)
  return payees
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
    .toSorted(oldestFirst)
}

/** Orders payments by the act that is owed longest. */
export const oldestFirst = (a: Group, b: Group): number => olderAct(a.acts[0]!, b.acts[0]!)

function olderAct(a: DueAct, b: DueAct): number {
  const [one, other] = [a.date ?? '', b.date ?? '']
  return one === other ? (a.id < b.id ? -1 : 1) : one < other ? -1 : 1
}

export const amountOf = ({ acts }: Group): number => acts.reduce((sum, act) => sum + act.due_kop, 0)

/** It was unticked: one of its acts stands for it. */
export const isLeftOut = ({ leftOut }: World, { acts }: Group): boolean =>
  acts.some(({ id }) => leftOut.has(id))

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

/** Limits that a payment goes into; none where it cannot go. */
export function placesOf({ method, config }: Group, { rules, day }: World): LimitPlace[] {
  if (!method || !config) return []
  return limitPlaces(
    { ...config, pay_day_limit_kop: rules.pay_day_limit_kop },
    { configId: config.id, payeeKey: method.payee_key, day },
  )
}

/**
 * Which acts the limits reach: the oldest debt takes its room first, whomever it is owed to. `used` is left as it was; an act that finds no
 * room leaves what there is to younger and smaller ones.
 */
export function actsWithRoom(
  world: World,
  groups: readonly Group[],
  used: ReadonlyMap<string, Counter>,
): ReadonlySet<string> {
  const left = new Map(used)
  const opened = new Set<Group>()
  const found = new Set<string>()
  const owed = groups.flatMap((group) => group.acts.map((act) => ({ act, group })))
  for (const { act, group } of owed.toSorted((a, b) => olderAct(a.act, b.act))) {
    if (!takeRoom(left, placesOf(group, world), act.due_kop, !opened.has(group))) continue
    opened.add(group)
    found.add(act.id)
  }
  return found
}

/** Splits a payment that limits allow in part: the acts that are paid and those that wait. */
export const splitByRoom = ({ acts }: Group, hasRoom: ReadonlySet<string>): DueAct[][] =>
  [true, false].map((goes) => acts.filter(({ id }) => hasRoom.has(id) === goes))
