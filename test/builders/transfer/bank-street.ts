import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { compareNights } from '#server/features/payment/reconcile/compare/compare-night.ts'
import { readBankMail } from '#server/features/payment/reconcile/statement/mail/read-bank-mail.ts'
import { openDirectbankPeer } from '../../peers/directbank-peer.ts'
import { listenOnLoopback, type Answering, type PeerRequest } from '../../peers/loopback.ts'
import { openTbankPeer } from '../../peers/tbank-peer.ts'
import { openYookassaPeer } from '../../peers/yookassa-peer.ts'
import { moneyOf } from '../issued-acts.ts'
import { openPayoutWorld } from '../payout-world.ts'
import { addPayee, pay, rowFor } from '../payouts.ts'
import {
  addDirectBank,
  addFirm,
  addPayoutBank,
  addTransferBank,
  DIRECT_KEYS,
  transferKeys,
} from './accounts.ts'

export const STREET = ['yookassa', 'tbank', 'direct'] as const
export type StreetBank = (typeof STREET)[number]

/** Changes, loses or repeats what a bank of the street answers. */
export type Meddling = (bank: StreetBank, request: PeerRequest, answer: Answering) => Answered
type Answered = ReturnType<Answering>

/** Three banks that know nothing of this program (`test/peers`), an agreement with each, and payments through them. */
export async function openBankStreet() {
  const yookassa = openYookassaPeer({ account: '506751', key: 'live_peer' })
  const tbank = openTbankPeer(transferKeys().token)
  const direct = openDirectbankPeer(DIRECT_KEYS)
  const peers = { yookassa, tbank, direct }
  let meddling: Meddling | null = null
  const street = await listenOnLoopback((request) => {
    const bank = bankAt(request.url.pathname)
    const { answer } = peers[bank]
    return meddling ? meddling(bank, request, answer) : answer(request)
  })
  const sandboxUrl = `${street.url}/v3`
  const payouts = await openPayoutWorld({}, { sandboxUrl })
  const { own, visit, stateOf } = payouts
  const { q } = own.db
  const configs = {
    yookassa: await addPayoutBank(own, sandboxUrl, { shop_id: '506751', secret_key: 'live_peer' }),
    tbank: await addTransferBank(own, sandboxUrl),
    direct: await addDirectBank(own, sandboxUrl),
  }

  // Whatever the hour of the test is, the night of the company is over.
  await sql`update company set timezone = case when extract(hour from now() at time zone 'UTC') between 12 and 19
    then 'Europe/Moscow' else 'Asia/Vladivostok' end where id = ${own.id}`.execute(q)

  /** One more night, as if the last had never been, and all that lies in the mailboxes. */
  async function passNight(): Promise<void> {
    await sql`delete from bank_comparison`.execute(q)
    await compareNights(payouts.world.services, 100_000)
    // What could not be read is fetched again; a visit takes so many packs at most.
    await sql`update bank_pack set taken_at = taken_at - interval '1 day' where problem is not null`.execute(
      q,
    )
    for (let left = 0; left <= direct.letters(); left += 30)
      await readBankMail(payouts.world.services)
  }

  /** All banks are honest and quick again. */
  function calm(): void {
    meddling = null
    Object.assign(yookassa, { opening: 'succeeded', lost: 0, lies: {} })
    Object.assign(tbank, { opening: 'EXECUTED', lost: 0, lies: {} })
    Object.assign(direct, { notices: ['01', '02'], lost: 0, answersAbout: null })
  }

  /** Hands payments of one sum to a bank; nobody has looked at them yet. */
  async function sendMany(name: StreetBank, count: number, kop: number) {
    const method = name === 'yookassa' ? 'sbp' : 'account'
    await q
      .updateTable('bank_config_default')
      .where('company_id', '=', own.id)
      .where('method', '=', method)
      .set({ bank_config_id: configs[name] })
      .execute()
    const rows = []
    for (let n = 0; n < count; n++) {
      const payee = method === 'sbp' ? await addPayee(own) : await addFirm(own)
      rows.push(await rowFor(own, payee, kop))
    }
    for (let n = 0; n < count; n += 50) await pay(own, rows.slice(n, n + 50))
    return rows.map((row) => ({ ...row, name }))
  }
  type Sent = Awaited<ReturnType<typeof sendMany>>[number]

  /** Limits are tested elsewhere; here a batch is paid in a day. */
  async function widenLimits(): Promise<void> {
    await sql`update company set settings = settings || '{"rules":{"pay_day_limit_kop":900000000000}}'::jsonb`.execute(
      q,
    )
    await q
      .updateTable('bank_config')
      .set({ per_day_kop: 900_000_000_000, per_month_kop: 900_000_000_000, payee_day_count: 1000 })
      .execute()
  }

  async function visitUntil({ id }: Pick<Sent, 'id'>, status: string): Promise<void> {
    for (let i = 0; i < 3; i++) if ((await visit(id)) === status) return
    assert.equal(await stateOf(id), status)
  }

  /** The open discrepancies of a payment with what the bank said. */
  async function casesOf({ id }: Pick<Sent, 'id'>): Promise<[string, string | null][]> {
    const { rows } = await sql<{ kind: string; told: string | null }>`
      select kind, detail->>'told' as told from payment_discrepancy
      where payment_id = ${id} and closed_at is null order by kind`.execute(q)
    return rows.map(({ kind, told }) => [kind, told])
  }
  const kindsOf = async (row: Pick<Sent, 'id'>) => (await casesOf(row)).map(([kind]) => kind)

  /** Nothing else can pay its acts: this payment holds or paid them, or the server refuses another one. */
  async function assertNotPayable(row: Omit<Sent, 'name'>): Promise<void> {
    const again = paidAgain(row)
    const { code } = await own.operator.api.refused(payment.save, { body: { payments: [again] } })
    const { reserved_kop, paid_kop } = await moneyOf(own, row.acts[0]!.act_id)
    if (reserved_kop + paid_kop === row.amount_kop) return
    assert.equal(code, 'payment.may-be-paid')
  }

  /** The bank's own ledger moved the sum once, and ours says so. */
  async function assertPaidOnce(row: Sent): Promise<void> {
    assert.equal(await stateOf(row.id), 'paid')
    assert.deepEqual(peers[row.name].movedFor(row.id), [row.amount_kop])
    assert.equal((await moneyOf(own, row.acts[0]!.act_id)).paid_kop, row.amount_kop)
    await assertNotPayable(row)
  }

  /** Not ours, so not paid; told to people under its kind; nothing else may pay the acts. */
  async function assertHeld(row: Sent, kinds: string[], moved: number[] = []): Promise<void> {
    assert.notEqual(await stateOf(row.id), 'paid')
    assert.deepEqual(await kindsOf(row), kinds)
    assert.deepEqual(peers[row.name].movedFor(row.id), moved)
    await assertNotPayable(row)
  }

  return {
    ...payouts,
    ...peers,
    peers,
    configs,
    calm,
    /** Stands between the product and its banks until they are calm. */
    meddle: (by: Meddling) => void (meddling = by),
    sendMany,
    widenLimits,
    passNight,
    send: async (name: StreetBank, kop: number) => (await sendMany(name, 1, kop))[0]!,
    visitUntil,
    casesOf,
    kindsOf,
    assertNotPayable,
    assertPaidOnce,
    assertHeld,
    /** How many orders the bank has made of it. */
    orders: ({ name, id }: Sent): number => {
      if (name === 'tbank') return tbank.payments.filter((one) => one.id === id).length
      if (name === 'direct') return direct.orders.filter((one) => one.id === id).length
      return yookassa.payouts.filter(({ metadata }) => metadata?.['payment_id'] === id).length
    },
    async close() {
      await payouts.close()
      await street.close()
    },
  }
}

/** Another payment of the same acts. */
export const paidAgain = (row: Omit<SentToStreet, 'name'>) => {
  const { id, supplier_id, payment_method_id, acts, amount_kop } = row
  return { id: randomUUID(), supplier_id, payment_method_id, acts, amount_kop, retry_of: id }
}

export type BankStreet = Awaited<ReturnType<typeof openBankStreet>>
export type SentToStreet = Awaited<ReturnType<BankStreet['send']>>

const bankAt = (path: string): StreetBank => {
  if (path.startsWith('/v3/')) return 'yookassa'
  return path.startsWith('/directbank/') ? 'direct' : 'tbank'
}
