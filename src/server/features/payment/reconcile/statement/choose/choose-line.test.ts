import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Updateable } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { paymentStatement, type StatementLine } from '#contract/payment/statement.ts'
import type { Payment } from '#server/db/schema.ts'
import { statementText, type BankLine } from '#test/builders/bank-files/bank-statement.ts'
import {
  addAccountPayee,
  addFileAgreement,
  type AccountPayee,
} from '#test/builders/bank-files/file-agreement.ts'
import { dayAgo, takeStatement } from '#test/builders/bank-files/paid-by-file.ts'
import { pay, rowFor } from '#test/builders/payouts.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addFileAgreement(own)
const { manager, operator } = own
const today = { from: dayAgo(0), to: dayAgo(0) }
const { chooseLine, getLineCandidates, getStatementLines, matchLine } = paymentStatement

const cardOf = (id: string) => manager.api.send(payment.get, { query: { id } })
const statusOf = async (id: string) => (await cardOf(id)).status

/** Payments of these sums to one account, in a file that was taken, and their lines. */
async function sent(kops: readonly number[], to?: AccountPayee) {
  const payee = to ?? (await addAccountPayee(own))
  const rows = []
  for (const kop of kops) rows.push(await rowFor(own, payee, kop))
  const ids = await pay(own, rows)
  const cards = await Promise.all(ids.map(cardOf))
  const url = `${paymentRegistry.getRegistryFile.path}?registryId=${cards[0]!.registry_id!}`
  await manager.api.raw({ method: 'GET', url })
  const lines = cards.map((card): BankLine => ({
    kop: card.amount_kop,
    day: dayAgo(0),
    number: card.document_number!,
    account: payee.account,
    bik: '044525225',
    name: payee.name,
    purpose: card.purpose,
  }))
  return { payee, ids, lines }
}

/** As a bank writes it that keeps neither our number nor our purpose. */
const anonymous = (line: BankLine, number: number): BankLine => ({
  ...line,
  number,
  purpose: 'Перевод',
})

async function taken(lines: readonly BankLine[], bare?: true): Promise<StatementLine[]> {
  const text = statementText({ ...today, lines, ...(bare && { bare }) })
  const { statement } = await takeStatement(own, text)
  return linesOf(statement!.id)
}
async function linesOf(statement_id: string): Promise<StatementLine[]> {
  const query = { filter: { statement_id, sort: [['booked_on', 'asc']] as ['booked_on', 'asc'][] } }
  const { items } = await manager.api.send(getStatementLines, { query })
  return items.toSorted((a, b) => Number(a.doc_number) - Number(b.doc_number))
}
const lineOf = async (line: StatementLine) =>
  (await linesOf(line.statement_id)).find(({ id }) => id === line.id)!
const candidatesOf = async (line: StatementLine) =>
  (await manager.api.send(getLineCandidates, { query: { ids: [line.id] } }))[0]!.payments
const choose = (line: StatementLine, payment_id: string) =>
  manager.api.send(chooseLine, { body: { id: line.id, payment_id } })
const refused = (line: StatementLine, payment_id: string) =>
  manager.api.refused(chooseLine, { body: { id: line.id, payment_id } })

