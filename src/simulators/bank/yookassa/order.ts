import { passesLuhn } from '../request-log.ts'
import type { Card, Destination } from '../payout.ts'
import type { PayoutOrder } from '../payouts.ts'
import { triggerOf } from '../triggers.ts'
import { sbpBanks } from './sbp-banks.ts'

/** Why a request is answered 400, in the words of the dialect's error object. */
export type Problem = { parameter: string; description: string }

type Fields = Record<string, unknown>

/** What the bank was told before. */
export type BankMemory = {
  isKnownPayee: (id: string) => boolean
  cardOfToken: (token: string) => Card | null
}

/** Reads the body of `POST /v3/payouts`; stricter than the provider in that unknown members are refused. */
export function readOrder(
  body: unknown,
  { isKnownPayee, cardOfToken }: BankMemory,
): PayoutOrder | Problem {
  if (!isFields(body)) return problem('body', 'must be a JSON object')
  const wrong =
    unknownMember(body, orderMembers) ??
    amountProblem(body['amount']) ??
    textProblem(body['description'], 'description', 128) ??
    metadataProblem(body['metadata']) ??
    payeesProblem(body['personal_data'], isKnownPayee)
  if (wrong !== null) return wrong
  const target = readTarget(body, cardOfToken)
  if ('parameter' in target) return target
  const kop = kopecks((body['amount'] as { value: string }).value)
  const least = target.destination.type === 'bank_card' ? 500 : 100
  if (kop < least || kop > 50_000_000) {
    return problem('amount.value', `must be from ${least / 100}.00 to 500000.00`)
  }
  return {
    amount_kop: kop,
    destination: target.destination,
    tail: target.digits.slice(-4),
    description: (body['description'] as string | undefined) ?? null,
    metadata: (body['metadata'] as Record<string, string> | undefined) ?? {},
    personal_data: ((body['personal_data'] as { id: string }[] | undefined) ?? []).map(
      ({ id }) => id,
    ),
    trigger: triggerOf({ type: target.destination.type, digits: target.digits }),
  }
}

const orderMembers = [
  'amount',
  'payout_destination_data',
  'payout_token',
  'payment_method_id',
  'description',
  'metadata',
  'personal_data',
]

/** The last four digits of any destination in a body that may be anything: faults choose by it. */
export function tailOf(body: unknown, cardOfToken: BankMemory['cardOfToken']): string | null {
  const target = isFields(body) ? readTarget(body, cardOfToken) : null
  return target === null || 'parameter' in target ? null : target.digits.slice(-4)
}

function readTarget(
  body: Fields,
  cardOfToken: BankMemory['cardOfToken'],
): { destination: Destination; digits: string } | Problem {
  const given = ['payout_destination_data', 'payout_token', 'payment_method_id'].filter(
    (name) => body[name] !== undefined,
  )
  const [only] = given
  if (given.length !== 1 || only === undefined) {
    return problem(
      'payout_destination_data',
      'exactly one of three ways to name the payee is needed',
    )
  }
  if (only === 'payout_destination_data') return readDestination(body[only])
  const token = body[only]
  const card = typeof token === 'string' ? cardOfToken(token) : null
  if (card === null) return problem(only, 'unknown or expired')
  return { destination: { type: 'bank_card', card }, digits: card.last4 }
}

