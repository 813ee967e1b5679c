import { escapeXml } from '../directbank/documents.ts'
import { amountText } from '../payout.ts'
import type { Move, Statement } from './account-moves.ts'
import { FEE_ACCOUNT, FEE_PURPOSE, returnPurpose } from './write-1c.ts'

const VERSION = 'camt.053.001.08'

/** A final statement in `camt.053.001.08`, valid by the schema of ISO 20022. */
export function writeCamt(statement: Statement, at: number): Buffer {
  const { account, from, to, openingKop, closingKop, moves } = statement
  const made = isoMoment(at)
  const id = `ST${at}`
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${VERSION}"><BkToCstmrStmt><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${made}</CreDtTm></GrpHdr>
<Stmt><Id>${id}</Id><CreDtTm>${made}</CreDtTm><FrToDt><FrDtTm>${from}T00:00:00+03:00</FrDtTm><ToDtTm>${to}T23:59:59+03:00</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>${account}</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr></Id><Ccy>RUB</Ccy></Acct>
${balance('OPBD', openingKop, from)}
${balance('CLBD', closingKop, to)}
${moves.map((move, n) => entry(move, n + 1)).join('\n')}
</Stmt></BkToCstmrStmt></Document>
`)
}

/** The bank's clock with its offset. */
export function isoMoment(at: number): string {
  return `${new Date(at + 3 * 3_600_000).toISOString().slice(0, 19)}+03:00`
}

function balance(code: string, kop: number, day: string): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(Math.abs(kop))}<CdtDbtInd>${kop < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
}

const amount = (kop: number) => `<Amt Ccy="RUB">${amountText(kop)}</Amt>`

function entry(move: Move, n: number): string {
  const { kind, isDebit, amount_kop, day } = move
  const family =
    kind === 'fee'
      ? '<Cd>MDOP</Cd><SubFmlyCd>CHRG</SubFmlyCd>'
      : '<Cd>ICDT</Cd><SubFmlyCd>DMCT</SubFmlyCd>'
  return `<Ntry><NtryRef>${n}</NtryRef>${amount(amount_kop)}<CdtDbtInd>${isDebit ? 'DBIT' : 'CRDT'}</CdtDbtInd>${
    kind === 'return' ? '<RvslInd>true</RvslInd>' : ''
  }<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><BkTxCd><Domn><Cd>PMNT</Cd><Fmly>${family}</Fmly></Domn></BkTxCd><NtryDtls>${details(move)}</NtryDtls></Ntry>`
}

function details({ kind, isDebit, amount_kop, payout }: Move): string {
  const { metadata, destination, description } = payout
  if (destination.type !== 'account') return ''
  const other =
    kind === 'fee' ? { name: 'Учебный банк', account: FEE_ACCOUNT, bik: undefined } : destination
  const purpose =
    kind === 'fee'
      ? FEE_PURPOSE
      : kind === 'return'
        ? returnPurpose(description)
        : (description ?? '')
  const side = isDebit ? 'Cdtr' : 'Dbtr'
  const references =
    kind === 'payment'
      ? `<InstrId>${escapeXml(metadata['number'] ?? '')}</InstrId><EndToEndId>${escapeXml(metadata['end_to_end'] ?? 'NOTPROVIDED')}</EndToEndId>`
      : '<EndToEndId>NOTPROVIDED</EndToEndId>'
  const agent =
    other.bik === undefined
      ? ''
      : `<RltdAgts><${side}Agt><FinInstnId><ClrSysMmbId><ClrSysId><Cd>RUCBC</Cd></ClrSysId><MmbId>${other.bik}</MmbId></ClrSysMmbId></FinInstnId></${side}Agt></RltdAgts>`
  return `<TxDtls><Refs>${references}</Refs>${amount(amount_kop)}<CdtDbtInd>${isDebit ? 'DBIT' : 'CRDT'}</CdtDbtInd><RltdPties><${side}><Pty><Nm>${escapeXml(other.name.slice(0, 140))}</Nm></Pty></${side}><${side}Acct><Id><Othr><Id>${other.account}</Id></Othr></Id></${side}Acct></RltdPties>${agent}<RmtInf>${partsOf(purpose)}</RmtInf></TxDtls>`
}

/** Parts of at most 140 signs, cut between words. */
function partsOf(purpose: string): string {
  const parts = purpose.match(/.{1,140}(?:\s|$)/gsu) ?? [purpose.slice(0, 140)]
  return parts.map((part) => `<Ustrd>${escapeXml(part.trim())}</Ustrd>`).join('')
}
