import { ownValue } from '../core/own-value.ts'
import * as z from 'zod/mini'
import * as s from '../core/shapes.ts'
import { cardBrand, cardBrands, type CardBrand } from '../requisites/card.ts'

/** A bank's own form for a card's number, which gives a token for it; the number never comes to us (payments.md 9). */
export const CardForm = z.strictObject({
  bank_config_id: s.id('bank_config'),
  bank_name: s.displayText(150),
  /** The page that shows the form, for a frame of our own screens. */
  address: s.displayText(1000),
})
export type CardForm = z.output<typeof CardForm>

/** What the page of the form tells the screen around it. */
export type CardFormMessage =
  | { readonly told: 'card'; readonly card: TokenCard }
  | { readonly told: 'failed'; readonly code: string }

/** A card as the form names it; of the first digits only the brand is kept. */
export interface TokenCard {
  readonly token: string
  readonly last4: string
  readonly brand: CardBrand | null
  readonly issuer: string | null
}

const SaidCard = z.object({
  payout_token: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/)),
  first6: z.optional(z.string()),
  last4: z.string().check(z.regex(/^\d{4}$/)),
  card_type: z.nullish(z.string()),
  issuer_name: z.nullish(z.string()),
})
const Said = z.union([
  z.strictObject({ told: z.literal('card'), card: SaidCard }),
  z.strictObject({ told: z.literal('failed'), code: z.string() }),
])

/** Reads a message of the form's page; undefined when it is none, since any script of that page may send one. */
export function readCardForm(data: unknown): CardFormMessage | undefined {
  const said = z.safeParse(Said, data)
  if (!said.success) return undefined
  if (said.data.told === 'failed') return said.data
  const { payout_token, first6, last4, card_type, issuer_name } = said.data.card
  const issuer = issuer_name
    ?.replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 150)
  const brand = brandOf(card_type) ?? cardBrand(first6 ?? '') ?? null
  return { told: 'card', card: { token: payout_token, last4, brand, issuer: issuer || null } }
}

function brandOf(type: string | null | undefined): CardBrand | undefined {
  return cardBrands.find((brand) => brand === type?.toLowerCase().replaceAll(/\s/g, ''))
}

const WORDS: Readonly<Record<string, string>> = {
  card_country_code_error: 'На карту этой страны выплатить нельзя. Возьмите другую карту',
  card_unknown_country_code_error:
    'Банк не узнал, какой страны эта карта. Проверьте номер или возьмите другую карту',
  internal_service_error: 'Банк не записал карту. Попробуйте ещё раз',
  not_loaded: 'Форма банка не открылась. Проверьте интернет и откройте её ещё раз',
}

/** Why the form gave no token. */
export function cardFormProblem(code: string): string {
  return (
    ownValue(WORDS, code) ?? 'Банк не записал карту. Попробуйте ещё раз или возьмите другую карту'
  )
}
