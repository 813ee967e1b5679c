import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { payDay } from '#contract/payment/pay-day.ts'
import { payment } from '#contract/payment/payment.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { payeeWords } from '#contract/supplier/payee-check.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { approval } from '#test/support/approve.ts'
import { until } from '#test/support/until.ts'
import { addMethod, addSupplier } from '#test/builders/builders.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, rowFor, type Payee } from '#test/builders/payouts.ts'
import { addFirm } from '#test/builders/transfer/accounts.ts'

const payouts = await openPayoutWorld()
after(() => payouts.close())
const { peer, own } = payouts
const { operator, manager } = own
const q = own.db.q

let phones = 100
/** A payee whose phone is, to the bank, that of the named person; none: of the supplier himself. */
async function addOwned(owner?: string | null): Promise<Payee & { phone: string }> {
  const phone = `+7918${++phones}0050`
  const payee = await addPayee(own, phone)
  const name = owner === undefined ? await nameOf(payee) : owner
  if (name !== null) await peer.control('PUT', 'owners', { [phone.slice(1)]: name })
  return { ...payee, phone }
}

async function nameOf({ supplierId }: Payee): Promise<string> {
  const { last_name, first_name, middle_name } = await operator.api.send(supplier.get, {
    query: { id: supplierId },
  })
  return [last_name, first_name, middle_name].filter(Boolean).join(' ')
}

async function ask({ methodId }: Payee, again?: true) {
  const body = { payment_method_ids: [methodId], ...(again && { again }) }
  const [answer] = await operator.api.send(payment.checkPayees, { body })
  return answer!.check
}

async function timesAsked({ phone }: { phone: string }): Promise<number> {
  const { body } = await peer.control<{ path: string; body: string }[]>('GET', 'requests')
  return body.filter(
    (one) => one.path.endsWith('/payee_names') && one.body.includes(phone.slice(1)),
  ).length
}

const methodOf = async ({ supplierId, methodId }: Payee) =>
  (await operator.api.send(supplier.get, { query: { id: supplierId } })).methods.find(
    ({ id }) => id === methodId,
  )!

async function save(payee: Payee) {
  const row = await rowFor(own, payee, 10_000)
  const [saved] = await operator.api.send(payment.save, { body: { payments: [row] } })
  return saved!
}

const codesOf = (one: { flags: readonly { code: string }[] }) => one.flags.map(({ code }) => code)

test('the bank names the supplier: told on his card, asked once and kept without the name', async () => {
  const payee = await addOwned()
  assert.equal((await methodOf(payee)).payee_check, null)
  assert.deepEqual(await ask(payee), { outcome: 'match', told_name: null })
  assert.deepEqual(await ask(payee, true), { outcome: 'match', told_name: null })
  assert.equal(await timesAsked(payee), 1)
  assert.deepEqual((await methodOf(payee)).payee_check, { outcome: 'match', told_name: null })
  const saved = await save(payee)
  assert.deepEqual(saved.payee_check, { outcome: 'match', told_name: null })
  assert.deepEqual(codesOf(saved), ['first_to_method'])
  const kept = await sql<{ rows: string }>`select string_agg(k::text, '') as rows
    from payee_check k`.execute(q)
  assert.ok(!/иван/iu.test(kept.rows[0]!.rows))
})

test('another name is shown, takes a second person and is confirmed in words', async () => {
  const payee = await addOwned('Сидоров Пётр Петрович')
  const told = { outcome: 'differs', told_name: 'Пётр Петрович С.' } as const
  assert.deepEqual(await ask(payee), told)
  const saved = await save(payee)
  assert.deepEqual([saved.payee_check, saved.four_eyes], [told, true])
  assert.ok(codesOf(saved).includes('payee_differs'))
  const preview = await operator.api.send(payment.save, {
    body: { payments: [await rowFor(own, payee, 5_000)], dry_run: true },
  })
  const reasons = preview[0]!.preview!.second_person
  assert.ok(reasons.includes('банк назвал другого получателя'), reasons.join())
  // Without words nothing goes, and no PIN is asked for.
  const ids = [saved.id]
  const [held] = await operator.api.send(payment.register, { body: { ids } })
  assert.deepEqual([held!.status, held!.code], ['saved', 'payment.payee-differs'])
  assert.match(held!.message!, /Пётр Петрович С\./)
  const body = { ids, notes: [{ id: saved.id, note: 'Это телефон жены поставщика' }] }
  const asked = await operator.api.refused(payment.register, { body })
  const warnings = asked.approval!.about!.warnings!
  assert.match(warnings.join(), /Банк назвал другого получателя: Пётр Петрович С\./)
  assert.match(warnings.join(), /Первая выплата этим способом/)
  assert.match(warnings.join(), /объяснение: Это телефон жены/)
  const unseen = { body: { ids, notes: [{ id: saved.id, note: 'Деньги просил брат поставщика' }] } }
  const pin = await approval(operator, asked, manager)
  const again = await operator.api.refused(payment.register, unseen, pin)
  assert.match(again.approval!.about!.warnings!.join(), /просил брат/)
  const seen = await approval(operator, asked, manager)
  const [gone] = await operator.api.send(payment.register, { body }, seen)
  assert.equal(gone!.status, 'registering')
  const card = await operator.api.send(payment.get, { query: { id: saved.id } })
  const differs = card.flags.find(({ code }) => code === 'payee_differs')!
  assert.equal(differs.note, 'Это телефон жены поставщика')
  assert.ok(
    card.flags.every(({ reviewed_by: by }) => by === `Иванова ${manager.login}`),
    'the approver looked',
  )
})

