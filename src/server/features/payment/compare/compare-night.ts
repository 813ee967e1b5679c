import { inTransaction, type Db } from '../../../db/handle.ts'
import type { ToldEnd } from '../../../db/json-columns.ts'
import type { Services } from '../../../services.ts'
import { eachRow } from '../../../sweeps/each-row.ts'
import { readConfig } from '../../bank/config-queries.ts'
import { isBuilt, providerOf } from '../../bank/providers/all.ts'
import { openBank, type OpenBank } from '../../bank/providers/open-bank.ts'
import type { BankAnswer, BankClaim } from '../../bank/providers/provider.ts'
import { sumOf } from '../../bank/providers/verify-answer.ts'
import { superPlaces } from '../../user/notices/super-places.ts'
import { alertManagers } from '../../user/notices/notice-queries.ts'
import { keepEnds } from '../ends/hear-ends.ts'
import { askSoon, lockPayment } from '../payment-queries.ts'
import { signalWorker } from '../worker/signal-worker.ts'
import {
  COMPARE,
  countForeign,
  endNight,
  nightsDue,
  openNight,
  openNightCase,
  ownIds,
  sentLately,
  stepNight,
  toldBefore,
  type Night,
  type SentPayment,
} from './compare-queries.ts'
import { compareAnswer, endsOf, listAgrees, type Comparison } from './compare-states.ts'

// A visit ends after so long, whatever is left: the next one goes on from there.
const VISIT_MS = 120_000
// What a list says is compared in memory; a visit takes at most so many payments.
const MOST_OF_A_LIST = 2000
const MOST_PAGES = 50
const DAYS_BACK_MS = 3 * 86_400_000
// More differences of one night are one mistake of a bank or of its keys, which people would have to close one by one.
const MOST_DIFFERING = 100
// Another program may pay from the same balance: so many of its payouts are told of one by one.
const MOST_FOREIGN = 20

/**
 * Asks banks about the payouts of the last three days and compares them with ours (payments.md 3.13): what differs becomes a
 * discrepancy that a person closes; no payment moves by it.
 */
export async function compareNights(services: Services, most = MOST_DIFFERING): Promise<void> {
  await eachRow(services, COMPARE, await nightsDue(services.q), (db, { id }) =>
    compareNight(db, id, most),
  )
}

async function compareNight(db: Db, configId: string, most: number): Promise<void> {
  const config = (await readConfig(db, configId))!
  const provider = providerOf(config.adapter)
  const atOnce = (isBuilt(provider) && provider.comparedAtOnce) || 0
  const night = await openNight(db, configId)
  const rows = await sentLately(db, configId, night.after_id, MOST_OF_A_LIST)
  const banks = openBanks(db, config)
  const lists = await readLists(banks, rows)
  if (lists === undefined) return
  let { differing } = night
  if (night.after_id === null) differing += await reportForeign(db, { configId, night, lists })
  const until = Date.now() + VISIT_MS
  const { title } = config
  let asked = 0
  for (const row of rows) {
    const listed = lists.get(row.id) ?? []
    const isListed = banks.of(row.kind)?.list !== undefined
    let comparison: Comparison = { is: 'agrees' }
    let ends: readonly ToldEnd[] = []
    if (!isListed || !listAgrees(row, listed)) {
      if (asked === atOnce || Date.now() > until) return
      asked++
      const answer = await askBank(banks.of(row.kind), row, listed)
      // A bank that cannot be asked now is asked at the next visit, about the same payment.
      if (answer === undefined || CLOSED.has(answer.outcome)) return
      comparison = compareAnswer(row, answer)
      ends = endsOf(answer)
    }
    if (await store(db, { configId, night, row, comparison, ends })) differing++
    if (differing >= most) return finish(db, { configId, night, title, isCut: true })
  }
  if (rows.length < MOST_OF_A_LIST) await finish(db, { configId, night, title, isCut: false })
}

const CLOSED: ReadonlySet<BankAnswer['outcome']> = new Set(['not_sent', 'throttled', 'config'])

type Config = NonNullable<Awaited<ReturnType<typeof readConfig>>>
type Banks = ReturnType<typeof openBanks>

/** The clients of one agreement, by kind of payment: the simulator has one for phones and cards and one for accounts. */
function openBanks(db: Db, { id, adapter, base_url: baseUrl, credentials, account }: Config) {
  const open = new Map<SentPayment['kind'], OpenBank | undefined>()
  return {
    of(kind: SentPayment['kind']): OpenBank | undefined {
      if (!open.has(kind))
        open.set(kind, openBank(db, { id, adapter, baseUrl, credentials, account, kind }))
      return open.get(kind)
    },
  }
}

