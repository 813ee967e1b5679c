import { quote } from '#contract/words/quote.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { inTransaction, type Db } from '../../../../db/handle.ts'
import type { ToldEnd } from '../../../../db/json-columns.ts'
import type { Services } from '../../../../services.ts'
import { eachRow } from '../../../../sweeps/each-row.ts'
import { readConfig } from '../../../bank/config-queries.ts'
import { isApiProvider, namesEveryPayout, providerOf } from '../../../bank/providers/all.ts'
import { openBank, type OpenBank } from '../../../bank/providers/open-bank.ts'
import type { BankAnswer, BankClaim, BankProvider } from '../../../bank/providers/provider.ts'
import { UNASKED_BANK } from '../../../../installation/installation-queries.ts'
import { superPlaces } from '../../../user/notices/super-places.ts'
import { alertManagers } from '../../../user/notices/notice-queries.ts'
import { keepEnds } from '../../send/ends/hear-ends.ts'
import { askSoon, lockPayment, openDiscrepancy } from '../../payment-queries.ts'
import { lockLease } from '../../send/worker/lease-queries.ts'
import { markSentBefore } from './known-queries.ts'
import { signalWorker } from '../../send/worker/signal-worker.ts'
import {
  askedDue,
  beginVisit,
  closeQuestion,
  COMPARE,
  comparedPayments,
  endRun,
  endVisit,
  nightsDue,
  openNight,
  stepRun,
  type Run,
  type SentPayment,
} from './compare-queries.ts'
import { reportForeign, type Lists } from './foreign-payouts.ts'
import { compareAnswer, endsOf, listAgrees, type Comparison } from './compare-states.ts'

// A visit ends after so long, whatever is left: the next one goes on from there.
const VISIT_MS = 120_000
// What a list says is compared in memory; a visit takes at most so many payments.
const MOST_OF_A_LIST = 2000
const MOST_PAGES = 50
// A list without an end is no answer: after a restore it must have been read whole.
const MOST_PAGES_OF_ALL = 2000
// More differences of one night are one mistake of a bank or of its keys, which people would have to close one by one.
const MOST_DIFFERING = 100

/**
 * Compares what banks say of payouts with ours (payments.md 3.13): each night of the last three days, and of the periods that people asked
 * for. What differs becomes a discrepancy that a person closes; no payment moves by it.
 */
export async function compareNights(services: Services, most = MOST_DIFFERING): Promise<void> {
  await eachRow(services, COMPARE, await nightsDue(services.q), async (db, { id }) =>
    visitRun(db, await openNight(db, id), most),
  )
  await eachRow(services, COMPARE, await askedDue(services.q), (db, { id }) =>
    visitRun(db, id, most),
  )
}

/** One visit; a comparison that a person waits for is visited again at once while its bank answers. */
async function visitRun(db: Db, id: string, most: number): Promise<void> {
  const run = await beginVisit(db, id)
  if (!run) return
  const config = (await readConfig(db, run.bank_config_id))!
  const ended = await compareRun(db, run, { config, most }).finally(() => endVisit(db, id))
  if (ended === 'done' || ended === 'whole' || ended === 'cut')
    return finish(db, run, { title: config.title, ended })
  if (run.is_late) return finish(db, run, { title: config.title, ended: 'cut' })
  if (run.is_asked && ended === 'more') await db.services.jobs.enqueue(db, COMPARE, {}, SOON)
}

export const SOON = { key: 'asked', afterSeconds: 1 }

/**
 * What is left after a visit: nothing, of a bank that named every payout (`whole`) or of what we know; more differs than people can look at;
 * more to ask; or the bank does not answer now.
 */
type Ended = 'whole' | 'done' | 'cut' | 'more' | 'silent'

interface Means {
  readonly config: Config
  readonly most: number
}

