import { isElement } from '../directbank/order.ts'
import { listOf, rootOf, textAt, type Xml } from '../directbank/read-pack.ts'
import { assertOrder, readKop, refuseFile, type FileOrder, type OrderFile } from './order-file.ts'

const VERSIONS = ['pain.001.001.03', 'pain.001.001.09']

/** Orders in `pain.001` of ISO 20022; null when the bytes are no XML of it. Sums and counts must agree on both levels. */
export function readPain(bytes: Uint8Array): OrderFile | null {
  const text = decode(bytes)
  const document = text === null ? null : rootOf(text)
  if (document?.root !== 'Document') return null
  const version = /<Document\s+xmlns="[^"]*:xsd:([\w.]+)"/.exec(text ?? '')?.[1] ?? ''
  if (!VERSIONS.includes(version)) refuseFile(`Сообщение «${version}»: нужно pain.001`)
  const initiation = document.content['CstmrCdtTrfInitn']
  if (!isElement(initiation)) return refuseFile('В файле нет поручений')
  const [batch, another] = listOf(initiation['PmtInf'])
  if (batch === undefined || another !== undefined) return refuseFile('Нужен один пакет PmtInf')
  const orders = listOf(batch['CdtTrfTxInf']).map((transfer, at) =>
    orderOf(batch, transfer, `Поручение ${at + 1}`),
  )
  if (orders.length === 0) refuseFile('В файле нет ни одного поручения')
  assertTotals(initiation['GrpHdr'], orders, 'GrpHdr')
  assertTotals(batch, orders, 'PmtInf')
  if (new Set(orders.map(({ end_to_end }) => end_to_end)).size < orders.length)
    refuseFile('Один EndToEndId у двух поручений')
  const message_id = textAt(initiation, 'GrpHdr', 'MsgId')
  if (message_id === '' || message_id.length > 35) refuseFile('MsgId: нужно от 1 до 35 знаков')
  const batch_id = textAt(batch, 'PmtInfId') || null
  return { format: 'pain.001', version, message_id, batch_id, orders }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
  } catch {
    return null
  }
}

function assertTotals(
  level: Xml | Xml[] | string | undefined,
  orders: readonly FileOrder[],
  name: string,
): void {
  if (!isElement(level)) return refuseFile(`Нет ${name}`)
  const sum = orders.reduce((total, { amount_kop }) => total + amount_kop, 0)
  if (textAt(level, 'NbOfTxs') !== String(orders.length))
    refuseFile(`${name}: NbOfTxs не равно числу поручений`)
  if (readKop(textAt(level, 'CtrlSum'), name) !== sum)
    refuseFile(`${name}: CtrlSum не равна сумме поручений`)
}

function orderOf(batch: Xml, transfer: Xml, where: string): FileOrder {
  const amount = transfer['Amt']
  const instructed = isElement(amount) ? amount['InstdAmt'] : undefined
  if (!isElement(instructed) || textAt(instructed, '@Ccy') !== 'RUB')
    refuseFile(`${where}: валюта не RUB`)
  const end_to_end = textAt(transfer, 'PmtId', 'EndToEndId')
  if (!/^[\w-]{1,35}$/.test(end_to_end)) refuseFile(`${where}: EndToEndId записан неверно`)
  const remittance = transfer['RmtInf']
  const parts = isElement(remittance) ? remittance['Ustrd'] : undefined
  const date = textAt(batch, 'ReqdExctnDt', 'Dt') || textAt(batch, 'ReqdExctnDt')
  if (!/^20\d\d-\d\d-\d\d$/.test(date)) refuseFile('ReqdExctnDt записана неверно')
  const order = {
    number: textAt(transfer, 'PmtId', 'InstrId'),
    date,
    amount_kop: readKop(textAt(transfer, 'Amt', 'InstdAmt'), where),
    payer: partyOf(batch, 'Dbtr'),
    payee: partyOf(transfer, 'Cdtr'),
    purpose: (Array.isArray(parts) ? parts : [parts]).join(' '),
    end_to_end,
  }
  return assertOrder(order, where)
}

function partyOf(from: Xml, side: 'Dbtr' | 'Cdtr') {
  return {
    name: textAt(from, side, 'Nm'),
    inn:
      textAt(from, side, 'Id', 'OrgId', 'Othr', 'Id') ||
      textAt(from, side, 'Id', 'PrvtId', 'Othr', 'Id'),
    account: textAt(from, `${side}Acct`, 'Id', 'Othr', 'Id'),
    bik: textAt(from, `${side}Agt`, 'FinInstnId', 'ClrSysMmbId', 'MmbId'),
  }
}