test('who gave no words for another name is seen by the approver of every later payment to it', async () => {
  const payee = await addOwned('Сидоров Пётр Петрович')
  await ask(payee)
  const left = await save(payee)
  const body = { ids: [left.id] }
  assert.deepEqual(await manager.api.send(payDay.leaveUnexplained, { body }), body)
  const words = /Пётр Петрович С\. Выплату ему не подтвердили: Иванова .+, \d{2}\.\d{2}\.\d{4}/
  assert.match(payeeWords((await methodOf(payee)).payee_check), words)
  assert.match(
    payeeWords((await operator.api.send(payment.get, { query: { id: left.id } })).payee_check),
    words,
  )
  for (const { id } of [left, await save(payee)]) {
    const notes = [{ id, note: 'Это телефон жены поставщика' }]
    const asked = await operator.api.refused(payment.register, { body: { ids: [id], notes } })
    assert.match(asked.approval!.about!.warnings!.join(), words)
  }
  // As after another phone and back.
  await sql`delete from payee_check`.execute(payouts.own.db.q)
  await ask(payee)
  assert.match(payeeWords((await methodOf(payee)).payee_check), words)
})

test('only a saved payment to another name is left unexplained, and a stranger’s does not exist', async () => {
  const plain = await save(await addOwned())
  const left = (ids: string[]) => operator.api.refused(payDay.leaveUnexplained, { body: { ids } })
  assert.equal((await left([plain.id])).code, 'common.bad-transition')
  assert.equal((await left([randomUUID()])).code, 'common.not-found')
  const stranger = payouts.world.other.operator.api
  const refused = await stranger.refused(payDay.leaveUnexplained, { body: { ids: [plain.id] } })
  assert.equal(refused.code, 'common.not-found')
})

test('a bank that is silent, refuses or names nobody is told of and stops nothing', async () => {
  const faults: [object | null, string][] = [
    [{ fault: 'no_name' }, 'no_name'],
    [{ fault: 'no_payee' }, 'refused'],
    [{ fault: '500_before', on: ['payee_name'] }, 'no_answer'],
    [{ fault: 'timeout_before', on: ['payee_name'] }, 'no_answer'],
    [{ fault: 'garbage_json', on: ['payee_name'] }, 'no_answer'],
    [{ fault: '429', on: ['payee_name'] }, 'no_answer'],
  ]
  for (const [fault, outcome] of faults) {
    const payee = await addOwned()
    await peer.control('PUT', 'faults', fault ? [fault] : [])
    assert.deepEqual(await ask(payee), { outcome, told_name: null })
    const saved = await save(payee)
    assert.ok(codesOf(saved).includes('payee_unnamed'), outcome)
    // Asked again by a person alone, or when ten minutes have passed.
    assert.deepEqual(await ask(payee), { outcome, told_name: null })
    await peer.control('PUT', 'faults', [])
    assert.equal((await ask(payee))!.outcome, outcome)
    assert.equal((await ask(payee, true))!.outcome, 'match')
    const asked = await operator.api.refused(payment.register, { body: { ids: [saved.id] } })
    assert.equal(asked.code, 'approval.required', 'nothing but the PIN is asked for')
  }
})

test('a silent bank is asked again after ten minutes, any answer is old after thirty days', async () => {
  const payee = await addOwned()
  const age = (text: string) =>
    sql`update payee_check set asked_at = now() - ${text}::interval
      where payment_method_id = ${payee.methodId}`.execute(q)
  await peer.control('PUT', 'faults', [{ fault: '500_before', on: ['payee_name'] }])
  assert.equal((await ask(payee))!.outcome, 'no_answer')
  await peer.control('PUT', 'faults', [])
  await age('11 minutes')
  assert.equal((await ask(payee))!.outcome, 'match')
  await age('31 days')
  assert.equal((await methodOf(payee)).payee_check, null)
  await ask(payee)
  assert.equal(await timesAsked(payee), 3)
})

test('an answer holds for one name and one destination', async () => {
  const payee = await addOwned()
  await ask(payee)
  const card = await operator.api.send(supplier.get, { query: { id: payee.supplierId } })
  await operator.api.send(supplier.update, {
    body: { id: card.id, version: card.version, last_name: 'Переименованный' },
  })
  assert.equal((await methodOf(payee)).payee_check, null)
  assert.equal((await ask(payee))!.outcome, 'differs')
})