type Lists = Map<string, BankClaim[]>

/** Payouts of the bank by our payment's id, those of nobody under an empty one; undefined: the bank does not answer now. */
async function readLists(banks: Banks, rows: readonly SentPayment[]): Promise<Lists | undefined> {
  const lists: Lists = new Map()
  const bank = (['sbp', 'card'] as const).map((kind) => banks.of(kind)).find((one) => one?.list)
  if (!bank?.list || rows.length === 0) return lists
  const to = new Date()
  const from = new Date(to.getTime() - DAYS_BACK_MS)
  let page: string | null = null
  for (let read = 0; read < MOST_PAGES; read++) {
    const answer = await bank.list(from.toISOString(), to.toISOString(), page)
    if (answer === undefined) return undefined
    for (const payout of answer.payouts) {
      const id = typeof payout.ourId === 'string' ? payout.ourId : ''
      lists.set(id, [...(lists.get(id) ?? []), payout])
    }
    page = answer.next
    if (page === null) break
  }
  return lists
}

function askBank(
  bank: OpenBank | undefined,
  row: SentPayment,
  listed: readonly BankClaim[],
): Promise<BankAnswer> | undefined {
  // Several under one id are shown by the search alone.
  return row.provider_ref === null || listed.length > 1
    ? bank?.find(row.sent)
    : bank?.status(row.provider_ref, row.sent)
}

interface NightOf {
  readonly configId: string
  readonly night: Night
}

/** True where a discrepancy was opened. */
async function store(
  db: Db,
  of: NightOf & {
    readonly row: SentPayment
    readonly comparison: Comparison
    readonly ends: readonly ToldEnd[]
  },
): Promise<boolean> {
  const { row, comparison, ends, configId, night } = of
  return inTransaction(db, async (tx) => {
    const present = await lockPayment(tx, row.id)
    // What moved since it was read is the next night's.
    const same = present?.status === row.status
    if (present) await keepEnds(tx, present, ends)
    if (same && comparison.is === 'asks') {
      await askSoon(tx, [row.id])
      await signalWorker(tx, row.id)
    }
    const differs =
      same &&
      comparison.is === 'differs' &&
      (await openNightCase(tx, { ...comparison, paymentId: row.id }))
    const answered = comparison.is !== 'unanswered'
    await stepNight(tx, { configId, day: night.day, afterId: row.id, differs, answered })
    return differs
  })
}

/** Payouts of this balance that no payment of the company explains; how many of them are new. */
async function reportForeign(
  db: Db,
  { configId, night, lists }: NightOf & { readonly lists: Lists },
): Promise<number> {
  const own = await ownIds(db, [...lists.keys()])
  const told = [...lists]
    .flatMap(([id, payouts]) => (own.has(id) ? [] : payouts))
    .flatMap((one) => (one.status === 'paid' ? [`${one.ref}, ${sumOf(one)}`] : []))
  const known = await toldBefore(db, FOREIGN, told)
  const fresh = told.filter((words) => !known.has(words))
  const left = fresh.length - MOST_FOREIGN
  const cases = [...fresh.slice(0, MOST_FOREIGN), ...(left > 0 ? [`и ещё выплат: ${left}`] : [])]
  return inTransaction(db, async (tx) => {
    let opened = 0
    for (const words of cases)
      if (await openNightCase(tx, { kind: FOREIGN, told: words, paymentId: null })) opened++
    await countForeign(tx, configId, night.day, opened)
    return opened
  })
}

const FOREIGN = 'foreign_payout'

async function finish(
  db: Db,
  { configId, night, title, isCut }: NightOf & { readonly title: string; readonly isCut: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const differing = await endNight(tx, configId, night.day)
    if (!differing) return
    const advice = isCut ? 'Дальше не сверяли: проверьте доступ к банку' : 'Разберите их'
    await alertManagers(
      tx,
      {
        kind: 'payment_unknown',
        title: `Ночная сверка с банком, «${title}»: расхождений ${differing}. ${advice}`.slice(
          0,
          200,
        ),
        href: '/operator/payments?tab=discrepancies',
        superHref: superPlaces.banks(tx.companyId),
      },
      tx.companyId,
    )
  })
}
