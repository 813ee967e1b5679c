import { type DialectCode, dialectCodes } from './payout.ts'

/** The calls of the dialect that a fault may strike. */
export const operations = [
  'create',
  'status',
  'search',
  'list',
  'me',
  'sbp_banks',
  'personal_data',
  'payee_name',
  'statement',
  'logon',
  'packs',
  'pack',
  'report',
] as const
export type Operation = (typeof operations)[number]

/** Every fault with the calls it strikes when its rule names none; payments.md 5. */
const faultOperations = {
  timeout_before: ['create'],
  timeout_after_accept: ['create'],
  reset_after_accept: ['create'],
  '500_before': ['create'],
  '500_after_accept': ['create'],
  '429': ['create'],
  slow: ['create'],
  garbage_json: ['create'],
  '200_empty': ['create'],
  wrong_amount: ['status'],
  foreign_answer: ['status', 'search'],
  '4xx_on_repeat': ['create'],
  '401_from_now': operations,
  '403_from_now': operations,
  status_flap: ['status'],
  unknown_status: ['status'],
  cancelled: ['status'],
  late_reject: ['create'],
  late_return: ['create'],
  search_lag: ['search'],
  other_name: ['payee_name'],
  no_name: ['payee_name'],
  no_payee: ['payee_name'],
  duplicate_webhook: ['create'],
  webhook_before_response: ['create'],
  webhook_wrong_ip: ['create'],
  webhook_lost: ['create'],
  session_over: ['create', 'status', 'packs', 'pack', 'me', 'statement'],
  refused_login: ['logon'],
  locked_login: ['logon'],
  duplicate_pack: ['create'],
  entity_bomb: ['create', 'packs', 'pack'],
  refused: ['create'],
  late_decision: ['create'],
  token_forgotten: ['create'],
  duplicate_reported: ['status'],
  group_refused: ['report'],
  cut_statement: ['statement'],
  wrong_balance: ['statement'],
  duplicate_line: ['statement'],
  wrong_line: ['statement'],
} satisfies Record<string, readonly Operation[]>
export type FaultName = keyof typeof faultOperations

/** These stay with the payout that the call makes, so a repeat of its key cannot carry them. */
const lastingFaults = new Set<FaultName>([
  'late_reject',
  'late_return',
  'duplicate_webhook',
  'webhook_before_response',
  'webhook_wrong_ip',
  'webhook_lost',
  'refused',
  'late_decision',
  'token_forgotten',
])

/** One rule: which fault (one of several by chance), on which of the matching calls. */
export type FaultRule = {
  fault: FaultName[]
  on?: Operation[]
  /** Numbers of matching calls, from 1, counted since the rules were set. */
  calls?: number[]
  /** The last one to four digits of card, phone or wallet. */
  destination?: string
  payment_id?: string
  /** Only calls of this dialect. */
  dialect?: DialectCode
  /** The reason that `refused` gives. */
  reason?: string
  probability?: number
  times?: number
  retry_after?: number
  delay_ms?: number
}

/** What a rule may know of a call before it runs. */
export type CallFacts = {
  dialect: DialectCode
  operation: Operation
  payment_id: string | null
  tail: string | null
  repeat: boolean
  final: boolean
}

/** What stays with the payout that a struck call makes. */
export function quirksOf(strike: Strike | null): string[] {
  if (strike === null || !lastingFaults.has(strike.name)) return []
  return [
    strike.name === 'refused' ? `refused:${strike.rule.reason ?? 'general_decline'}` : strike.name,
  ]
}

type Stop = { status: 401 | 403; dialect: DialectCode | undefined }
export type Strike = { name: FaultName; rule: FaultRule }
export type Faults = ReturnType<typeof openFaults>

