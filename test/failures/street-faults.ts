import { randomUUID } from 'node:crypto'
import type { BankStreet, Meddling } from '../builders/transfer/bank-street.ts'
import { json, LOST, type PeerAnswer } from '../peers/loopback.ts'
import type { TbankStatus } from '../peers/tbank-peer.ts'
import type { YookassaPayout } from '../peers/yookassa-peer.ts'

type Draw = () => number
type Lie = (one: YookassaPayout) => YookassaPayout | Record<string, unknown>

const CHANCE_OF_LINE = 0.2
const CHANCE_OF_LIE = 0.3

/** A line or a bank that fails before or after it took a request, and one that repeats a refusal. */
const LINE: readonly ((take: () => PeerAnswer | typeof LOST) => PeerAnswer | typeof LOST)[] = [
  () => LOST,
  (take) => (take(), LOST),
  () => json(500, {}),
  (take) => (take(), json(500, {})),
  () => json(429, {}),
  (take) => (take(), { status: 200, type: 'application/json', body: '{"id": ' }),
]

const END_OF: Readonly<Record<string, YookassaPayout['status']>> = {
  succeeded: 'canceled',
  canceled: 'succeeded',
  pending: 'canceled',
}
/** What YooKassa says of another payout, of ours otherwise, or against itself. */
const LIES: readonly Lie[] = [
  (one) => ({ ...one, id: `po-${randomUUID()}`, metadata: { payment_id: randomUUID() } }),
  (one) => ({ ...one, metadata: { order: '17' }, status: 'succeeded' }),
  (one) => ({ ...one, amount: { value: '90.00', currency: 'RUB' }, status: 'succeeded' }),
  (one) => ({ ...one, amount: { ...one.amount, currency: 'KZT' } }),
  (one) => ({ ...one, payout_destination: { ...one.payout_destination, phone: '79990001122' } }),
  (one) => ({ ...one, status: END_OF[one.status]! }),
  (one) => ({ ...one, status: 'on_review' }),
]
/** The same of T-API, whose status names little. */
const STATES: readonly ((status: unknown) => TbankStatus)[] = [
  () => ({ status: 'EXECUTED', paymentId: randomUUID() }),
  () => ({ status: 'FAILED', id: randomUUID() }),
  (status) => ({ status: status === 'EXECUTED' ? 'FAILED' : 'EXECUTED' }),
  () => ({ status: 'ODD' }),
]
/** The notices that follow an order of DirectBank: 02 has moved its money, whatever is told besides. */
const NOTICES = [
  ['01', '02'],
  ['02'],
  ['01'],
  ['03'],
  ['02', '03'],
  ['03', '02'],
  ['05', '02'],
  [],
] as const

/** All three banks lose answers, speak of other payments and contradict themselves; what they move is in their ledgers. */
export function faultsOf({ yookassa, tbank, direct }: BankStreet, draw: Draw): Meddling {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)]!
  const lies = {
    yookassa() {
      const lie = pick(LIES) as (one: YookassaPayout) => YookassaPayout
      const found = pick([
        (items: YookassaPayout[]) => items.map(lie),
        (items: YookassaPayout[]) => items.flatMap((one) => [one, { ...one, id: 'po-second' }]),
        () => [],
      ])
      yookassa.lies = { created: lie, read: lie, found }
    },
    tbank() {
      const lie = pick(STATES)
      tbank.lies = { read: ({ status }) => lie(status) }
    },
    direct() {
      const order = pick(direct.orders)
      const question = pick(direct.questions)
      pick([
        () => void (direct.answersAbout = randomUUID()),
        () => question && direct.tell(question.id, '02'),
        () => question && direct.tell(randomUUID(), '02', question.id),
        () => order && direct.tell(order.id, pick(['03', '02', '05', '2205'])),
      ])()
    },
  }
  /** What becomes of the next order, really. */
  function drawEnds(): void {
    const end = draw()
    yookassa.opening = end < 0.6 ? 'succeeded' : end < 0.8 ? 'pending' : 'canceled'
    tbank.opening = end < 0.6 ? 'EXECUTED' : end < 0.8 ? 'IN_PROGRESS' : 'FAILED'
    direct.notices = pick(NOTICES)
  }
  return (bank, request, answer) => {
    yookassa.lies = {}
    tbank.lies = {}
    direct.answersAbout = null
    drawEnds()
    if (draw() < CHANCE_OF_LIE) lies[bank]()
    return draw() < CHANCE_OF_LINE ? pick(LINE)(() => answer(request)) : answer(request)
  }
}
