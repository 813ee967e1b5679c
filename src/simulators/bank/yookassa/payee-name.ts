import type { BankState } from '../bank-state.ts'
import { triggerOf } from '../triggers.ts'
import type { Answer } from '../wire.ts'
import { failure } from './answers.ts'
import { sbpBanks } from './sbp-banks.ts'

/**
 * Whose a phone is, in the masked form in which the fast payment system tells it before a transfer. No paper of the provider has
 * this call: it is the training bank's own.
 */
export function payeeName(desk: BankState, body: unknown): Answer {
  const { phone, bank_id } = Object(body) as Record<string, unknown>
  if (typeof phone !== 'string' || !/^7\d{10}$/.test(phone))
    return failure(400, 'phone: must be 11 digits from 7', 'phone')
  if (!sbpBanks.some((bank) => bank.bank_id === bank_id))
    return failure(400, 'bank_id: no such member of the fast payment system', 'bank_id')
  const trigger = triggerOf({ type: 'sbp', digits: phone })
  const reason = trigger !== null && typeof trigger === 'object' ? trigger.reason : null
  if (reason === 'recipient_not_found')
    return failure(404, 'no such payee in the fast payment system')
  if (reason === 'recipient_check_failed')
    return { status: 200, body: { name: 'Пётр Петрович П.' } }
  const owner = desk.store.fact(ownerFact(phone))
  return { status: 200, body: { name: owner === null ? null : maskName(owner) } }
}

/** Whose phones are, as the control port writes them: an object of phones and whole names; null takes a name away. */
export function setOwners(desk: BankState, body: Record<string, unknown>): string | null {
  for (const [phone, name] of Object.entries(body)) {
    if (!/^7\d{10}$/.test(phone)) return 'Телефон: нужны 11 цифр, первая 7'
    if (name !== null && (typeof name !== 'string' || name.trim() === ''))
      return `${phone}: нужно имя владельца`
  }
  for (const [phone, name] of Object.entries(body))
    if (typeof name === 'string') desk.store.setFact(ownerFact(phone), name.trim())
    else desk.store.removeFact(ownerFact(phone))
  return null
}

/** The same, read back. */
export const ownersOf = (desk: BankState): Record<string, string> =>
  desk.store.factsOf(ownerFact(''))

const ownerFact = (phone: string) => `owner:${phone}`

/** «Иванов Иван Иванович» as «Иван Иванович И.». */
function maskName(name: string): string {
  const [last = '', ...others] = name.trim().split(/\s+/)
  return [...others, `${last.slice(0, 1)}.`].join(' ')
}
