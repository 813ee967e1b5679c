/**
 * A second YooKassa, written from its public reference of payouts (`/v3/payouts`): basic access,
 * `Idempotence-Key`, the payout object, the search by one pair of `metadata`, the list of СБП banks.
 * It keeps its own ledger; `lies` changes what it says, never what it moved.
 */
import { randomUUID } from 'node:crypto'
import { json, LOST, type Answering, type PeerAnswer, type PeerRequest } from './loopback.ts'

export interface YookassaPayout {
  readonly id: string
  readonly amount: { readonly value: string; readonly currency: string }
  readonly status: 'pending' | 'succeeded' | 'canceled'
  readonly payout_destination: Readonly<Record<string, unknown>>
  readonly description?: string
  readonly created_at: string
  readonly succeeded_at?: string
  readonly cancellation_details?: { readonly party: string; readonly reason: string }
  readonly metadata?: Readonly<Record<string, string>>
  readonly test: boolean
}

type Told = (payout: YookassaPayout) => YookassaPayout

export interface YookassaPeer {
  readonly answer: Answering
  /** What it really took and what became of it. */
  readonly payouts: YookassaPayout[]
  /** How a new payout stands at once. */
  opening: YookassaPayout['status']
  /** Takes the next orders and loses this many of their answers. */
  lost: number
  lies: { created?: Told; read?: Told; found?: (items: YookassaPayout[]) => YookassaPayout[] }
  settle(ourId: string, status: YookassaPayout['status']): void
  /** The kopecks that went out for a payment of ours, each time they went. */
  movedFor(ourId: string): number[]
}

const BANKS = [
  { bank_id: '100000000111', name: 'Сбербанк', bic: '044525225' },
  { bank_id: '100000000004', name: 'Т-Банк', bic: '044525974' },
  { bank_id: '100000000005', name: 'ВТБ', bic: '044525187' },
]

const fault = (status: number, code: string, description: string): PeerAnswer =>
  json(status, { type: 'error', id: randomUUID(), code, description })

const invalid = (description: string): PeerAnswer => fault(400, 'invalid_request', description)

