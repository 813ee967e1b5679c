import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { auth } from '#contract/user/auth.ts'
import { payment } from '#contract/payment/payment.ts'
import { companyChange } from '#contract/company/company-change.ts'
import { user } from '#contract/user/user.ts'
import { sameAs } from '#server/auth/rights/one-person.ts'
import { addPayee, rowFor } from '#test/builders/payouts.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { apiOf } from '#test/support/api.ts'
import { approval } from '#test/support/approve.ts'
import { addPerson, type Person } from '#test/support/world.ts'

const payouts = await openPayoutWorld()
after(() => payouts.close())
const { own, world } = payouts
const { manager } = own
const { q } = own.db
const PASSWORD = 'гараж-сирень-самовар-42'
let made = 0

const person = (login: string) => ({
  login,
  full_name: 'Орлова Анна Ивановна',
  company_id: own.id,
  role: 'USER' as const,
  roles: ['OPERATOR' as const],
})

/** What a cheat does: makes an account, opens the own link, sets a password and a PIN there. */
async function makePuppet(by: Person): Promise<Person> {
  const login = `puppet-${++made}`
  const pcode = `58392${made}`
  const { id } = await by.api.send(user.create, { body: person(login) })
  const [link] = await by.api.send(user.sendTemporaryLinks, { body: { user_ids: [id] } })
  const token = link!.url!.split('#')[1]!
  await world.nobody.send(auth.updatePasswordWithTempLink, { body: { token, password: PASSWORD } })
  const entered = await world.nobody.send(auth.login, { body: { login, password: PASSWORD } })
  const api = apiOf(world.app, entered.token)
  await api.send(user.updateInfo, { body: { id, version: entered.user.version, pcode } })
  return { id, login, api, pcode }
}

async function saveBy(person: Person): Promise<string> {
  const row = await rowFor(own, await addPayee(own), 45_000_00)
  const [saved] = await person.api.send(payment.save, { body: { payments: [row] } })
  assert.equal(saved!.four_eyes, true)
  return saved!.id
}

const handOver = (id: string) => ({ body: { ids: [id] } })
const noticesOf = (id: string) =>
  q
    .selectFrom('notice')
    .where('user_id', '=', id)
    .where('kind', '=', 'one_person')
    .select('title')
    .execute()

test('a manager who made an operator is not the second person for what is saved there', async () => {
  const puppet = await makePuppet(manager)
  const id = await saveBy(puppet)
  const asked = await puppet.api.refused(payment.register, handOver(id))
  assert.deepEqual([asked.approval!.who, asked.approval!.nobody], ['other', true])
  assert.match(asked.message, /завёл|ссылку/)
  const typed = await approval(puppet, asked, manager).catch((error: Error) => error.message)
  assert.match(String(typed), /approval\.one-person/)
  // Nor at the manager's own screen, with the manager's own PIN.
  const atOwnScreen = await manager.api.refused(payment.register, handOver(id))
  assert.equal(atOwnScreen.approval!.who, 'other')
  const told = await noticesOf(world.supervisor.id)
  assert.equal(told.length, 1)
  assert.match(told[0]!.title, /Орлова/)
  const { status } = await q
    .selectFrom('payment')
    .where('id', '=', id)
    .select('status')
    .executeTakeFirstOrThrow()
  assert.equal(status, 'saved')
})

