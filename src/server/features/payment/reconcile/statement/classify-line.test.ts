import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  classifyLine,
  classifyStatus,
  type Candidate,
  type LineFacts,
  type LineContext,
} from './classify-line.ts'

const line: LineFacts = {
  direction: 'debit',
  number: '000017',
  docDate: '2026-10-05',
  bookedOn: '2026-10-06',
  amountKop: 1_234_567,
  payerAccount: '40702810200000000001',
  payerBik: null,
  payerInn: null,
  payeeAccount: '40817810900000000017',
  payeeBik: '044525974',
  purpose: 'Оплата',
  operation: '01',
  markers: ['01J9Z3'],
}
const payment: Candidate = {
  id: 'p',
  payerAccount: '40702810200000000001',
  byFile: true,
  marker: '01J9Z3',
  standsFor: null,
  amountKop: 1_234_567,
  account: '40817810900000000017',
  bik: '044525974',
  inn: null,
  number: 17,
  date: '2026-10-05',
  status: 'registered',
  isReturned: false,
  isDisowned: false,
  isLinked: false,
  linkedBySum: null,
}
const other: Candidate = { ...payment, id: 'q', marker: '7QK4WM', number: 18 }

function judged(
  change: Partial<LineFacts>,
  candidates: readonly Candidate[] = [payment],
  context: Partial<LineContext> = {},
): [string, string, string | null] {
  const { status, rule, paymentId } = classifyLine(
    { ...line, ...change },
    { account: '40702810200000000001', candidates, sameLines: 1, isProven: true, ...context },
  )
  return [status, rule, paymentId]
}

test('a mark with the sum and the account proves a payment by itself', () => {
  for (const status of ['registered', 'processing', 'unknown', 'paid'] as const)
    assert.deepEqual(judged({}, [{ ...payment, status }]), ['matched', 'marker', 'p'])
})

test('a mark with anything else is a contradiction', () => {
  assert.deepEqual(judged({ amountKop: 1 }), ['discrepancy', 'amount_mismatch', 'p'])
  assert.deepEqual(judged({ payeeAccount: '4' }), ['discrepancy', 'payee_mismatch', 'p'])
  assert.deepEqual(judged({}, [{ ...payment, payerAccount: 'x' }]), [
    'discrepancy',
    'other_agreement',
    'p',
  ])
  assert.deepEqual(judged({ markers: ['AAAAAA'] }), ['none', 'unknown_marker', null])
  for (const markers of [
    ['01J9Z3', '7QK4WM'],
    ['AAAAAA', 'BBBBBB'],
  ])
    assert.deepEqual(judged({ markers }), ['none', 'several_markers', null])
})

test('a line without money says nothing, whatever it names', () => {
  assert.deepEqual(judged({ amountKop: 0 }), ['ignored', 'no_money', null])
})

test('what names an order whose debit another payment stands for is said of that payment', () => {
  const over: Candidate = { ...payment, status: 'rejected' }
  const stands: Candidate = {
    ...other,
    number: null,
    standsFor: payment.marker,
    status: 'paid',
    isLinked: true,
  }
  assert.deepEqual(judged({}, [over, stands]), ['discrepancy', 'double_debit', 'q'])
  const back = { direction: 'credit' as const, purpose: 'Возврат: счёт закрыт' }
  assert.deepEqual(judged(back, [over, stands]), ['discrepancy', 'return', 'q'])
  assert.deepEqual(judged({}, [over]), ['discrepancy', 'debit_of_rejected', 'p'])
  const standsForOther = { ...stands, standsFor: 'AAAAAA' }
  assert.deepEqual(judged({}, [over, standsForOther]), ['discrepancy', 'debit_of_rejected', 'p'])
})

test('without a mark number, day, sum, account and БИК together prove it', () => {
  const bare = { markers: [] }
  assert.deepEqual(judged(bare), ['matched', 'number', 'p'])
  for (const change of [{ number: '18' }, { docDate: '2026-10-04' }, { payeeBik: '044525225' }])
    assert.deepEqual(judged({ ...bare, ...change }), ['suggested', 'amount', 'p'])
})

test('a number without a day of the order or a БИК is enough beside sum, account and near days', () => {
  const bare = { markers: [] }
  for (const change of [{ payeeBik: null }, { docDate: null }])
    assert.deepEqual(judged({ ...bare, ...change }), ['matched', 'number', 'p'])
  const late = { ...bare, docDate: null, bookedOn: '2026-10-12' }
  assert.deepEqual(judged(late), ['none', 'no_payment', null])
  // A payment that has no number yet is not the one whose line gives none in words.
  const unnumbered = [{ ...payment, number: null }]
  assert.deepEqual(judged({ ...bare, number: 'null' }, unnumbered), ['suggested', 'amount', 'p'])
})

test('a number leads to what is over, also with another sum or account, but not with both', () => {
  const bare = { markers: [] }
  const overs = [
    { ...payment, status: 'rejected' },
    { ...payment, status: 'cancelled' },
    { ...payment, status: 'paid', isReturned: true, isLinked: true },
  ] as const
  const rules = ['debit_of_rejected', 'debit_of_cancelled', 'double_debit']
  for (const [at, over] of overs.entries()) {
    assert.deepEqual(judged({ ...bare, payeeBik: null }, [over]), ['discrepancy', rules[at], 'p'])
    for (const [change, rule] of [
      [{ amountKop: 1 }, 'amount_mismatch'],
      [{ payeeAccount: '4' }, 'payee_mismatch'],
    ] as const)
      assert.deepEqual(judged({ ...bare, ...change }, [over]), ['discrepancy', rule, 'p'])
    const strange = { ...bare, amountKop: 1, payeeAccount: '4' }
    assert.deepEqual(judged(strange, [over]), ['none', 'no_payment', null])
    assert.deepEqual(judged({ markers: ['01J9Z3', '7QK4WM'] }, [over]), [
      'discrepancy',
      rules[at],
      'p',
    ])
  }
  assert.deepEqual(judged({ ...bare, amountKop: 1 }), ['none', 'no_payment', null])
  const otherNumber = { ...bare, number: '18', amountKop: 1 }
  assert.deepEqual(judged(otherNumber, [overs[0]]), ['none', 'no_payment', null])
})