/** The destination as the object of a payout shows it: a card masked, a telephone whole. */
const shown = (data: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined => {
  if (data['type'] === 'sbp') {
    const { phone, bank_id: bank } = data
    return /^\d{5,15}$/.test(String(phone)) && BANKS.some((one) => one.bank_id === bank)
      ? { type: 'sbp', phone, bank_id: bank, recipient_checked: false }
      : undefined
  }
  const number = String((data['card'] as { number?: string } | undefined)?.number ?? '')
  return data['type'] === 'bank_card' && /^\d{16,19}$/.test(number)
    ? {
        type: 'bank_card',
        card: { first6: number.slice(0, 6), last4: number.slice(-4), card_type: 'Mir' },
      }
    : undefined
}

/** A token of the card widget stands for a card that only YooKassa knows. */
const ofToken = (token: unknown): Record<string, unknown> | undefined =>
  typeof token === 'string'
    ? { type: 'bank_card', card: { first6: '220220', last4: token.slice(-4), card_type: 'Mir' } }
    : undefined

const settled = (payout: YookassaPayout, status: YookassaPayout['status']): YookassaPayout => {
  const payoutTo = payout.payout_destination
  return {
    ...payout,
    status,
    ...(status === 'succeeded' ? { succeeded_at: new Date().toISOString() } : {}),
    ...(status === 'succeeded' && payoutTo['type'] === 'sbp'
      ? { payout_destination: { ...payoutTo, sbp_operation_id: randomUUID().slice(0, 32) } }
      : {}),
    ...(status === 'canceled'
      ? { cancellation_details: { party: 'payout_network', reason: 'rejected_by_payee' } }
      : {}),
  }
}

interface Wanted {
  readonly amount?: { readonly value?: string; readonly currency?: string }
  readonly payout_destination_data?: Readonly<Record<string, unknown>>
  readonly payout_token?: string
  readonly description?: string
  readonly metadata?: Readonly<Record<string, string>>
}

const ordered = (wanted: Wanted): YookassaPayout | string => {
  const { amount, description, metadata } = wanted
  if (!/^\d+\.\d\d$/.test(amount?.value ?? '') || amount?.currency !== 'RUB') {
    return 'amount'
  }
  const to =
    wanted.payout_destination_data === undefined
      ? ofToken(wanted.payout_token)
      : shown(wanted.payout_destination_data)
  if (to === undefined) {
    return 'payout_destination_data'
  }
  const pairs = Object.entries(metadata ?? {})
  if (pairs.length > 16 || pairs.some(([key, value]) => key.length > 32 || value.length > 512)) {
    return 'metadata'
  }
  if ((description ?? '').length > 128) {
    return 'description'
  }
  return {
    id: `po-${randomUUID()}`,
    amount: { value: amount.value ?? '', currency: 'RUB' },
    status: 'pending',
    payout_destination: to,
    ...(description === undefined ? {} : { description }),
    created_at: new Date().toISOString(),
    ...(metadata === undefined ? {} : { metadata }),
    test: false,
  }
}

const createPayout = (
  peer: YookassaPeer,
  byKey: Map<string, { body: string; id: string }>,
  request: PeerRequest,
): PeerAnswer | typeof LOST => {
  const key = request.headers['idempotence-key']
  if (typeof key !== 'string' || key.length > 64) {
    return invalid('Idempotence-Key')
  }
  const known = byKey.get(key)
  if (known !== undefined && known.body !== request.body) {
    return invalid('Idempotence-Key was used with other parameters')
  }
  if (known === undefined) {
    const made = ordered(JSON.parse(request.body) as Wanted)
    if (typeof made === 'string') {
      return invalid(made)
    }
    byKey.set(key, { body: request.body, id: made.id })
    peer.payouts.push(settled(made, peer.opening))
  }
  if (peer.lost > 0) {
    peer.lost -= 1
    return LOST
  }
  const id = byKey.get(key)?.id
  const payout = peer.payouts.find((one) => one.id === id)
  return payout === undefined
    ? fault(500, 'internal_server_error', 'no payout')
    : json(200, peer.lies.created?.(payout) ?? payout)
}

const searchPayouts = (peer: YookassaPeer, url: URL): PeerAnswer => {
  const pairs = [...url.searchParams].flatMap(([name, value]) => {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
    return key === undefined ? [] : [{ key, value }]
  })
  const [pair] = pairs
  if (pair === undefined || pairs.length > 1) {
    return invalid('metadata')
  }
  const items = peer.payouts.filter((one) => one.metadata?.[pair.key] === pair.value)
  return json(200, { type: 'list', items: peer.lies.found?.(items) ?? items })
}

/** The list of payouts by the time of their making; it is never longer than one page here. */
const listPayouts = (peer: YookassaPeer, url: URL): PeerAnswer => {
  const from = Date.parse(url.searchParams.get('created_at.gte') ?? '1970-01-01')
  const until = Date.parse(url.searchParams.get('created_at.lt') ?? '9999-01-01')
  const items = peer.payouts.filter(({ created_at: at }) => {
    const made = Date.parse(at)
    return made >= from && made < until
  })
  return json(200, { type: 'list', items })
}

const readPayout = (peer: YookassaPeer, id: string): PeerAnswer => {
  const payout = peer.payouts.find((one) => one.id === id)
  return payout === undefined
    ? fault(404, 'not_found', 'payout')
    : json(200, peer.lies.read?.(payout) ?? payout)
}

const me = (account: string): PeerAnswer =>
  json(200, {
    account_id: account,
    status: 'enabled',
    test: false,
    payout_methods: ['bank_card', 'sbp'],
    payout_balance: { value: '900000.00', currency: 'RUB' },
  })

export const openYookassaPeer = (access: {
  readonly account: string
  readonly key: string
}): YookassaPeer => {
  const basic = `Basic ${Buffer.from(`${access.account}:${access.key}`).toString('base64')}`
  const byKey = new Map<string, { body: string; id: string }>()
  const peer: YookassaPeer = {
    payouts: [],
    opening: 'succeeded',
    lost: 0,
    lies: {},
    answer: (request) => {
      const { pathname } = request.url
      if (request.headers.authorization !== basic) {
        return fault(401, 'invalid_credentials', 'Basic')
      }
      if (request.method === 'POST' && pathname === '/v3/payouts') {
        return createPayout(peer, byKey, request)
      }
      if (pathname === '/v3/payouts') {
        return listPayouts(peer, request.url)
      }
      if (pathname === '/v3/payouts/search') {
        return searchPayouts(peer, request.url)
      }
      if (pathname.startsWith('/v3/payouts/')) {
        return readPayout(peer, pathname.slice('/v3/payouts/'.length))
      }
      if (pathname === '/v3/sbp_banks') {
        return json(200, { type: 'list', items: BANKS })
      }
      return pathname === '/v3/me' ? me(access.account) : fault(404, 'not_found', pathname)
    },
    settle: (ourId, status) => {
      const at = peer.payouts.findIndex((one) => one.metadata?.['payment_id'] === ourId)
      const payout = peer.payouts[at]
      if (payout !== undefined) {
        peer.payouts[at] = settled(payout, status)
      }
    },
    movedFor: (ourId) =>
      peer.payouts
        .filter((one) => one.status === 'succeeded' && one.metadata?.['payment_id'] === ourId)
        .map((one) => Math.round(Number(one.amount.value) * 100)),
  }
  return peer
}
