/** A bank's answer about one order; sums as texts, so that wrong ones can be told too. */
export interface ReportedOrderText {
  readonly id: string
  readonly status?: string
  readonly reason?: string
  readonly words?: string
  readonly sum?: string
}

interface ReportText {
  readonly version?: 'pain.002.001.03' | 'pain.002.001.10'
  /** The registry's id. */
  readonly registryId: string
  readonly answers?: string
  readonly group?: string
  readonly groupReason?: string
  readonly batch?: string
  readonly count?: number
  readonly total?: string
  readonly orders?: readonly ReportedOrderText[]
}

const optional = (name: string, text: string | number | undefined) =>
  text === undefined ? '' : `<${name}>${text}</${name}>`
const reasonText = (code: string | undefined, words?: string) =>
  code === undefined
    ? ''
    : `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn>${optional('AddtlInf', words)}</StsRsnInf>`
const bare = (id: string) => id.replaceAll('-', '')

/** A `pain.002` written by the schema and not by the reader: the tests hold it against the XSD. */
export function reportText(report: ReportText): string {
  const { version = 'pain.002.001.10', orders = [] } = report
  const batch = `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${bare(report.registryId)}</OrgnlPmtInfId>${optional('PmtInfSts', report.batch)}${orders.map(orderText).join('\n')}</OrgnlPmtInfAndSts>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"><CstmrPmtStsRpt><GrpHdr><MsgId>R1</MsgId><CreDtTm>2026-10-05T13:00:00+03:00</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${bare(report.registryId)}</OrgnlMsgId><OrgnlMsgNmId>${report.answers ?? 'pain.001.001.09'}</OrgnlMsgNmId>${optional('OrgnlNbOfTxs', report.count)}${optional('OrgnlCtrlSum', report.total)}${optional('GrpSts', report.group)}${reasonText(report.groupReason)}</OrgnlGrpInfAndSts>
${orders.length > 0 || report.batch !== undefined ? batch : ''}</CstmrPmtStsRpt></Document>
`
}

function orderText(order: ReportedOrderText): string {
  const reference =
    order.sum === undefined
      ? ''
      : `<OrgnlTxRef><Amt><InstdAmt Ccy="RUB">${order.sum}</InstdAmt></Amt></OrgnlTxRef>`
  return `<TxInfAndSts><OrgnlEndToEndId>${bare(order.id)}</OrgnlEndToEndId>${optional('TxSts', order.status)}${reasonText(order.reason, order.words)}${reference}</TxInfAndSts>`
}