test('a name that changes while the bank is asked is the one that its answer is compared with', async () => {
  const payee = await addOwned()
  const asked = await q.transaction().execute(async (tx) => {
    await tx
      .updateTable('supplier')
      .set({ last_name: 'Переименованный' })
      .where('id', '=', payee.supplierId)
      .execute()
    const answer = ask(payee)
    await until(async () => (await timesAsked(payee)) === 1)
    return { answer }
  })
  assert.equal((await asked.answer)!.outcome, 'differs')
})

test('signs that are no letters leave the name that a bank tells readable', async () => {
  const payee = await addOwned('Сидоров Пётр\u0000\u202e\nПетрович')
  assert.deepEqual(await ask(payee), { outcome: 'differs', told_name: 'Пётр Петрович С.' })
})

test('another payee in the words of the bank stands first among the warnings of many payments', async () => {
  const saved = []
  for (let i = 0; i < 13; i++) saved.push(await save(await addPayee(own)))
  const other = await addOwned('Сидоров Пётр Петрович')
  await ask(other)
  saved.push(await save(other))
  // Whoever sends chooses the order: the one that matters is last.
  const notes = [{ id: saved.at(-1)!.id, note: 'Это телефон жены поставщика' }]
  const body = { ids: saved.map(({ id }) => id), notes }
  const asked = await operator.api.refused(payment.register, { body })
  const warnings = asked.approval!.about!.warnings!
  assert.match(warnings[0]!, /Банк назвал другого получателя: Пётр Петрович С\..*объяснение: Это/)
  assert.equal(warnings.at(-1), 'и ещё выплат с отметками: 1')
  assert.equal(warnings.length, 14)
  assert.equal(asked.approval!.about!.suppliers!.at(-1), 'и ещё 11')
})

test('a mark that was reviewed among the exceptions is confirmed by the PIN all the same', async () => {
  const payee = await addOwned('Сидоров Пётр Петрович')
  await ask(payee)
  const { id } = await save(payee)
  const item = { entity: 'payment', entity_id: id, code: 'payee_differs' } as const
  await manager.api.send(flagReview.reviewExceptions, { body: { items: [item], note: 'Смотрели' } })
  const [held] = await operator.api.send(payment.register, { body: { ids: [id] } })
  assert.equal(held!.code, 'payment.payee-differs')
  const body = { ids: [id], notes: [{ id, note: 'Это телефон жены поставщика' }] }
  const asked = await operator.api.refused(payment.register, { body })
  assert.match(asked.approval!.about!.warnings!.join(), /Банк назвал другого получателя/)
})

test('a payment that was saved before the bank named another payee is created anew', async () => {
  const payee = await addOwned('Сидоров Пётр Петрович')
  const { id } = await save(payee)
  await ask(payee)
  const note = { id, note: 'Это телефон жены поставщика' }
  for (const body of [{ ids: [id] }, { ids: [id], notes: [note] }]) {
    const [held] = await operator.api.send(payment.register, { body })
    assert.deepEqual([held!.status, held!.code], ['saved', 'payment.payee-differs'])
    assert.match(
      held!.message!,
      /Пётр Петрович С\., когда выплата .* Отмените её и создайте заново$/,
    )
  }
})

test('what is not a phone, or is of a bank that names nobody, is not asked about; a stranger does not exist', async () => {
  const account = await addFirm(own)
  const body = { payment_method_ids: [account.methodId] }
  const [answer] = await operator.api.send(payment.checkPayees, { body })
  assert.equal(answer!.check, null)
  const strange = { payment_method_ids: [randomUUID()] }
  const refused = await operator.api.refused(payment.checkPayees, { body: strange })
  assert.equal(refused.code, 'common.not-found')
})

test('the same phone at another bank is another supplier’s: marked, without a refusal', async () => {
  const payee = await addOwned()
  const other = await addSupplier(own)
  const method = await addMethod(own, other, { phone: payee.phone, bankId: '100000000004' })
  const saved = await save({ supplierId: other.id, methodId: method.id })
  assert.ok(codesOf(saved).includes('same_elsewhere'))
  assert.ok(!codesOf(saved).includes('shared'))
})

test('the plan of a day tells what its giver of the PIN should see', async () => {
  const payee = await addOwned('Сидоров Пётр Петрович')
  const row = await rowFor(own, payee, 7_000)
  const filter = { act_ids: [row.acts[0]!.act_id] }
  const plan = async () =>
    (await operator.api.send(payDay.planDay, { query: { filter } })).payments[0]!
  assert.deepEqual((await plan()).warnings, ['Банк о получателе не спрошен'])
  await ask(payee)
  const told = await plan()
  assert.deepEqual(told.warnings, ['Банк назвал другого получателя: Пётр Петрович С.'])
  assert.equal(told.payee_check!.outcome, 'differs')
})
