import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import type { BodyInput } from '#contract/core/call.ts'
import { user } from '#contract/user/user.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addPerson, openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, supervisor, services, app } = world

describe('own settings and notices', () => {
  beforeEach(() => services.q.deleteFrom('login_attempt').execute())

  const fresh = (roles = ['OPERATOR']) =>
    addPerson(app, services, own.id, `u-${uuidv7().slice(-10)}`, 'USER', roles)

  test('a person stores his own settings, a manager those of the company, and another company sees none', async () => {
    const put = (person: typeof own.manager, body: BodyInput<typeof user.updatePreference>) =>
      person.api.send(user.updatePreference, { body })
    const key = 'list.acts'
    const first = await put(own.operator, { key, scope: 'user', value: { columns: ['a'] } })
    assert.equal(first!.version, 1)
    const second = await put(own.operator, { key, scope: 'user', value: [1], version: 1 })
    assert.equal(second!.version, 2)
    const stale = await own.operator.api.refused(user.updatePreference, {
      body: { key, scope: 'user', value: 0, version: 1 },
    })
    assert.equal(stale.code, 'common.stale')
    const unseen = await own.operator.api.refused(user.updatePreference, {
      body: { key, scope: 'user', value: 0, version: 0 },
    })
    assert.equal(unseen.code, 'common.stale')
    await put(own.operator, { key: 'hotkeys', scope: 'user', value: {}, version: 0 })
    await put(own.operator, { key: 'hotkeys', scope: 'user', value: null, version: 1 })
    await put(own.manager, { key, scope: 'company', value: 'shared' })
    const denied = await own.operator.api.refused(user.updatePreference, {
      body: { key, scope: 'company', value: 'x' },
    })
    assert.equal(denied.code, 'access.denied')
    const seen = await own.operator.api.send(user.getPreferences)
    assert.deepEqual(
      seen.map((row) => [row.scope, row.value]),
      [
        ['company', 'shared'],
        ['user', [1]],
      ],
    )
    assert.deepEqual(await other.operator.api.send(user.getPreferences), [])
    assert.deepEqual(await supervisor.api.send(user.getPreferences), [])
    assert.equal(await put(own.operator, { key, scope: 'user', value: null }), null)
    assert.equal((await own.operator.api.send(user.getPreferences)).length, 1)
    await put(supervisor, { key, scope: 'user', value: true })
    assert.equal((await supervisor.api.send(user.getPreferences)).length, 1)
  })

  test('a person has at most two hundred settings', async () => {
    const person = await fresh()
    await services.q
      .insertInto('preference')
      .values(
        Array.from({ length: 200 }, (_, i) => ({
          company_id: own.id,
          id: uuidv7(),
          scope: 'user',
          user_id: person.id,
          key: `k.${i}`,
          value: 'true',
        })),
      )
      .execute()
    const body = { scope: 'user' as const, value: 1 }
    const more = await person.api.refused(user.updatePreference, {
      body: { ...body, key: 'k.new' },
    })
    assert.equal(more.code, 'preference.too-many')
    await person.api.send(user.updatePreference, { body: { ...body, key: 'k.7' } })
  })

  test('a person sees his own notices, counted while unread, and marks them as read up to a moment', async () => {
    const person = await fresh()
    const notice = (minutesAgo: number) => ({
      company_id: own.id,
      id: uuidv7(),
      user_id: person.id,
      kind: 'report_ready',
      title: 'Отчёт готов',
      href: '/operator/reports',
      at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    })
    await services.q
      .insertInto('notice')
      .values([notice(30), notice(20), notice(0)])
      .execute()
    const until = new Date(Date.now() - 10 * 60_000).toISOString()
    const before = await person.api.send(user.getNotices)
    assert.equal((before.totals as { unread: number }).unread, 3)
    await person.api.send(user.readNotices, { body: { until } })
    const after = await person.api.send(user.getNotices)
    assert.equal((after.totals as { unread: number }).unread, 1)
    assert.equal(after.items.filter((row) => row.read_at === null).length, 1)
    const left = await person.api.send(user.getNotices, {
      query: { filter: { unread: true, kind: ['report_ready'] } },
    })
    assert.equal(left.total, 1)
    assert.equal((await own.user.api.send(user.getNotices)).total, 0)
  })
})
