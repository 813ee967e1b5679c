import type { BankState } from '../bank-state.ts'
import { escapeXml } from '../directbank/documents.ts'
import type { FaultName } from '../faults.ts'
import { amountText, type Payout } from '../payout.ts'
import type { FilePlace, StoredFile } from './file-store.ts'
import { fileReasons } from './offer.ts'
import { isoMoment } from './write-camt.ts'

type OrderAnswer = { status: string; reason?: string; words?: string; amountKop: number }

/** `pain.002.001.10` about a file: how each of its orders is now, with the faults that were set. */
export function writeReport(bank: BankState, file: StoredFile): Buffer {
  const asked = { dialect: 'file', tail: null, repeat: false, final: false } as const
  const group = bank.faults.strike({ ...asked, operation: 'report', payment_id: null })
  const isRefused = group?.name === 'group_refused'
  const answers = isRefused
    ? []
    : file.orders.map((order) => ({ order, answer: answerOf(bank, order) }))
  const statuses = new Set(answers.map(({ answer }) => answer.status))
  const [only] = statuses
  const groupStatus = isRefused ? 'RJCT' : statuses.size > 1 ? 'PART' : (only ?? 'RJCT')
  const total = file.orders.reduce((sum, { amount_kop }) => sum + amount_kop, 0)
  const at = bank.now()
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>RP${at}</MsgId><CreDtTm>${isoMoment(at)}</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${escapeXml(file.message_id ?? '')}</OrgnlMsgId><OrgnlMsgNmId>${file.version}</OrgnlMsgNmId><OrgnlNbOfTxs>${file.orders.length}</OrgnlNbOfTxs><OrgnlCtrlSum>${amountText(total)}</OrgnlCtrlSum><GrpSts>${groupStatus}</GrpSts>${isRefused ? reason('DT01', 'Файл отклонён целиком') : ''}</OrgnlGrpInfAndSts>
${answers.length === 0 ? '' : `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${escapeXml(file.batch_id ?? '')}</OrgnlPmtInfId>${answers.map(orderText).join('\n')}</OrgnlPmtInfAndSts>`}
</CstmrPmtStsRpt></Document>
`)
}

function orderText({ order, answer }: { order: FilePlace; answer: OrderAnswer }): string {
  const words = answer.reason === undefined ? '' : reason(answer.reason, answer.words)
  return `<TxInfAndSts><OrgnlInstrId>${escapeXml(order.number)}</OrgnlInstrId><OrgnlEndToEndId>${escapeXml(order.end_to_end ?? '')}</OrgnlEndToEndId><TxSts>${answer.status}</TxSts>${words}<OrgnlTxRef><Amt><InstdAmt Ccy="RUB">${amountText(answer.amountKop)}</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>`
}

function reason(code: string, words?: string): string {
  const more = words === undefined ? '' : `<AddtlInf>${escapeXml(words.slice(0, 105))}</AddtlInf>`
  return `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn>${more}</StsRsnInf>`
}

function answerOf(bank: BankState, order: FilePlace): OrderAnswer {
  const amountKop = order.amount_kop
  const payout = order.payout_id === null ? null : bank.store.payout(order.payout_id)
  if (payout === null)
    return {
      status: 'RJCT',
      reason: order.refusal ?? 'NARR',
      words: 'Поручение уже есть',
      amountKop,
    }
  const { payment_id, tail, status } = payout
  const facts = {
    dialect: 'file',
    operation: 'status',
    payment_id,
    tail,
    repeat: false,
    final: status !== 'pending',
  } as const
  bank.counts.add(facts)
  const strike = bank.faults.strike(facts)
  return distort(strike?.name ?? null, { ...healthyAnswer(payout), amountKop })
}

function healthyAnswer({ status, reason }: Payout): Omit<OrderAnswer, 'amountKop'> {
  if (status === 'pending') return { status: 'ACSP' }
  if (status === 'succeeded') return { status: 'ACSC' }
  const code = reasonCode(reason)
  return { status: 'RJCT', reason: code, words: fileReasons[code] ?? 'Отклонено банком' }
}

/** Endings of accounts give the reasons that all dialects know. */
function reasonCode(reason: string | null): string {
  if (reason !== null && Object.hasOwn(fileReasons, reason)) return reason
  return commonReasons[reason ?? ''] ?? 'NARR'
}

const commonReasons: Readonly<Record<string, string>> = {
  insufficient_funds: 'AM04',
  recipient_not_found: 'AC01',
  recipient_check_failed: 'BE01',
  fraud_suspected: 'RR04',
}

function distort(name: FaultName | null, answer: OrderAnswer): OrderAnswer {
  switch (name) {
    case 'unknown_status':
      return { ...answer, status: 'ZZZZ' }
    case 'status_flap':
      return { status: 'ACSP', amountKop: answer.amountKop }
    case 'duplicate_reported':
      return { ...answer, status: 'RJCT', reason: 'AM05', words: 'Дубль поручения' }
    case 'wrong_amount':
      return { ...answer, amountKop: answer.amountKop + 100 }
    default:
      return answer
  }
}
