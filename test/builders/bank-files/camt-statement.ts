import { readFileSync } from 'node:fs'
import path from 'node:path'
import { validateXML } from 'xmllint-wasm'
import { PAYER_ACCOUNT } from './file-agreement.ts'

export type CamtVersion = `camt.053.001.${'02' | '08' | '10' | '12'}`

/** An operation as a bank tells it in a `camt.053`; sums as texts, so that wrong ones can be told too. */
export interface CamtEntry {
  readonly sum: string
  readonly currency?: string
  readonly day: string
  readonly credit?: boolean
  readonly status?: 'BOOK' | 'PDNG'
  readonly reversal?: boolean
  readonly account?: string
  readonly bik?: string
  readonly name?: string
  readonly purpose?: readonly string[]
  readonly number?: string
  readonly charge?: boolean
  /** Sums of its transactions, when it stands for several; null where the bank names none, a minus where one goes the other way. */
  readonly parts?: readonly (string | null)[]
  readonly endToEnd?: string
}

interface CamtStatement {
  readonly version?: CamtVersion
  readonly account?: string
  readonly from: string
  readonly to: string
  readonly opening?: string
  readonly closing?: string
  readonly entries: readonly CamtEntry[]
}

/** Written by the schema and not by the reader: the tests hold it against the XSD. */
export function camtText(statement: CamtStatement): string {
  const { version = 'camt.053.001.08', account = PAYER_ACCOUNT, from, to } = statement
  const balance = (code: string, sum: string, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="RUB">${sum}</Amt>` +
    `<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>${to}T20:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>${to}T20:00:00</CreDtTm><FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>RUB</Ccy></Acct>
${statement.opening === undefined ? '' : balance('OPBD', statement.opening, from)}${statement.closing === undefined ? balance('ITBD', '1', to) : balance('CLBD', statement.closing, to)}
${statement.entries.map((entry) => entryText(version, entry)).join('\n')}
</Stmt></BkToCstmrStmt></Document>
`
}

function entryText(version: CamtVersion, entry: CamtEntry): string {
  const { currency = 'RUB', status = 'BOOK', credit = false } = entry
  const indicator = `<CdtDbtInd>${credit ? 'CRDT' : 'DBIT'}</CdtDbtInd>`
  const other = `<CdtDbtInd>${credit ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  const amount = (sum: string) => `<Amt Ccy="${currency}">${sum}</Amt>`
  const family = entry.charge
    ? '<Cd>MDOP</Cd><SubFmlyCd>CHRG</SubFmlyCd>'
    : '<Cd>ICDT</Cd><SubFmlyCd>DMCT</SubFmlyCd>'
  const old = version === 'camt.053.001.02'
  // Version 02 puts a transaction's sum into its details.
  const inner = (sum: string) =>
    old
      ? `<AmtDtls><TxAmt>${amount(sum)}</TxAmt></AmtDtls>`
      : `${amount(sum.replace('-', ''))}${sum.startsWith('-') ? other : indicator}`
  const details = entry.parts
    ? entry.parts.map((sum) => transactionText(entry, old, sum === null ? '' : inner(sum)))
    : entry.purpose || entry.account
      ? [transactionText(entry, old, '')]
      : []
  return `<Ntry>${amount(entry.sum)}${indicator}${entry.reversal ? '<RvslInd>true</RvslInd>' : ''}${
    old ? `<Sts>${status}</Sts>` : `<Sts><Cd>${status}</Cd></Sts>`
  }<BookgDt><Dt>${entry.day}</Dt></BookgDt><BkTxCd><Domn><Cd>PMNT</Cd><Fmly>${family}</Fmly></Domn></BkTxCd>${
    details.length > 0 ? `<NtryDtls>${details.join('')}</NtryDtls>` : ''
  }</Ntry>`
}

function transactionText(entry: CamtEntry, old: boolean, amounts: string): string {
  const side = entry.credit ? 'Dbtr' : 'Cdtr'
  const name = entry.name ?? 'Иванов Иван'
  const party = old ? `<Nm>${name}</Nm>` : `<Pty><Nm>${name}</Nm></Pty>`
  return `<TxDtls><Refs>${entry.number === undefined ? '' : `<InstrId>${entry.number}</InstrId>`}<EndToEndId>${entry.endToEnd ?? 'NOTPROVIDED'}</EndToEndId></Refs>${amounts}${
    entry.account === undefined
      ? ''
      : `<RltdPties><${side}>${party}</${side}><${side}Acct><Id><Othr><Id>${entry.account}</Id></Othr></Id></${side}Acct></RltdPties>`
  }${
    entry.bik === undefined
      ? ''
      : `<RltdAgts><CdtrAgt><FinInstnId><ClrSysMmbId><ClrSysId><Cd>RUCBC</Cd></ClrSysId><MmbId>${entry.bik}</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt></RltdAgts>`
  }${entry.purpose ? `<RmtInf>${entry.purpose.map((part) => `<Ustrd>${part}</Ustrd>`).join('')}</RmtInf>` : ''}</TxDtls>`
}

const schemas = path.resolve(import.meta.dirname, '../../fixtures/iso20022')

/** What libxml2 says against a document, by the schema of ISO 20022; empty when it is valid. */
export async function schemaFaults(xml: string | Buffer, schema: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'document.xml', contents: String(xml) },
    schema: {
      fileName: `${schema}.xsd`,
      contents: readFileSync(path.join(schemas, `${schema}.xsd`), 'utf8'),
    },
  })
  return errors.map(({ message }) => message)
}
