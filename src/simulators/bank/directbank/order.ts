import { accountFits } from '../payout.ts'
import type { PayoutOrder } from '../payouts.ts'
import type { Settings } from '../settings.ts'
import { triggerOf } from '../triggers.ts'
import { BANK_BIC } from './documents.ts'
import { textAt, type PackDocument, type Xml } from './read-pack.ts'

type Wrong = { code: '2201' | '2205'; more: string }

/** Elements of `Data` in the order of the schema. */
const SEQUENCE = [
  'DocNo',
  'DocDate',
  'Sum',
  'Payer',
  'Payee',
  'PaymentKind',
  'TransitionKind',
  'Priority',
  'Code',
  'IncomeTypeCode',
  'Purpose',
  'BudgetPaymentInfo',
]
const PARTY = ['Name', 'INN', 'KPP', 'Account', 'Bank']
const BANK = ['BIC', 'Name', 'City', 'CorrespAcc']

/** Reads a `PayDocRu`; what is wrong is told as the bank's control tells it. */
export function readOrder(document: PackDocument, settings: Settings): PayoutOrder | Wrong {
  const { content, id } = document
  const data = content['Data']
  if (document.root !== 'PayDocRu' || textAt(content, '@id') !== id || !isElement(data))
    return { code: '2201', more: 'PayDocRu' }
  const wrong = shapeProblem(data)
  if (wrong !== null) return { code: '2201', more: wrong }
  const kop = kopecks(textAt(data, 'Sum'))
  if (kop === null || kop === 0) return { code: '2205', more: 'Сумма документа указана неверно' }
  const payer = textAt(data, 'Payer', 'Account')
  if (payer !== settings.transfer_account || textAt(data, 'Payer', 'Bank', 'BIC') !== BANK_BIC)
    return { code: '2205', more: 'Счёт плательщика не найден' }
  const account = textAt(data, 'Payee', 'Account')
  const bik = textAt(data, 'Payee', 'Bank', 'BIC')
  if (!/^\d{20}$/.test(account) || !accountFits(account, bik))
    return { code: '2205', more: 'Счёт получателя: неверный ключ' }
  const purpose = textAt(data, 'Purpose')
  if (!purpose.includes('НДС')) return { code: '2205', more: 'В назначении платежа не указан НДС' }
  return {
    amount_kop: kop,
    destination: { type: 'account', account, bik, name: textAt(data, 'Payee', 'Name') },
    tail: account.slice(-4),
    description: purpose,
    metadata: {
      payment_id: id,
      directbank: 'yes',
      number: textAt(data, 'DocNo'),
      date: textAt(data, 'DocDate'),
    },
    personal_data: [],
    trigger: triggerOf({ type: 'account', digits: account }),
    held: settings.direct_confirm === 1,
  }
}

/** The payee's account in a document that may be anything: faults choose by its end. */
export function payeeAccountOf({ content }: PackDocument): string {
  const data = content['Data']
  return isElement(data) ? textAt(data, 'Payee', 'Account') : ''
}

function shapeProblem(data: Xml): string | null {
  const parties = [data['Payer'], data['Payee']]
  if (!inOrder(data, SEQUENCE)) return 'Порядок полей'
  for (const party of parties) {
    if (!isElement(party) || !inOrder(party, PARTY)) return 'Стороны платежа'
    const bank = party['Bank']
    if (!isElement(bank) || !inOrder(bank, BANK) || !/^\d{9}$/.test(textAt(bank, 'BIC')))
      return 'Банк стороны платежа'
    if (textAt(party, 'Name') === '') return 'Название стороны платежа'
    if (textAt(bank, 'Name').length > 160) return 'Название банка'
    const kpp = textAt(party, 'KPP')
    if (kpp.length > 9) return 'КПП'
  }
  if (!/^\d{1,6}$/.test(textAt(data, 'DocNo'))) return 'DocNo'
  if (!/^\d{4}-\d\d-\d\d$/.test(textAt(data, 'DocDate'))) return 'DocDate'
  const purpose = textAt(data, 'Purpose')
  return purpose === '' || purpose.length > 210 ? 'Purpose' : null
}

function inOrder(element: Xml, sequence: string[]): boolean {
  const places = Object.keys(element)
    .filter((name) => name !== '#text')
    .map((name) => sequence.indexOf(name))
  return places.every((place, i) => place >= 0 && (i === 0 || place > places[i - 1]!))
}

export function isElement(value: Xml | Xml[] | string | undefined): value is Xml {
  return typeof value === 'object' && !Array.isArray(value)
}

function kopecks(text: string): number | null {
  const found = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text)
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null
}
