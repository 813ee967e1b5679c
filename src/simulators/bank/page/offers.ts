import { directbankOffer } from '../directbank/offer.ts'
import { fileOffer } from '../files/offer.ts'
import type { DialectCode } from '../payout.ts'
import { tbankOffer } from '../tbank/offer.ts'
import { yookassaOffer } from '../yookassa/offer.ts'
import type { DialectOffer, FaultOffer } from './offer.ts'

/** Every dialect with all that it can be made to do. */
export const offers: readonly DialectOffer[] = [
  yookassaOffer,
  tbankOffer,
  directbankOffer,
  fileOffer,
]

export function offerOf(code: DialectCode): DialectOffer {
  const offer = offers.find((one) => one.code === code)
  if (offer === undefined) throw new Error(`no offer of ${code}`)
  return offer
}

/** Next payments are refused: it has its reasons beside it, so the page draws it apart. */
export const REFUSAL_FAULT: FaultOffer = { fault: 'refused', title: 'Отказ в выплате' }
