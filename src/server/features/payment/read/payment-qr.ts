import QRCode from 'qrcode'
import type { Db } from '../../../db/handle.ts'
import type { PaymentOrder } from '../../bank/providers/file-provider.ts'
import { orderByHand } from '../registry/compose-orders.ts'

/** The first of them that no value holds separates the fields (ГОСТ Р 56042-2014, 5.2). */
const SEPARATORS = ['|', '~', '^', '#', ';', '!']
const NAME_LENGTH = 160
const BANK_LENGTH = 45

/**
 * The text of a payment code by ГОСТ Р 56042-2014 in UTF-8 (payments.md 7): obligatory fields in their order, then the sum in
 * kopecks, the purpose with its marker, ИНН and КПП. Undefined where an obligatory field is unknown or no separator is free.
 */
export function paymentCodeText({ payee, amountKop, purpose }: PaymentOrder): string | undefined {
  const obligatory = {
    Name: payee.name.slice(0, NAME_LENGTH),
    PersonalAcc: payee.account,
    BankName: payee.bankName.slice(0, BANK_LENGTH),
    BIC: payee.bik,
    CorrespAcc: payee.corrAccount ?? '',
  }
  if (Object.values(obligatory).some((value) => value === '')) return undefined
  const fields = Object.entries({
    ...obligatory,
    Sum: String(amountKop),
    Purpose: purpose,
    ...(payee.inn && { PayeeINN: payee.inn }),
    ...(payee.kpp && { KPP: payee.kpp }),
  })
  const separator = SEPARATORS.find((one) => fields.every(([, value]) => !value.includes(one)))
  if (separator === undefined) return undefined
  return ['ST00012', ...fields.map(([key, value]) => `${key}=${value}`)].join(separator)
}

/**
 * The code with which a person pays a payment of a file from the bank's own application; its line in the statement closes the
 * payment. Never of a bank that is asked by calls: that would invite a second payment.
 */
export async function paymentQr(
  db: Db,
  payment: { readonly id: string; readonly bank_config_id: string },
): Promise<string | null> {
  const order = await orderByHand(db, payment.bank_config_id, payment.id)
  const text = order && paymentCodeText(order)
  if (!text) return null
  return QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
}
