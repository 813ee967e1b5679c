import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { readPeople, readPerson } from '#server/auth/sessions.ts'
import { addServiceAccount, addWebhook } from '#test/builders/service-accounts.ts'
import { openWorld } from '#test/support/world.ts'
import { companiesWithReaders } from './evening-queries.ts'

// Whose day is told: each condition beside the nearest case in which it does not hold (domain.md 11, 15).
const world = await openWorld()
after(() => world.close())
const { own, services } = world
const { q } = services
const { operator, manager } = own
const isRead = async () => (await companiesWithReaders(q)).some(({ id }) => id === own.id)
const setCompany = (status: string) =>
  q.updateTable('company').set({ status }).where('id', '=', own.id).execute()
const setPerson = (status: string) =>
  q.updateTable('app_user').set({ status }).where('id', '=', manager.id).execute()
afterEach(async () => {
  await setCompany('active')
  await setPerson('active')
})

test('the day of a company is told where an active person asked for it in some way', async () => {
  assert.equal(await isRead(), false)
  const choose = async (kind: string, ways: object) => {
    await q.deleteFrom('notice_choice').execute()
    const none = { shown: false, mailed: false, pushed: false }
    await q
      .insertInto('notice_choice')
      .values({ user_id: manager.id, kind, ...none, ...ways })
      .execute()
    return isRead()
  }
  for (const way of ['shown', 'mailed', 'pushed'])
    assert.equal(await choose('day_summary', { [way]: true }), true, way)
  assert.equal(await choose('day_summary', {}), false)
  assert.equal(await choose('one_person', { shown: true }), false)
  assert.equal(await choose('day_summary', { shown: true }), true)
  await setPerson('blocked')
  assert.equal(await isRead(), false)
  await setPerson('active')
  await setCompany('suspended')
  assert.equal(await isRead(), false)
  await q.deleteFrom('notice_choice').execute()
})

test('or where a program is told of it', async () => {
  const url = 'https://example.com/day'
  await addWebhook(world, own, url, ['act.issued'])
  assert.equal(await isRead(), false)
  const { id } = await addWebhook(world, own, url, ['day.ended'])
  assert.equal(await isRead(), true)
  const stopped = {
    status: 'stopped',
    stop_reason: 'closed',
    stopped_at: new Date().toISOString(),
  }
  await q.updateTable('webhook').set(stopped).where('id', '=', id).execute()
  assert.equal(await isRead(), false)
})

test('people of a company are those who are active in it, and no programs', async () => {
  await addServiceAccount(world, own, ['acts.read'])
  const ids = async () => (await readPeople(q, own.id)).map(({ userId }) => userId)
  const all = await ids()
  assert.deepEqual(all.toSorted(), [operator.id, manager.id, own.user.id].toSorted())
  assert.equal((await readPerson(q, manager.id))?.userId, manager.id)
  await setPerson('blocked')
  assert.deepEqual((await ids()).includes(manager.id), false)
  assert.equal(await readPerson(q, manager.id), undefined)
  await setPerson('active')
  await setCompany('archived')
  assert.deepEqual(await ids(), [])
})
