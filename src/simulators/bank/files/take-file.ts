import { createHash, randomUUID } from 'node:crypto'
import type { BankState } from '../bank-state.ts'
import { quirksOf } from '../faults.ts'
import { triggerOf } from '../triggers.ts'
import type { FilePlace, StoredFile } from './file-store.ts'
import { refuseFile, type FileOrder, type OrderFile } from './order-file.ts'
import { readOneC } from './read-1c.ts'
import { readPain } from './read-pain.ts'

/** Puts a file of orders into the ledger; the same file again is the same orders. Throws `WrongFile`. */
export function takeFile(
  bank: BankState,
  name: string,
  bytes: Uint8Array,
): { file: StoredFile; repeated: boolean } {
  const read =
    readOneC(bytes) ??
    readPain(bytes) ??
    refuseFile('Это не поручения 1С (1CClientBankExchange) и не pain.001')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return bank.store.together(() => {
    const known = bank.store.sameFile(sha256, read.message_id)
    if (known !== null) return { file: known, repeated: true }
    const file: StoredFile = {
      id: randomUUID(),
      name,
      at: bank.now(),
      sha256,
      format: read.format,
      version: read.version,
      message_id: read.message_id,
      batch_id: read.batch_id,
      payer: read.orders[0]?.payer.account ?? '',
      orders: read.orders.map((order) => takeOrder(bank, read, order)),
    }
    bank.store.addFile(file)
    return { file, repeated: false }
  })
}

function takeOrder(bank: BankState, file: OrderFile, order: FileOrder): FilePlace {
  const { number, date, payer, payee, amount_kop, end_to_end } = order
  const place = { number, end_to_end, amount_kop }
  if (bank.store.hasOrder(payer.account, number, date))
    return { ...place, payout_id: null, refusal: 'DU03' }
  const payment_id = nameOf(order)
  const tail = payee.account.slice(-4)
  const facts = { dialect: 'file', operation: 'create', payment_id, tail } as const
  const strike = bank.faults.strike({ ...facts, repeat: false, final: false })
  bank.counts.add({ ...facts, repeat: false, final: false })
  const trigger = triggerOf({ type: 'account', digits: payee.account })
  const payout = bank.payouts.accept(
    {
      amount_kop,
      destination: { type: 'account', account: payee.account, bik: payee.bik, name: payee.name },
      tail,
      description: order.purpose,
      metadata: {
        payment_id,
        file: file.format,
        number,
        date,
        payer: payer.account,
        payer_name: payer.name,
        payer_inn: payer.inn,
        payer_bik: payer.bik,
        payee_inn: payee.inn,
        ...(end_to_end !== null && { end_to_end }),
      },
      personal_data: [],
      trigger: trigger === 'timeout_after_accept' ? null : trigger,
    },
    quirksOf(strike),
  )
  return { ...place, payout_id: payout.id, refusal: null }
}

/** What the customer calls the payment: its reference, the mark of its purpose, or the number of the order. */
function nameOf({ end_to_end: reference, purpose, number, date }: FileOrder): string {
  if (reference !== null)
    // A bare identifier gets its dashes back, so that it is the one of the customer's own database.
    return reference.replace(/^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/, '$1-$2-$3-$4-$5')
  return /\[П:(\w{6})\]/.exec(purpose)?.[1] ?? `${number}/${date}`
}
