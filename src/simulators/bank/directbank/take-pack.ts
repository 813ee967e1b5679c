import { randomUUID } from 'node:crypto'
import type { BankState } from '../bank-state.ts'
import type { Payout } from '../payout.ts'
import { BANK_BIC, type ErrorCode } from './documents.ts'
import { isElement, readOrder } from './order.ts'
import { type Pack, type PackDocument, textAt } from './read-pack.ts'
import { statementMail } from './statement.ts'
import { isDirect, TAKEN_STATE, tell, tellOfPack, tellState } from './tell-state.ts'

const KINDS = ['03', '05', '10', '14']

/** Takes a pack: the bank's own id of it, or the error with which the whole of it is refused. Its documents are judged one by one. */
export function takePack(
  desk: BankState,
  pack: Pack,
  quirks: string[],
): { id: string; made: Payout | null } | ErrorCode {
  return desk.store.together(() => {
    if (pack.customer !== desk.settings().direct_customer) return '2004'
    if (pack.bic !== BANK_BIC) return '2005'
    if (pack.documents.some(({ kind }) => !KINDS.includes(kind))) return '2007'
    if (isKnown(desk, 'pack', pack.id)) return '2002'
    const id = randomUUID()
    desk.store.take('pack', pack.id, id)
    tellOfPack(desk, id, pack.id, TAKEN_STATE)
    let made: Payout | null = null
    for (const document of pack.documents) made = takeDocument(desk, document, quirks) ?? made
    return { id, made }
  })
}

function isKnown(desk: BankState, scope: 'pack' | 'document', id: string): boolean {
  return desk.settings().direct_forgets === 0 && desk.store.taken(scope, id) !== null
}

function takeDocument(desk: BankState, document: PackDocument, quirks: string[]): Payout | null {
  switch (document.kind) {
    case '03':
      answerQuestion(desk, document)
      return null
    case '05':
      tell(desk, document.id, TAKEN_STATE)
      return null
    case '14':
      answerStatement(desk, document)
      return null
    default:
      return takeOrder(desk, document, quirks)
  }
}

function takeOrder(desk: BankState, document: PackDocument, quirks: string[]): Payout | null {
  const { id } = document
  if (isKnown(desk, 'document', id)) {
    tell(desk, id, { error: '2202' })
    return null
  }
  const settings = desk.settings()
  const order = readOrder(document, settings)
  if ('code' in order) {
    tell(desk, id, { error: order.code, more: order.more })
    return null
  }
  const most = settings.transfer_limit_kop
  if (most !== null && order.amount_kop > most) {
    tell(desk, id, { error: '2205', more: 'Превышен лимит одного платежа' })
    return null
  }
  desk.store.take('document', id, id)
  const payout = desk.payouts.accept(order, quirks)
  // One that ended at once was told of by its end.
  if (payout.status === 'pending') tellState(desk, payout)
  return payout
}

/** A question counts like one of the other dialects: it carries an order nearer to its end. */
function answerQuestion(desk: BankState, document: PackDocument): void {
  const about = textAt(document.content, 'ExtID')
  const known = desk.store.payoutOfPayment(about)
  const isHidden = known !== null && desk.now() < known.visible_at
  if (!isDirect(known) || isHidden) {
    tell(desk, about, { error: '2207' }, document.id)
    return
  }
  const before = known.status
  const payout = desk.payouts.ask(known.id)
  if (payout !== null && (payout.status === before || before !== 'pending'))
    tellState(desk, payout, document.id)
}

function answerStatement(desk: BankState, document: PackDocument): void {
  const data = document.content['Data']
  const from = isElement(data) ? textAt(data, 'DateFrom').slice(0, 10) : ''
  const to = isElement(data) ? textAt(data, 'DateTo').slice(0, 10) : ''
  const account = isElement(data) ? textAt(data, 'Account') : ''
  if (account !== desk.settings().transfer_account) {
    tell(desk, document.id, { error: '2205', more: 'Счёт не найден' })
    return
  }
  desk.store.addMail(statementMail(desk, { from, to, question: document.id }))
}