test('of several fitting payments a person chooses one, once, and what is chosen is offered no more', async () => {
  const { ids, lines, payee } = await sent([500_000, 500_000])
  const dearer = await sent([500_001], payee)
  const [first, second] = await taken([
    anonymous(lines[0]!, 880_001),
    anonymous(lines[1]!, 880_002),
  ])
  assert.deepEqual([first!.match_status, first!.decision], ['none', 'choose'])
  const offered = await candidatesOf(first!)
  assert.deepEqual(new Set(offered.map(({ id }) => id)), new Set(ids))
  assert.deepEqual(offered[0]!.reasons, [
    'сумма и счёт получателя те же',
    `номер поручения другой: в строке 880001, в выплате ${offered[0]!.document_number}`,
    'день тот же',
  ])
  assert.equal((await refused(first!, dearer.ids[0]!)).code, 'statement.not-fitting')
  const body = { id: first!.id, payment_id: ids[1]! }
  assert.equal((await operator.api.refused(chooseLine, { body })).code, 'access.denied')
  assert.equal((await other.manager.api.refused(chooseLine, { body })).code, 'common.not-found')
  const strangers = { query: { ids: [first!.id] } }
  const [nothing] = await other.manager.api.send(getLineCandidates, strangers)
  assert.deepEqual(nothing!.payments, [])
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['registered', 'registered'])

  await choose(first!, ids[1]!)
  await choose(first!, ids[1]!)
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['registered', 'paid'])
  assert.match((await lineOf(first!)).why, /^Выплату выбрал человек/)
  assert.equal((await refused(first!, ids[0]!)).code, 'statement.line-used')
  const settled = await refused(second!, ids[1]!)
  assert.equal(settled.code, 'statement.payment-settled')
  assert.match(settled.message, /строка № 880001 от .+ \(«kl_to_1c\.txt»\)$/)
  assert.deepEqual(
    (await candidatesOf(second!)).map(({ id }) => id),
    [ids[0]],
  )
  const { timeline } = await cardOf(ids[1]!)
  const paid = timeline.filter(({ status }) => status === 'paid')
  assert.equal(paid.length, 1)
  assert.match(paid[0]!.text, /^Оплачена, подтверждено: /)
})

test('a payment of an older day, one that its bank has answered for and those of several marks are offered; a foreign mark is not', async () => {
  const { ids, lines } = await sent([505_000, 505_000, 505_000])
  const [older, answered, named] = ids as [string, string, string]
  const set = (id: string, values: Updateable<Payment>) =>
    own.db.q.updateTable('payment').set(values).where('id', '=', id).execute()
  await set(older, { document_date: dayAgo(10) })
  await set(answered, { status: 'processing', status_source: 'bank_file' })
  await set(answered, { status: 'paid', status_source: 'status' })
  await set(named, { document_date: dayAgo(9) })
  const [one, two, foreign] = await taken([
    anonymous(lines[0]!, 885_001),
    { ...lines[2]!, number: 885_002, purpose: `${lines[0]!.purpose!} ${lines[2]!.purpose!}` },
    { ...lines[0]!, number: 885_003, purpose: 'Оплата [П:000000]' },
  ])
  assert.deepEqual(
    [one!, two!, foreign!].map(({ why, decision }) => [why, decision]),
    [
      ['Подходящей выплаты этих дней нет', 'choose'],
      ['В назначении несколько меток выплат', 'choose'],
      ['Выплаты с такой меткой в компании нет', null],
    ],
  )
  const offered = await candidatesOf(one!)
  assert.deepEqual(
    offered.map(({ id }) => id),
    [answered, named, older],
  )
  assert.match(offered[0]!.reasons.at(-1)!, /^уже оплачена по ответу банка/)
  assert.match(offered[2]!.reasons.at(-1)!, /^день отличается на 10 дн\./)
  const ofMarks = await candidatesOf(two!)
  assert.deepEqual(
    ofMarks.map(({ id, reasons }) => [id, reasons[1]]),
    [named, older].map((id) => [id, 'её метка стоит в назначении']),
  )
  assert.equal((await refused(two!, answered)).code, 'statement.not-fitting')
  assert.equal((await refused(foreign!, older)).code, 'statement.not-suggested')
  await choose(two!, named)
  await choose(one!, answered)
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['registered', 'paid', 'paid'])
})

