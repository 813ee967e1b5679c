import { randomUUID } from 'node:crypto'
import type { BankState } from '../bank-state.ts'
import { bankDay, payerOf } from '../files/account-moves.ts'
import { amountText, type LedgerLine, type Payout } from '../payout.ts'
import { BANK_BIC, escapeXml, MARK, moment } from './documents.ts'
import type { Mail } from './mail-store.ts'

type Asked = { from: string; to: string; question: string }

/** A final statement of days from the bank's own ledger, ready for the mailbox. */
export function statementMail(desk: BankState, { from, to, question }: Asked): Mail {
  const id = randomUUID()
  const at = desk.now()
  const account = desk.settings().transfer_account
  const all = moves(desk)
  const before = all.filter(({ day }) => day < from)
  const inside = all.filter(({ day }) => day >= from && day <= to)
  const opening = before.reduce((sum, one) => sum + one.signed, desk.settings().balance_kop)
  const debits = sumOf(inside.filter(({ signed }) => signed < 0))
  const credits = sumOf(inside.filter(({ signed }) => signed > 0))
  const body = `${MARK}<Statement xmlns="http://directbank.1c.ru/XMLSchema" id="${id}" formatVersion="2.3.2" creationDate="${moment(at)}">
<Sender bic="${BANK_BIC}"/><Recipient id="${desk.settings().direct_customer}"/>
<Data><StatementType>0</StatementType><DateFrom>${from}T00:00:00</DateFrom><DateTo>${to}T23:59:59</DateTo>
<Account>${account}</Account><Bank><BIC>${BANK_BIC}</BIC></Bank>
<OpeningBalance>${signedText(opening)}</OpeningBalance><TotalDebits>${amountText(-debits)}</TotalDebits>
<TotalCredits>${amountText(credits)}</TotalCredits><ClosingBalance>${signedText(opening + debits + credits)}</ClosingBalance>
${inside.map((one) => operation(one, account)).join('\n')}
</Data><ExtIDStatementRequest>${question}</ExtIDStatementRequest></Statement>`
  return { id: randomUUID(), kind: '15', document_id: id, body, at }
}

type Move = { day: string; signed: number; payout: Payout }

function moves(desk: BankState): Move[] {
  const { store } = desk
  const read = (lines: LedgerLine[], sign: number) =>
    lines.flatMap((line) => {
      const payout = store.payout(line.payout_id)
      if (payout?.destination.type !== 'account') return []
      // A file may pay from an account that is not this customer's.
      if (payerOf(desk, payout) !== desk.settings().transfer_account) return []
      return [{ day: bankDay(Date.parse(line.at)), signed: sign * line.amount_kop, payout }]
    })
  return [...read(store.ledger(), -1), ...read(store.returns(), 1)]
}

const sumOf = (moves: Move[]) => moves.reduce((sum, { signed }) => sum + signed, 0)

function signedText(kop: number): string {
  return `${kop < 0 ? '-' : ''}${amountText(Math.abs(kop))}`
}

function operation({ day, signed, payout }: Move, account: string): string {
  if (payout.destination.type !== 'account') return ''
  const { metadata, destination, description, payment_id } = payout
  const own = `<Name>Плательщик</Name><Account>${account}</Account><Bank><BIC>${BANK_BIC}</BIC></Bank>`
  const theirs = `<Name>${escapeXml(destination.name)}</Name><Account>${destination.account}</Account><Bank><BIC>${destination.bik}</BIC></Bank>`
  const isDebit = signed < 0
  const purpose = isDebit ? (description ?? '') : `Возврат. ${description ?? ''}`.slice(0, 210)
  return `<OperationInfo><PayDoc id="${payout.id}" docKind="10"><PayDocRu>
<DocNo>${metadata['number'] ?? '1'}</DocNo><DocDate>${metadata['date'] ?? day}</DocDate><Sum>${amountText(Math.abs(signed))}</Sum>
<Payer>${isDebit ? own : theirs}</Payer><Payee>${isDebit ? theirs : own}</Payee>
<TransitionKind>01</TransitionKind><Purpose>${escapeXml(purpose)}</Purpose></PayDocRu></PayDoc>
<DC>${isDebit ? '1' : '2'}</DC><Date>${day}</Date>${isDebit ? `<ExtID>${payment_id}</ExtID>` : ''}</OperationInfo>`
}