function readDestination(data: unknown): { destination: Destination; digits: string } | Problem {
  if (!isFields(data)) return problem('payout_destination_data', 'must be an object')
  const at = 'payout_destination_data'
  switch (data['type']) {
    case 'sbp': {
      const { phone, bank_id } = data
      if (typeof phone !== 'string' || !/^7\d{10}$/.test(phone)) {
        return problem(`${at}.phone`, 'must be 11 digits from 7')
      }
      if (typeof bank_id !== 'string' || !sbpBanks.some((bank) => bank.bank_id === bank_id)) {
        return problem(`${at}.bank_id`, 'no such member of the fast payment system')
      }
      return (
        unknownMember(data, ['type', 'phone', 'bank_id'], at) ?? {
          destination: { type: 'sbp', phone, bank_id },
          digits: phone,
        }
      )
    }
    case 'bank_card': {
      const number = isFields(data['card']) ? data['card']['number'] : undefined
      if (typeof number !== 'string' || !/^\d{16,19}$/.test(number) || !passesLuhn(number)) {
        return problem(`${at}.card.number`, 'is not a card number')
      }
      return (
        unknownMember(data, ['type', 'card'], at) ?? {
          destination: { type: 'bank_card', card: cardOf(number) },
          digits: number,
        }
      )
    }
    case 'yoo_money': {
      const account = data['account_number']
      if (typeof account !== 'string' || !/^\d{11,33}$/.test(account)) {
        return problem(`${at}.account_number`, 'must be 11 to 33 digits')
      }
      return (
        unknownMember(data, ['type', 'account_number'], at) ?? {
          destination: { type: 'yoo_money', account_number: account },
          digits: account,
        }
      )
    }
    default:
      return problem(`${at}.type`, 'must be sbp, bank_card or yoo_money')
  }
}

/** What the bank remembers of a number. */
export function cardOf(number: string): Card {
  return {
    first6: number.slice(0, 6),
    last4: number.slice(-4),
    card_type: cardTypes.find(([start]) => start.test(number))?.[1] ?? 'Unknown',
    issuer_country: 'RU',
    issuer_name: issuers[Number(number.slice(4, 6)) % issuers.length] ?? 'Training Bank',
  }
}

const cardTypes: [RegExp, string][] = [
  [/^220[0-4]/, 'Mir'],
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'MasterCard'],
  [/^(62|81)/, 'UnionPay'],
  [/^35/, 'JCB'],
]
const issuers = ['Sberbank', 'T-Bank', 'VTB', 'Alfa-Bank']

function amountProblem(amount: unknown): Problem | null {
  if (!isFields(amount)) return problem('amount', 'is needed')
  if (typeof amount['value'] !== 'string' || !/^\d{1,13}\.\d{2}$/.test(amount['value'])) {
    return problem('amount.value', 'must be a text with two decimals')
  }
  return amount['currency'] === 'RUB' ? null : problem('amount.currency', 'must be RUB')
}

function metadataProblem(metadata: unknown): Problem | null {
  if (metadata === undefined) return null
  if (!isFields(metadata)) return problem('metadata', 'must be an object')
  const pairs = Object.entries(metadata)
  const good = pairs.every(
    ([name, value]) => name.length <= 32 && typeof value === 'string' && value.length <= 512,
  )
  // The documented bounds: 16 pairs, names to 32 and values to 512 characters.
  return good && pairs.length <= 16
    ? null
    : problem('metadata', 'at most 16 pairs of 32 and 512 characters')
}

function payeesProblem(list: unknown, isKnownPayee: (id: string) => boolean): Problem | null {
  if (list === undefined) return null
  const good =
    Array.isArray(list) &&
    (list.length === 1 || list.length === 2) &&
    list.every(
      (item) => isFields(item) && typeof item['id'] === 'string' && isKnownPayee(item['id']),
    )
  return good ? null : problem('personal_data', 'one or two known ids are expected')
}

function textProblem(text: unknown, name: string, limit: number): Problem | null {
  if (text === undefined) return null
  const good = typeof text === 'string' && text.length > 0 && text.length <= limit
  return good ? null : problem(name, `must be a text of 1 to ${limit} characters`)
}

function unknownMember(fields: Fields, members: string[], at?: string): Problem | null {
  const name = Object.keys(fields).find((name) => !members.includes(name))
  if (name === undefined) return null
  return problem(at === undefined ? name : `${at}.${name}`, 'unknown parameter')
}

function kopecks(value: string): number {
  return Number(value.replace('.', ''))
}

function problem(parameter: string, description: string): Problem {
  return { parameter, description: `${parameter}: ${description}` }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
