import { report } from '#contract/report/report.ts'
import { moneyFlow, type MoneyGroup } from '#contract/payment/money-flow.ts'
import { innOfPerson, passportOf } from '#test/builders/builders.ts'
import { SURNAMES } from './fill.ts'
import type { Kind } from './measure.ts'

/** A person of the filled base whom the exact masks name; any would do. */
const SOMEBODY = 4321

/** Letters that stand together nowhere. */
const NOTHING = 'щщъъ'

/** Every kind of mask that the search of suppliers reads, then lists by each offered filter and order. */
export function listKinds(): Kind[] {
  const { series, number } = passportOf(SOMEBODY)
  return [
    find('surname', ...SURNAMES.map((name) => name.toLowerCase())),
    find('part of a name', 'андрей', 'сергей', 'иванович', 'петрович'),
    find('two words', 'павел орлов'),
    find('phone tail', '4321'),
    find('whole phone', '+79261004321'),
    find('document', `${series} ${number}`),
    find('INN', innOfPerson(SOMEBODY)),
    find('plate', 'А123ВС'),
    ...SUPPLIER_VIEWS.map(([name, filter]) => list('suppliers', SUPPLIERS, name, filter)),
    ...ACT_VIEWS.map(([name, filter]) => list('acts', ACTS, name, filter)),
    ...PAYMENT_VIEWS.map(([name, filter]) => list('payments', PAYMENTS, name, filter)),
    ...VISIT_VIEWS.map(([name, filter]) => list('visits', VISITS, name, filter)),
    {
      name: 'home of an operator',
      method: 'GET',
      path: report.getDashboard.path,
      inputs: [{}, {}],
      query: () => ({ filter: JSON.stringify({ scope: 'operator' }) }),
    },
    ...MONEY_VIEWS.map(([name, days, by]) => sumsOfMoney(name, { ...lastDays(days), by })),
  ]
}

const SUPPLIERS = '/api/v1/supplier/getAllSuppliers'
const ACTS = '/api/v1/act/getAllActs'
const PAYMENTS = '/api/v1/payment/getAllPayments'
const VISITS = '/api/v1/transactions/getList'

/** What a call costs by itself: a list of days on which nothing happened. */
const NO_DAYS = { date_from: '2019-01-01', date_to: '2019-01-02' }

type View = readonly [name: string, filter: object]

const by = (field: string, direction: 'asc' | 'desc' = 'desc') => ({ sort: [[field, direction]] })

const SUPPLIER_VIEWS: readonly View[] = [
  ['of no days', NO_DAYS],
  ['newest', {}],
  ['by name', by('name', 'asc')],
  ['by last visit', by('last_visit_at')],
  ['by paid in the year', by('ytd_paid_kop')],
  ['active by name', { status: ['active'], ...by('name', 'asc') }],
  ['blocked by name', { status: ['blocked'], ...by('name', 'asc') }],
  ['complete data by name', { kyc: ['complete'], ...by('name', 'asc') }],
  ['without consent by name', { consent: ['none'], ...by('name', 'asc') }],
  ['part of a name', { search: 'морозов', ...by('name', 'asc') }],
  ['phone tail', { search: '4321', ...by('name', 'asc') }],
  ['incomplete data by name', { kyc: ['incomplete'], ...by('name', 'asc') }],
  ['expired data by name', { kyc: ['expired'], ...by('name', 'asc') }],
  ['signed consent by name', { consent: ['signed'], ...by('name', 'asc') }],
  ['INN', { search: innOfPerson(SOMEBODY), ...by('name', 'asc') }],
  ['page 100 by name', { offset: 4950, ...by('name', 'asc') }],
]

/** What a screen asks beside its rows. */
const COUNTED = { with: ['totals'], limit: 1 }

