import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileLine } from '../statement-file.ts'
import { readDirect } from './read-direct.ts'

const ACCOUNT = '40702810500000000001'
const PAYEE = '40702810300000000050'

interface Told {
  type?: string
  opening?: string
  debits?: string
  closing?: string
  day?: string
  sum?: string
  head?: string
}

/** A statement with a debit of ours and a charge of the bank; each part can be told otherwise. */
function statement(told: Told = {}): string {
  const { type = '0', opening = '1000.00', closing = '860.00', day = '2026-11-26' } = told
  return `\ufeff<?xml version="1.0" encoding="UTF-8"?>${told.head ?? ''}
<Statement xmlns="http://directbank.1c.ru/XMLSchema" id="s" formatVersion="2.3.2" creationDate="2026-11-27T10:00:00">
<Data><StatementType>${type}</StatementType><DateFrom>2026-11-26T00:00:00</DateFrom><DateTo>2026-11-26T23:59:59</DateTo>
<Account>${ACCOUNT}</Account><Bank><BIC>044525974</BIC></Bank>
<OpeningBalance>${opening}</OpeningBalance><TotalDebits>${told.debits ?? '140.00'}</TotalDebits><ClosingBalance>${closing}</ClosingBalance>
<OperationInfo><PayDoc id="1" docKind="10"><PayDocRu><DocNo>17</DocNo><DocDate>2026-11-25</DocDate><Sum>${told.sum ?? '100'}</Sum>
<Payer><Name>Мы</Name><Account>${ACCOUNT}</Account><Bank><BIC>044525974</BIC></Bank></Payer>
<Payee><Name>ООО «Лом»</Name><Account>${PAYEE}</Account><Bank><BIC>044525225</BIC></Bank></Payee>
<TransitionKind>01</TransitionKind><Purpose>За лом [П:01J9Z3]</Purpose></PayDocRu></PayDoc><DC>1</DC><Date>${day}</Date></OperationInfo>
<OperationInfo><PayDoc id="2" docKind="16"><MemOrder><DocNo>3</DocNo><DocDate>2026-11-26</DocDate><AccountCredit>70601810000000000001</AccountCredit>
<Sum>40.00</Sum><TransitionContent>Комиссия</TransitionContent></MemOrder></PayDoc><DC>1</DC><Date>2026-11-26</Date></OperationInfo>
</Data></Statement>`
}

function read(told?: Told) {
  const lines: FileLine[] = []
  const read = readDirect(statement(told), (line) => lines.push(line), 'Europe/Moscow')
  return { head: read.statements[0]!, lines }
}

test('operations become lines with our mark and the bank of the payee; balances that add up prove them', () => {
  const { head, lines } = read()
  assert.deepEqual(head, {
    account: ACCOUNT,
    from: '2026-11-26',
    to: '2026-11-26',
    count: 2,
    doubts: [],
    balances: { openingKop: 100_000, creditKop: 0, debitKop: 14_000, closingKop: 86_000 },
  })
  const [own, charge] = lines
  assert.deepEqual(
    [own!.direction, own!.amountKop, own!.number, own!.docDate, own!.payeeAccount, own!.payeeBik],
    ['debit', 10_000, '17', '2026-11-25', PAYEE, '044525225'],
  )
  assert.deepEqual(
    [own!.markers, own!.operation, own!.counterparty],
    [['01J9Z3'], '01', 'ООО «Лом»'],
  )
  assert.deepEqual([charge!.payeeAccount, charge!.purpose], ['70601810000000000001', 'Комиссия'])
  assert.notEqual(own!.key, charge!.key)
})

test('a statement that is not final proves nothing', () => {
  assert.deepEqual(read({ type: '1' }).head.doubts, [
    'Выписка не окончательная: её строки могут измениться',
  ])
  assert.equal(read({ opening: '' }).head.balances, null)
})

for (const [told, said] of [
  [{ type: '2' }, /^Это справка об остатке/],
  [
    { closing: '860.01' },
    /^Строка 3\. Остатки не сходятся: 1 000,00 ₽ \+ 0,00 ₽ − 140,00 ₽ не равно 860,01 ₽$/,
  ],
  [{ debits: '141.00' }, /^Строка 3\. Обороты не сходятся: всего списано/],
  [{ sum: '1e3' }, /записано не как сумма/],
  [{ head: '<!DOCTYPE a [<!ENTITY b "c">]>' }, /определения типов/],
] as const satisfies readonly (readonly [Told, RegExp])[])
  test(`refused: ${JSON.stringify(told)}`, () => {
    assert.throws(() => read(told), { message: said })
  })

test('a posting outside the period, or without its day, is doubted; a document without money is read', () => {
  assert.deepEqual(read({ day: '2026-11-27' }).lines[0]!.doubts, [
    'День проводки 27.11.2026 вне периода выписки 26.11.2026 – 26.11.2026',
  ])
  const { bookedOn, doubts } = read({ day: '' }).lines[0]!
  assert.equal(bookedOn, '2026-11-25')
  assert.match(doubts[0]!, /^Банк не назвал день проводки/)
  const { head, lines } = read({ sum: '0', debits: '40.00', closing: '960.00' })
  assert.deepEqual([lines[0]!.amountKop, head.balances!.debitKop], [0, 4000])
})

test('a statement that was cut is refused', () => {
  const text = statement()
  for (const share of [0.2, 0.5, 0.9])
    assert.throws(
      () => readDirect(text.slice(0, text.length * share), () => undefined, 'Europe/Moscow'),
      /обрезан/,
    )
})