/** Holds the rules and the seeded chance; the same seed and the same order of calls strike alike. */
export function openFaults() {
  let rules: { rule: FaultRule; seen: number; struck: number }[] = []
  let random = seededRandom(1)
  let stops: Stop[] = []
  return {
    set(next: FaultRule[]): void {
      rules = next.map((rule) => ({ rule, seen: 0, struck: 0 }))
      stops = []
    },
    /** One fault of one dialect or of one payment, beside all other rules; no `times`: until it is ended; 0 ends it. */
    put(rule: FaultRule): void {
      const [fault] = rule.fault
      const isSame = (other: FaultRule) =>
        other.fault.length === 1 &&
        other.fault[0] === fault &&
        other.dialect === rule.dialect &&
        other.payment_id === rule.payment_id
      rules = rules.filter((entry) => !isSame(entry.rule))
      stops = stops.filter(
        ({ status, dialect }) => `${status}_from_now` !== fault || dialect !== rule.dialect,
      )
      // Before the general ones: the first rule that strikes wins.
      if (rule.times !== 0) rules.unshift({ rule, seen: 0, struck: 0 })
    },
    seed(seed: number): void {
      random = seededRandom(seed)
    },
    rules: () => rules.map(({ rule, seen, struck }) => ({ ...rule, seen, struck })),
    /** Set once a `401_from_now` or `403_from_now` struck, until the rules are replaced. */
    stopped: (code: DialectCode) =>
      stops.find(({ dialect }) => dialect === undefined || dialect === code)?.status ?? null,
    /** The first rule that strikes; every matching rule counts the call all the same. */
    strike(facts: CallFacts): Strike | null {
      let hit: Strike | null = null
      for (const entry of rules) {
        const names = entry.rule.fault.filter((name) => applies(name, entry.rule, facts))
        if (names.length === 0) continue
        entry.seen += 1
        const { calls, probability, times } = entry.rule
        if (hit !== null || (times !== undefined && entry.struck >= times)) continue
        if (calls !== undefined && !calls.includes(entry.seen)) continue
        if (probability !== undefined && random() >= probability) continue
        const name = names.length === 1 ? names[0] : names[Math.floor(random() * names.length)]
        if (name === undefined) continue
        entry.struck += 1
        hit = { name, rule: entry.rule }
      }
      const dialect = hit?.rule.dialect
      if (hit?.name === '401_from_now') stops.push({ status: 401, dialect })
      if (hit?.name === '403_from_now') stops.push({ status: 403, dialect })
      return hit
    },
  }
}

function applies(name: FaultName, rule: FaultRule, facts: CallFacts): boolean {
  const on: readonly Operation[] = rule.on ?? faultOperations[name]
  if (!on.includes(facts.operation)) return false
  if (rule.dialect !== undefined && rule.dialect !== facts.dialect) return false
  if (rule.payment_id !== undefined && rule.payment_id !== facts.payment_id) return false
  if (rule.destination !== undefined && !(facts.tail ?? '').endsWith(rule.destination)) return false
  if (name === '4xx_on_repeat') return facts.repeat
  if (name === 'status_flap') return facts.final
  if (lastingFaults.has(name)) return facts.operation === 'create' && !facts.repeat
  return true
}

// mulberry32: 32 bits of state are plenty for a few thousand throws, and the seed fits a JSON number.
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Reads the body of `PUT /_ctl/faults`: a list of rules, or the text of what is wrong with it. */
export function readFaultRules(body: unknown): FaultRule[] | string {
  if (!Array.isArray(body) || body.length > 100)
    return 'faults: a list of at most 100 rules is expected'
  const rules: FaultRule[] = []
  for (const [index, raw] of body.entries()) {
    const rule = typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {}
    const wrong = ruleMistake({ ...rule, fault: listOf(rule['fault']), on: listOf(rule['on']) })
    if (wrong !== null) return `faults[${index}]: ${wrong}`
    const on = listOf(rule['on']) as Operation[] | undefined
    rules.push({ ...rule, fault: listOf(rule['fault']) as FaultName[], ...(on && { on }) })
  }
  return rules
}

function ruleMistake(rule: Record<string, unknown>): string | null {
  const unknown = Object.keys(rule).find((name) => !Object.hasOwn(ruleParts, name))
  if (unknown !== undefined) return `unknown member ${unknown}`
  if (rule['fault'] === undefined) return 'fault is missing'
  for (const [name, valid] of Object.entries(ruleParts)) {
    if (rule[name] !== undefined && !valid(rule[name])) return `${name} is wrong`
  }
  return null
}

const ruleParts: Record<string, (value: unknown) => boolean> = {
  fault: (value) => isListOf(value, (name) => Object.hasOwn(faultOperations, String(name))),
  on: (value) => isListOf(value, (name) => (operations as readonly unknown[]).includes(name)),
  calls: (value) => isListOf(value, (n) => Number.isSafeInteger(n) && (n as number) > 0),
  destination: (value) => /^\d{1,4}$/.test(String(value)),
  payment_id: (value) => typeof value === 'string',
  dialect: (value) => (dialectCodes as readonly unknown[]).includes(value),
  reason: (value) => /^[\w]{1,40}$/.test(String(value)),
  probability: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  times: isCount,
  retry_after: isCount,
  delay_ms: isCount,
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isListOf(value: unknown, valid: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.length <= 10_000 && value.every(valid)
}

function listOf(value: unknown): unknown[] | undefined {
  if (value === undefined) return undefined
  return Array.isArray(value) ? value : [value]
}
