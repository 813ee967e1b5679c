import type { FileEncoding, PainVersion } from '#contract/bank/bank-providers.ts'
import { amountText } from '../bank-text.ts'
import type { OrderFile, OrderParty, PaymentOrder } from '../file-provider.ts'
import { asLine, findOrderProblem } from '../order-text.ts'

/** `Max140Text` of names and of each part of a purpose. */
const TEXT_LENGTH = 140

/** Why the schema has no place for this order (payments.md 4.4); a whole sentence. */
export function orderProblem(
  payer: OrderParty,
  order: PaymentOrder,
  encoding: FileEncoding,
): string | undefined {
  if (order.incomeCode !== null)
    return 'Код вида дохода в файл ISO 20022 не записывается. Заплатите через другой банк или файлом 1С'
  return findOrderProblem({ payer, order, encoding, nameLength: TEXT_LENGTH })
}

/** `pain.001.001.09` or `.03` in the profile of Russian banks (payments.md 4.4), valid by the schema of ISO 20022. */
export function writePain(file: OrderFile): Buffer {
  const version: PainVersion =
    file.settings.pain_version === 'pain.001.001.03' ? 'pain.001.001.03' : 'pain.001.001.09'
  const { payer, orders, messageId, madeOn, madeAt } = file
  const totals = [
    element('NbOfTxs', String(orders.length)),
    element('CtrlSum', amountText(orders.reduce((sum, { amountKop }) => sum + amountKop, 0))),
  ]
  const header = parent('GrpHdr', [
    element('MsgId', messageId),
    element('CreDtTm', `${madeOn}T${madeAt}`),
    ...totals,
    parent('InitgPty', [element('Nm', payer.name), ...identification(payer)]),
  ])
  const batch = parent('PmtInf', [
    element('PmtInfId', messageId),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', 'false'),
    ...totals,
    version === 'pain.001.001.09'
      ? parent('ReqdExctnDt', [element('Dt', madeOn)])
      : element('ReqdExctnDt', madeOn),
    parent('Dbtr', [element('Nm', payer.name), ...identification(payer)]),
    account('DbtrAcct', payer.account),
    agent('DbtrAgt', payer.bik),
    ...orders.map((order) => transfer(payer, order, file.encoding)),
  ])
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}">`,
    parent('CstmrCdtTrfInitn', [header, batch]),
    '</Document>',
    '',
  ]
  return Buffer.from(text.join('\n'))
}

function transfer(payer: OrderParty, order: PaymentOrder, encoding: FileEncoding): string {
  const problem = orderProblem(payer, order, encoding)
  if (problem) throw new Error(`order ${order.number}: ${problem}`)
  const { payee } = order
  return parent('CdtTrfTxInf', [
    parent('PmtId', [
      element('InstrId', String(order.number)),
      element('EndToEndId', order.id.replaceAll('-', '')),
    ]),
    parent('Amt', [`<InstdAmt Ccy="RUB">${amountText(order.amountKop)}</InstdAmt>`]),
    element('ChrgBr', 'DEBT'),
    agent('CdtrAgt', payee.bik),
    parent('Cdtr', [element('Nm', payee.name), ...identification(payee)]),
    account('CdtrAcct', payee.account),
    parent(
      'RmtInf',
      splitPurpose(asLine(order.purpose)).map((part) => element('Ustrd', part)),
    ),
  ])
}

/** A firm has ten digits of ИНН, a person twelve; without one nothing identifies the party. */
function identification({ inn }: OrderParty): string[] {
  if (inn === null) return []
  const kind = inn.length === 10 ? 'OrgId' : 'PrvtId'
  const other = parent('Othr', [element('Id', inn), parent('SchmeNm', [element('Cd', 'TXID')])])
  return [parent('Id', [parent(kind, [other])])]
}

function account(name: string, digits: string): string {
  const other = [element('Id', digits), parent('SchmeNm', [element('Cd', 'BBAN')])]
  return parent(name, [parent('Id', [parent('Othr', other)])])
}

function agent(name: string, bik: string): string {
  const member = [parent('ClrSysId', [element('Cd', 'RUCBC')]), element('MmbId', bik)]
  return parent(name, [parent('FinInstnId', [parent('ClrSysMmbId', member)])])
}

/** Parts of at most 140 signs, cut between words, so that no marker of a payment is torn. */
function splitPurpose(purpose: string): string[] {
  const parts: string[] = []
  for (let rest = purpose; rest !== '';) {
    const space = rest.length > TEXT_LENGTH ? rest.lastIndexOf(' ', TEXT_LENGTH) : rest.length
    const end = space > 0 ? space : TEXT_LENGTH
    parts.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return parts
}

const parent = (name: string, children: readonly string[]) =>
  `<${name}>${children.join('')}</${name}>`

const element = (name: string, text: string) => `<${name}>${escapeText(asLine(text))}</${name}>`

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