const ACT_VIEWS: readonly View[] = [
  ['of no days', NO_DAYS],
  ['by number', by('number')],
  ['by supplier', by('supplier_name', 'asc')],
  ['by net', by('net_g')],
  ['by sum', by('total_kop')],
  ['by what is due', by('payable_kop')],
  ['oldest', by('date', 'asc')],
  ['drafts', { status: ['draft'] }],
  ['due', { payable: true }],
  ['count and sums of due', { ...COUNTED, payable: true }],
  ['paid', { payment_state: ['paid'] }],
  ['partly paid', { payment_state: ['partial'] }],
  ['planned', { payment_state: ['planned'] }],
  ['one kind', { kind: ['op5'] }],
  ['a month', { date_from: '2026-01-01', date_to: '2026-01-31' }],
  ['a month by sum', { date_from: '2026-01-01', date_to: '2026-01-31', ...by('total_kop') }],
  ['search by supplier', { search: 'морозов' }],
  ['search by number', { search: '99999' }],
  ['search of nothing', { search: NOTHING }],
  ['page 100', { offset: 4950 }],
]

const PAYMENT_VIEWS: readonly View[] = [
  ['newest', {}],
  ['count and sums', COUNTED],
  ['count and sums of a week', { ...COUNTED, date_from: '2026-01-05', date_to: '2026-01-11' }],
  ['attention', { attention: true }],
  ['count of attention', { ...COUNTED, attention: true }],
  ['by sum', by('amount_kop')],
  ['by status', by('status')],
  ['by supplier', by('supplier_name', 'asc')],
  ['rejected', { status: ['rejected'] }],
  ['a month', { date_from: '2026-01-01', date_to: '2026-01-31' }],
  ['ended in a week', { date_from: '2026-01-05', date_to: '2026-01-11', day_of: 'finished' }],
  ['search by supplier', { search: 'морозов' }],
  ['search by number', { search: '99999' }],
  ['search of nothing', { search: NOTHING }],
  ['count of a search of nothing', { ...COUNTED, search: NOTHING }],
  ['page 100', { offset: 4950 }],
]

const VISIT_VIEWS: readonly View[] = [
  ['newest', {}],
  ['count and sums', COUNTED],
  ['count and sums of a week', { ...COUNTED, date_from: '2026-01-05', date_to: '2026-01-11' }],
  ['by net', by('net_g')],
  ['by exit', by('out_at')],
  ['on site', { status: ['in'] }],
  ['a month', { date_from: '2026-01-01', date_to: '2026-01-31' }],
  ['search by plate', { search: 'А123ВС' }],
  ['search by number', { search: '99999' }],
  ['search of nothing', { search: NOTHING }],
  ['count of a search of nothing', { ...COUNTED, search: NOTHING }],
  ['page 100', { offset: 4950 }],
]

const MONEY_VIEWS: readonly (readonly [name: string, days: number, by: MoneyGroup])[] = [
  ['today by bank', 1, 'bank'],
  ['a month by day', 31, 'day'],
  ['a month by method', 31, 'method'],
  ['a year by day', 365, 'day'],
]

const DAY_MS = 86_400_000

/** The filled payments reach up to now. */
function lastDays(count: number) {
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
  return { date_from: day(count - 1), date_to: day(0) }
}

function sumsOfMoney(name: string, filter: object): Kind {
  return {
    name: `sums of money: ${name}`,
    method: 'GET',
    path: moneyFlow.getMoneyFlow.path,
    inputs: [{}, {}],
    query: () => ({ filter: JSON.stringify(filter) }),
  }
}

function find(name: string, ...masks: string[]): Kind {
  const inputs = masks.map((mask) => ({ mask }))
  return {
    name: `find a supplier: ${name}`,
    method: 'GET',
    path: '/api/v1/supplier/findSupplier',
    inputs: inputs.length > 1 ? inputs : [...inputs, ...inputs],
  }
}

function list(of: string, path: string, name: string, filter: object): Kind {
  return {
    name: `list ${of}: ${name}`,
    method: 'GET',
    path,
    inputs: [{}, {}],
    query: () => ({ filter: JSON.stringify({ with: ['rows'], limit: 50, ...filter }) }),
  }
}