test('sum and account alone are a suggestion, and only where nothing else fits', () => {
  const bare = { markers: [], number: '5' }
  assert.deepEqual(judged(bare), ['suggested', 'amount', 'p'])
  assert.deepEqual(judged(bare, [payment, other]), ['none', 'several_payments', null])
  assert.deepEqual(judged(bare, [payment], { sameLines: 2 }), ['none', 'several_payments', null])
  assert.deepEqual(judged({ ...bare, docDate: '2026-10-10' }), ['suggested', 'amount', 'p'])
  assert.deepEqual(judged({ ...bare, docDate: '2026-10-11' }), ['none', 'no_payment', null])
  assert.deepEqual(judged(bare, [{ ...payment, date: null }]), ['none', 'no_payment', null])
  assert.deepEqual(judged(bare, [{ ...payment, status: 'cancelled' }]), [
    'none',
    'no_payment',
    null,
  ])
  assert.deepEqual(judged(bare, [{ ...payment, payerAccount: 'x' }]), ['none', 'no_payment', null])
})

test('fees, money that came and unknown debits are no payments', () => {
  assert.deepEqual(judged({ markers: [], operation: '17' }, []), ['ignored', 'commission', null])
  assert.deepEqual(judged({ markers: [] }, []), ['none', 'no_payment', null])
  const bought = { direction: 'credit', markers: [], amountKop: 1 } as const
  assert.deepEqual(judged(bought), ['ignored', 'credit', null])
  const returned = { direction: 'credit', purpose: 'ВОЗВРАТ: счёт закрыт [П:01J9Z3]' } as const
  assert.deepEqual(judged(returned), ['discrepancy', 'return', 'p'])
})

test('money that comes with our mark came back whatever its words; with our number, of the sum and in its days', () => {
  const closed = { direction: 'credit', purpose: 'Счёт получателя закрыт. [П:01J9Z3]' } as const
  assert.deepEqual(judged(closed), ['discrepancy', 'return', 'p'])
  const purpose = 'Возврат по п/п № 000017 от 05.10.2026, счёт закрыт'
  const bare = { direction: 'credit', markers: [], purpose } as const
  assert.deepEqual(judged(bare), ['discrepancy', 'return', 'p'])
  for (const change of [
    { amountKop: 1 },
    { purpose: 'Возврат по п/п № 170' },
    { purpose: 'Оплата по счёту № 17' },
    { bookedOn: '2026-12-30' },
    { bookedOn: '2026-10-01' },
  ])
    assert.deepEqual(judged({ ...bare, ...change }), ['suggested', 'possible_return', null])
  // From another account of ours it cannot have come back to this one.
  const elsewhere = { ...payment, payerAccount: 'x' }
  const sale = { ...bare, purpose: 'Оплата по счёту № 17' }
  assert.deepEqual(judged(sale, [elsewhere]), ['ignored', 'credit', null])
  // Without a number it never left.
  assert.deepEqual(judged(sale, [{ ...payment, number: null }]), ['ignored', 'credit', null])
})

test('the state of the payment decides what its line means', () => {
  for (const status of ['saved', 'rejected', 'cancelled'] as const)
    for (const byFile of [true, false])
      assert.deepEqual(judged({}, [{ ...payment, status, byFile }]), [
        'discrepancy',
        `debit_of_${status}`,
        'p',
      ])
  // By the bank's letter less of it went: a line of the whole of it is of something else.
  const disowned = { ...payment, status: 'paid', isDisowned: true } as const
  assert.deepEqual(judged({}, [disowned]), ['discrepancy', 'debit_of_paid', 'p'])
  const going = { ...payment, status: 'registering' } as const
  assert.deepEqual(judged({}, [going]), ['discrepancy', 'debit_of_registering', 'p'])
  assert.deepEqual(judged({}, [{ ...going, byFile: false }]), ['waiting', 'marker', 'p'])
  assert.deepEqual(judged({}, [{ ...payment, isLinked: true }]), [
    'discrepancy',
    'double_debit',
    'p',
  ])
})

test('a line that names a payment takes the place of one that a person gave it by its sum', () => {
  const bySum: Candidate = { ...payment, isLinked: true, linkedBySum: 'another line' }
  assert.deepEqual(judged({}, [bySum]), ['matched', 'marker', 'p'])
  assert.deepEqual(judged({ markers: [] }, [bySum]), ['matched', 'number', 'p'])
  const { rule } = classifyStatus('amount', bySum, { isProven: true })
  assert.equal(rule, 'double_debit')
})

test('a file without balances proves nothing: a person confirms', () => {
  assert.deepEqual(judged({}, [payment], { isProven: false }), ['suggested', 'marker', 'p'])
  const bare = { markers: [] }
  assert.deepEqual(judged(bare, [payment], { isProven: false }), ['suggested', 'number', 'p'])
})
