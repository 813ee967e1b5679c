import { randomBytes } from 'node:crypto'
import type { BankState } from '../../bank-state.ts'
import type { Card } from '../../payout.ts'

/** What the widget tells the page that shows it, by the names of the provider. */
export type CardData = { payout_token: string } & Card

/** Remembers a card under a new token; of the number only what a token's owner may see stays (`Card`). */
export function makeToken(desk: BankState, card: Card): CardData {
  const payout_token = `pt-${randomBytes(12).toString('hex')}`
  desk.store.setFact(tokenFact(payout_token), JSON.stringify(card))
  return { payout_token, ...card }
}

/** The card of a token that was made here and not forgotten. */
export function cardOfToken(desk: BankState, token: string): Card | null {
  const text = desk.store.fact(tokenFact(token))
  return text === null ? null : (JSON.parse(text) as Card)
}

const tokenFact = (token: string) => `token:${token}`