async function compareRun(db: Db, run: Run, { config, most }: Means): Promise<Ended> {
  const provider = providerOf(config.adapter)
  const atOnce = (isApiProvider(provider) && provider.comparedAtOnce) || 0
  const rows = await comparedPayments(db, run, MOST_OF_A_LIST)
  const banks = openBanks(db, config)
  // A bank that cannot be opened, for its keys are missing, tells nothing of what was lost.
  if (run.is_restored && isApiProvider(provider) && !banks.areOpen(provider)) return 'silent'
  // An agreement that pays no more and has paid nothing lately is not asked for its list: but a restored copy knows not what it paid.
  const isIdle =
    rows.length === 0 && !run.is_asked && !run.is_restored && config.status !== 'active'
  const lists = isIdle ? new Map<string, BankClaim[]>() : await readLists(banks, run)
  if (lists === undefined) return 'silent'
  let { differing } = run
  if (run.after_id === null) differing += await reportForeign(db, run, lists)
  const until = Date.now() + VISIT_MS
  let asked = 0
  for (const row of rows) {
    const listed = lists.get(row.id) ?? []
    const isListed = banks.of(row.kind)?.list !== undefined
    let comparison: Comparison = { is: 'agrees' }
    let ends: readonly ToldEnd[] = []
    if (!isListed || !listAgrees(row, listed)) {
      if (asked === atOnce || Date.now() > until) return 'more'
      asked++
      const answer = await askBank(banks.of(row.kind), row, listed)
      // A bank that cannot be asked now is asked at the next visit, about the same payment.
      if (answer === undefined || CLOSED.has(answer.outcome)) return 'silent'
      comparison = compareAnswer(row, answer)
      if (!row.is_unsent) ends = endsOf(answer)
    }
    if (await store(db, { run, row, comparison, ends })) differing++
    // After a restore nothing may be left unasked.
    if (differing >= most && !run.is_restored) return 'cut'
  }
  if (rows.length === MOST_OF_A_LIST) return 'more'
  return run.is_restored && isApiProvider(provider) && namesEveryPayout(provider) ? 'whole' : 'done'
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
    areOpen({ methods }: BankProvider): boolean {
      return methods.every((kind) => this.of(kind) !== undefined)
    },
  }
}

/** Payouts of the bank by our payment's id, those of nobody under an empty one; undefined: the bank does not answer now. */
async function readLists(
  banks: Banks,
  { from, to, is_restored: isAll }: Run,
): Promise<Lists | undefined> {
  const lists: Lists = new Map()
  const bank = (['sbp', 'card'] as const).map((kind) => banks.of(kind)).find((one) => one?.list)
  if (!bank?.list) return lists
  const [first, last] = [from, to].map((at) => new Date(at).toISOString())
  let page: string | null = null
  const most = isAll ? MOST_PAGES_OF_ALL : MOST_PAGES
  for (let read = 0; read < most; read++) {
    const answer = await bank.list(first!, last!, page)
    if (answer === undefined) return undefined
    for (const payout of answer.payouts) {
      const id = typeof payout.ourId === 'string' ? payout.ourId : ''
      lists.set(id, [...(lists.get(id) ?? []), payout])
    }
    page = answer.next
    if (page === null) break
  }
  return isAll && page !== null ? undefined : lists
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

interface Compared {
  readonly run: Run
  readonly row: SentPayment
  readonly comparison: Comparison
  readonly ends: readonly ToldEnd[]
}

/** True where a discrepancy was opened. */
async function store(db: Db, { run, row, comparison, ends }: Compared): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const isKnown = comparison.is === 'known'
    const lease = isKnown ? await lockLease(tx, row.id) : undefined
    const present = await lockPayment(tx, row.id)
    // What moved since it was read is the next comparison's.
    const same = present?.status === row.status
    if (present) await keepEnds(tx, present, ends)
    const isTaken = isKnown && same && lease?.free !== false && present.first_sent_at === null
    if (isTaken) await markSentBefore(tx, row.id)
    if (isTaken || (same && comparison.is === 'asks')) {
      await askSoon(tx, [row.id])
      await signalWorker(tx, row.id)
    }
    const differs =
      same &&
      comparison.is === 'differs' &&
      (await openDiscrepancy(tx, row.id, comparison.kind, null, { told: comparison.told }))
    await stepRun(tx, run.id, {
      afterId: row.id,
      differs,
      answered: comparison.is !== 'unanswered',
      known: isTaken || (comparison.is === 'differs' && comparison.kind === 'known_to_bank'),
    })
    return differs
  })
}

async function finish(
  db: Db,
  { id, is_asked: isAsked }: Run,
  { title, ended }: { readonly title: string; readonly ended: 'whole' | 'done' | 'cut' },
): Promise<void> {
  const isCut = ended === 'cut'
  await inTransaction(db, async (tx) => {
    const differing = await endRun(tx, id, isCut)
    const answered = ended === 'whole' ? await closeQuestion(tx, id) : undefined
    if (answered !== undefined)
      addAuditEvent(tx, {
        action: 'payment_discrepancy.close',
        entity: 'payment_discrepancy',
        id: answered,
        after: { kind: UNASKED_BANK },
      })
    if (!differing) return
    const advice = isCut ? 'Дальше не сверяли: проверьте доступ к банку' : 'Разберите их'
    const what = isAsked ? 'Сверка с банком' : 'Ночная сверка с банком'
    await alertManagers(
      tx,
      {
        kind: 'payment_unknown',
        title: `${what}, ${quote(title)}: расхождений ${differing}. ${advice}`.slice(0, 200),
        href: '/operator/payments?tab=discrepancies',
        superHref: superPlaces.banks(tx.companyId),
      },
      tx.companyId,
    )
  })
}