test('two people at once: a payment is given to one line, a line to one payment', async () => {
  const { ids, lines } = await sent([510_000, 510_000])
  const [first, second] = await taken([
    anonymous(lines[0]!, 881_001),
    anonymous(lines[1]!, 881_002),
  ])
  const onePayment = await Promise.allSettled([choose(first!, ids[0]!), choose(second!, ids[0]!)])
  assert.equal(onePayment.filter(({ status }) => status === 'fulfilled').length, 1)
  const free = (await lineOf(first!)).match_status === 'matched' ? second! : first!
  const oneLine = await Promise.allSettled([choose(free, ids[0]!), choose(free, ids[1]!)])
  assert.equal(oneLine.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['paid', 'paid'])
  const rows = await own.db.q
    .selectFrom('payment_event')
    .where('payment_id', 'in', ids)
    .where('to_status', '=', 'paid')
    .select('payment_id')
    .execute()
  assert.equal(rows.length, 2)
})

test('a suggestion whose payment another line has settled loses its button, says which, and is refused', async () => {
  const { ids, lines, payee } = await sent([520_000])
  const [guess] = await taken([anonymous(lines[0]!, 882_001)])
  assert.deepEqual([guess!.match_status, guess!.decision], ['suggested', 'confirm'])
  const [kept] = await operator.api.send(payment.cancel, { body: { ids } })
  assert.deepEqual([kept!.status, kept!.code], ['registered', 'payment.debit-seen'])
  await taken(lines)
  assert.equal(await statusOf(ids[0]!), 'paid')
  const now = await lineOf(guess!)
  assert.deepEqual([now.match_status, now.decision], ['none', 'choose'])
  assert.match(now.why, /^Эту выплату уже подтвердила строка № \d+ от .+kl_to_1c\.txt/)
  assert.deepEqual(await candidatesOf(guess!), [])
  const filter = { statement_id: guess!.statement_id }
  for (const [status, count] of [
    ['none', 1],
    ['suggested', 0],
  ] as const) {
    const query = { filter: { ...filter, match_status: [status] } }
    assert.equal((await manager.api.send(getStatementLines, { query })).total, count)
  }
  const [outcome] = await manager.api.send(matchLine, { body: { ids: [guess!.id] } })
  assert.deepEqual(
    [outcome!.match_status, outcome!.code],
    ['suggested', 'statement.payment-settled'],
  )
  assert.match(outcome!.message!, /^Эту выплату уже подтвердила строка/)
  assert.equal((await refused(guess!, ids[0]!)).code, 'statement.payment-settled')
  assert.deepEqual(await casesOf(ids[0]!), [])
  // It may still be another payment, which is chosen.
  const later = await sent([520_000], payee)
  await choose(guess!, later.ids[0]!)
  assert.equal(await statusOf(later.ids[0]!), 'paid')
})

test('a line that names a payment which another line has settled is reported as a second debit', async () => {
  const { ids, lines } = await sent([530_000])
  const [named] = await taken([{ ...lines[0]!, number: 883_001 }], true)
  await taken(lines)
  const now = await lineOf(named!)
  assert.deepEqual([now.match_status, now.decision], ['suggested', 'report'])
  assert.match(now.why, /возможно второе списание$/)
  const [outcome] = await manager.api.send(matchLine, { body: { ids: [named!.id] } })
  assert.equal(outcome!.match_status, 'discrepancy')
  assert.deepEqual(await casesOf(ids[0]!), ['double_debit'])
})

test('of two statements at once that name one payment each is taken, and one line is a second debit', async () => {
  const { ids, lines } = await sent([540_000])
  const two = [884_001, 884_002].map((number) => ({ ...lines[0]!, number }))
  const [one, another] = await Promise.all(two.map((line) => taken([line])))
  const states = [one![0]!.match_status, another![0]!.match_status]
  assert.deepEqual(states.toSorted(), ['discrepancy', 'matched'])
  assert.equal(await statusOf(ids[0]!), 'paid')
  assert.deepEqual(await casesOf(ids[0]!), ['double_debit'])
})

async function casesOf(payment_id: string): Promise<string[]> {
  const rows = await own.db.q
    .selectFrom('payment_discrepancy')
    .where('payment_id', '=', payment_id)
    .select('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}
