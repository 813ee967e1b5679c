/**
 * A second T-API, written from its public reference of payments: `ruble-transfer/pay` answers 201
 * with nothing in it and makes one payment of one `id` however often it is asked; the status is
 * read by that `id`. It keeps its own ledger; `lies` changes what it says, never what it moved.
 */
import { randomUUID } from 'node:crypto'
import { json, LOST, type Answering, type PeerAnswer, type PeerRequest } from './loopback.ts'

type Status = 'IN_PROGRESS' | 'EXECUTED' | 'FAILED'

export interface TbankPayment {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly bik: string
  readonly amount: number
  readonly purpose: string
  status: Status
}

/** The reference promises only a status and, when it failed, why. */
export type TbankStatus = Readonly<Record<string, unknown>>

export interface TbankPeer {
  readonly answer: Answering
  readonly payments: TbankPayment[]
  opening: Status
  lost: number
  lies: { read?: (status: TbankStatus, payment: TbankPayment | undefined) => TbankStatus }
  settle(ourId: string, status: Status): void
  movedFor(ourId: string): number[]
}

const fault = (status: number, errorCode: string, errorMessage: string): PeerAnswer =>
  json(status, { errorId: randomUUID(), errorCode, errorMessage })

interface Wanted {
  readonly id?: string
  readonly from?: { readonly accountNumber?: string }
  readonly to?: Readonly<Record<'name' | 'inn' | 'bik' | 'accountNumber', string | undefined>>
  readonly amount?: number
  readonly purpose?: string
}

const ordered = (wanted: Wanted): Omit<TbankPayment, 'status'> | string => {
  const { id, from, to, amount, purpose } = wanted
  if (id === undefined || id === '') {
    return 'id'
  }
  if (!/^(\d{20}|\d{22})$/.test(from?.accountNumber ?? '')) {
    return 'from.accountNumber'
  }
  if (to === undefined || !/^\d{20}$/.test(to.accountNumber ?? '')) {
    return 'to.accountNumber'
  }
  if (!/^\d{9}$/.test(to.bik ?? '') || !/^(\d{12}|\d{10}|0)$/.test(to.inn ?? '')) {
    return 'to'
  }
  if (typeof amount !== 'number' || amount <= 0) {
    return 'amount'
  }
  if (purpose === undefined || purpose === '' || purpose.length > 210) {
    return 'purpose'
  }
  const account = from?.accountNumber ?? ''
  return { id, from: account, to: to.accountNumber ?? '', bik: to.bik ?? '', amount, purpose }
}

const pay = (peer: TbankPeer, request: PeerRequest): PeerAnswer | typeof LOST => {
  const made = ordered(JSON.parse(request.body) as Wanted)
  if (typeof made === 'string') {
    return fault(422, 'VALIDATION_ERROR', made)
  }
  if (!peer.payments.some((one) => one.id === made.id)) {
    peer.payments.push({ ...made, status: peer.opening })
  }
  if (peer.lost > 0) {
    peer.lost -= 1
    return LOST
  }
  return json(201, undefined)
}

/** The reference names no 404: what it does not know is data it cannot work with. */
const readStatus = (peer: TbankPeer, id: string): PeerAnswer => {
  const payment = peer.payments.find((one) => one.id === id)
  if (payment === undefined && peer.lies.read === undefined) {
    return fault(422, 'PAYMENT_NOT_FOUND', 'Платеж не найден')
  }
  const status: TbankStatus = {
    status: payment?.status ?? 'IN_PROGRESS',
    ...(payment?.status === 'FAILED' ? { errorMessage: 'Счет получателя закрыт' } : {}),
  }
  return json(200, peer.lies.read?.(status, payment) ?? status)
}

export const openTbankPeer = (token: string): TbankPeer => {
  const peer: TbankPeer = {
    payments: [],
    opening: 'EXECUTED',
    lost: 0,
    lies: {},
    answer: (request) => {
      const { pathname } = request.url
      if (request.headers.authorization !== `Bearer ${token}`) {
        return fault(401, 'UNAUTHENTICATED', 'token')
      }
      if (request.method === 'POST' && pathname === '/api/v1/payment/ruble-transfer/pay') {
        return pay(peer, request)
      }
      const id = /^\/api\/v1\/payment\/([^/]+)$/.exec(pathname)?.[1]
      if (id !== undefined) {
        return readStatus(peer, decodeURIComponent(id))
      }
      return pathname.endsWith('/api/v1/statement')
        ? json(200, { operations: [] })
        : fault(404, 'NOT_FOUND', pathname)
    },
    settle: (ourId, status) => {
      for (const one of peer.payments.filter(({ id }) => id === ourId)) {
        one.status = status
      }
    },
    movedFor: (ourId) =>
      peer.payments
        .filter((one) => one.status === 'EXECUTED' && one.id === ourId)
        .map((one) => Math.round(one.amount * 100)),
  }
  return peer
}