test('nor is the manager when a third person sends it, nor by a PIN that was given before the link', async () => {
  const puppet = await makePuppet(manager)
  const id = await saveBy(puppet)
  const asked = await own.operator.api.refused(payment.register, handOver(id))
  assert.equal(asked.approval!.who, 'other')
  const pin = await approval(own.operator, asked, manager)
  const [held] = await own.operator.api.send(payment.register, handOver(id), pin)
  assert.deepEqual([held!.status, held!.code], ['saved', 'payment.second-person'])
  const owner = await addPerson(world.app, world.services, own.id, 'owner', 'USER', ['OWNER'])
  const again = await approval(
    own.operator,
    await own.operator.api.refused(payment.register, handOver(id)),
    owner,
  )
  const [gone] = await own.operator.api.send(payment.register, handOver(id), again)
  assert.equal(gone!.status, 'registering')

  const later = await addPerson(world.app, world.services, own.id, 'later', 'USER', ['OPERATOR'])
  const mine = await saveBy(later)
  const before = await approval(
    later,
    await later.api.refused(payment.register, handOver(mine)),
    manager,
  )
  await manager.api.send(user.sendTemporaryLinks, { body: { user_ids: [later.id] } })
  const late = await later.api.refused(payment.register, handOver(mine), before)
  assert.equal(late.code, 'approval.required')
})

test('another manager is, so is the same one after the days, and at once where a super administrator says so', async () => {
  const second = await addPerson(world.app, world.services, own.id, 'second', 'USER', ['MANAGER'])
  const roles = q.updateTable('app_user').where('id', '=', second.id)
  const puppet = await makePuppet(manager)
  const confirmBy = async (person: Person) => {
    const id = await saveBy(puppet)
    const asked = await puppet.api.refused(payment.register, handOver(id))
    const pin = await approval(puppet, asked, person)
    return (await puppet.api.send(payment.register, handOver(id), pin))[0]!.status
  }
  assert.equal(await confirmBy(second), 'registering')
  await roles.set({ status: 'blocked' }).execute()
  const days = sql<string>`now() - interval '30 days'`
  await q.updateTable('account_opening').set({ at: days }).execute()
  assert.equal(await confirmBy(manager), 'registering')
  await q
    .updateTable('account_opening')
    .set({ at: sql`now()` })
    .execute()
  await assert.rejects(confirmBy(manager), /approval\.one-person/)
  const { version } = await q
    .selectFrom('company')
    .where('id', '=', own.id)
    .select('version')
    .executeTakeFirstOrThrow()
  await world.supervisor.api.send(companyChange.update, {
    body: { id: own.id, version, settings: { rules: { one_person_days: 0 } } },
  })
  assert.equal(await confirmBy(manager), 'registering')
})

test('making an account, its e-mail and its PIN each open it', async () => {
  const opened = async (user_id: string) => {
    const rows = q.deleteFrom('account_opening').where('user_id', '=', user_id)
    return (await rows.returning('opened_by').execute()).map(({ opened_by }) => opened_by)
  }
  let { id, version } = await manager.api.send(user.create, { body: person('opened') })
  assert.deepEqual(await opened(id), [manager.id])
  for (const change of [
    { email: 'opened@example.ru' },
    { pcode: '583927' },
    { login: 'opened-2' },
  ]) {
    ;({ version } = await manager.api.send(user.superUpdate, { body: { id, version, ...change } }))
    assert.deepEqual(await opened(id), [manager.id], JSON.stringify(change))
  }
  await manager.api.send(user.superUpdate, { body: { id, version, position: 'Весовщик' } })
  assert.deepEqual(await opened(id), [])
})

test('who opened by steps or both is one; two who each opened a third are two', () => {
  const openings = [
    ['b', 'a'],
    ['c', 'b'],
    ['d', 'a'],
    ['d', 'e'],
    ['x', 'y'],
  ].map(([user_id, opened_by]) => ({ user_id: user_id!, opened_by: opened_by! }))
  assert.deepEqual(sameAs(openings, 'a'), ['b', 'c', 'd'])
  assert.deepEqual(sameAs(openings, 'c'), ['a', 'b', 'd'])
  assert.deepEqual(sameAs(openings, 'd'), ['a', 'b', 'c', 'e'])
  assert.deepEqual(sameAs(openings, 'e'), ['d'])
  assert.deepEqual(sameAs(openings, 'q'), [])
  const circle = [...openings, { user_id: 'a', opened_by: 'c' }]
  assert.deepEqual(sameAs(circle, 'a'), ['b', 'c', 'd'])
})
