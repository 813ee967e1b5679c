import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { openExchange } from '#server/features/bank/exchange/open-exchange.ts'
import { directbank } from '#server/features/bank/providers/directbank/directbank.ts'
import type { BankAnswer, PayoutOrder } from '#server/features/bank/providers/provider.ts'
import type { LedgerLine } from '#simulators/bank/payout.ts'
import { openBankPeer } from '../../failures/bank-peer.ts'
import { openWorld } from '../../support/world.ts'
import { accountWith, addDirectBank, BIK, DIRECT_KEYS, PAYER_ACCOUNT } from './accounts.ts'

const payer = {
  name: 'ООО «Приём & лом»',
  inn: '7712000017',
  kpp: '773601001',
  bik: BIK,
  bankName: 'Банк',
}

/** The client of DirectBank beside the bank simulator, over a real exchange; no worker takes part. */
export async function openDirectPeer() {
  const peer = await openBankPeer({ pending_polls: 1, hold_ms: 50 })
  const world = await openWorld({ config: { sandboxUrl: peer.bank.api } })
  const { own } = world
  const exchange = openExchange(own.db, await addDirectBank(own, peer.bank.api))
  const address = `${new URL(peer.bank.api).origin}/directbank`
  const { q } = own.db

  /** A client with other keys or another place to ask. */
  const open = (keys = DIRECT_KEYS, more: object = {}) =>
    directbank.open({ address, keys, account: PAYER_ACCOUNT, payer, exchange, ...more })
  const packs = async () => (await peer.requests()).filter(({ path }) => path.endsWith('/SendPack'))

  return {
    peer,
    q,
    exchange,
    address,
    open,
    packs,
    async close() {
      await world.close()
      await peer.bank.close()
    },
    /** An empty bank, and nothing known of it. */
    async reset() {
      await peer.faults()
      await peer.control('POST', 'reset')
      for (const table of ['bank_session', 'bank_pack', 'bank_notice', 'bank_request'])
        await sql`delete from ${sql.table(table)}`.execute(q)
    },
    forgetSession: () => sql`delete from bank_session`.execute(q),
    ledger: async () => (await peer.control<LedgerLine[]>('GET', 'ledger')).body,
    logons: async () =>
      (await peer.requests()).filter(({ path }) => path.endsWith('/Logon')).length,
    /** As if the last question about a state were long ago. */
    later: () => sql`update bank_request set sent_at = sent_at - interval '1 hour'`.execute(q),
    /** The document of the first pack that was sent with this kind. */
    async sentDocument(kind: string): Promise<string> {
      const pack = (await packs()).find(({ body }) => body.includes(`dockind="${kind}"`))
      const data = /<Data>([^<]+)</.exec(pack!.body)![1]!
      return Buffer.from(data, 'base64').toString('utf8')
    },
  }
}

/** An order to a firm, whose account's end chooses nothing unless a test gives one that does. */
export function directOrder(more: Partial<PayoutOrder> = {}, tail = '50'): PayoutOrder {
  return {
    id: randomUUID(),
    amountKop: 1_234_567,
    description: '',
    purpose:
      'Оплата по акту №А-42 от 05.10.2026 за лом. НДС исчисляется налоговым агентом. [П:01J9Z3]',
    documentNumber: 17,
    documentDate: '2026-10-05',
    revenueTypeCode: null,
    destination: {
      kind: 'account',
      account: accountWith(tail),
      bik: BIK,
      name: 'ООО «Вторсырьё & Ко»',
      inn: '7712000017',
      kpp: '773601001',
      bank_name: 'АО «ТБанк»',
      corr_account: '30101810145250000974',
    },
    ...more,
  }
}

/** The outcome, and the status or the code that came with it. */
export const outcomeOf = ({ outcome, payouts, errorCode }: BankAnswer) => [
  outcome,
  payouts[0]?.status ?? errorCode ?? null,
]
