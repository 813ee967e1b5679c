import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { user } from '#contract/user/user.ts'
import { userAccess } from '#contract/user/user-access.ts'
import { userRights } from '#contract/user/user-rights.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, supervisor, services } = world

describe('lists of people', () => {
  beforeEach(() => services.q.deleteFrom('login_attempt').execute())

  test('a manager lists his own people, SUPERVISOR the named company, an operator nobody', async () => {
    const mine = await own.manager.api.send(user.getByCompany, { query: {} })
    assert.ok(mine.items.every((row) => row.info.company_id === own.id))
    const named = await supervisor.api.send(user.getByCompany, { query: { companyId: other.id } })
    assert.equal(named.total, 3)
    assert.equal(named.items[0]!.has_password, true)
    const refused = (person: typeof own.manager, query: object) =>
      person.api.refused(user.getByCompany, { query })
    const foreign = await refused(own.manager, { companyId: other.id })
    assert.deepEqual(foreign, await refused(own.manager, { companyId: uuidv7() }))
    assert.equal(foreign.code, 'common.not-found')
    assert.equal((await refused(own.operator, {})).code, 'access.denied')
    assert.equal((await refused(supervisor, {})).code, 'common.validation')
    assert.equal((await refused(supervisor, { companyId: uuidv7() })).code, 'common.not-found')
    const smuggled = await refused(own.manager, { filter: { company_id: [other.id] } })
    assert.equal(smuggled.code, 'filter.invalid')
  })

  test('a list continues by key or by offset without losing or doubling a row, with its count read separately', async () => {
    const ids = new Set<string>()
    const page = (filter: object) => supervisor.api.send(user.superGetAll, { query: { filter } })
    const { total } = await page({ with: ['totals'] })
    let next: string | null | undefined
    do {
      const answer = await page({
        sort: [['created_at', 'desc']],
        limit: 3,
        with: ['rows'],
        ...(next && { after: next }),
      })
      for (const row of answer.items) {
        assert.ok(!ids.has(row.id))
        ids.add(row.id)
      }
      next = answer.next
    } while (next)
    assert.equal(ids.size, total)
    const byName = await page({ sort: [['full_name', 'asc']], limit: 2 })
    assert.equal(byName.next, undefined, 'only keyed columns continue by key')
    const second = await page({ sort: [['full_name', 'asc']], limit: 2, offset: 2 })
    assert.ok(!second.items.some((row) => byName.items.some((first) => first.id === row.id)))
    for (const sort of ['login', 'status', 'last_sign_in_at']) {
      const whole = await page({ sort: [[sort, 'asc']] })
      const rest = await page({ sort: [[sort, 'asc']], offset: 2 })
      assert.equal(whole.total, total)
      assert.deepEqual(rest.items, whole.items.slice(2))
    }
    for (const after of [
      'x',
      'created_at,desc,2026-02-30T00:00:00Z,' + own.user.id,
      'created_at,desc,2026-01-01T00:00:00Z,nobody',
      'created_at,asc,2026-01-01T00:00:00Z,' + own.user.id,
      'full_name,asc,А,' + own.user.id,
    ]) {
      const filter = { sort: [['created_at', 'desc']], after }
      const refusal = await supervisor.api.refused(user.superGetAll, { query: { filter } })
      assert.equal(refusal.code, 'filter.invalid', after)
    }
  })

  test('people are found by name, login, role, status and day', async () => {
    const page = async (filter: object) =>
      (await supervisor.api.send(user.superGetAll, { query: { filter } })).total
    assert.equal(await page({ search: 'MANAGER-A' }), 1)
    assert.equal(await page({ search: '_' }), 0)
    assert.equal(await page({ role: ['SUPERVISOR'] }), 1)
    assert.ok((await page({ role: ['MANAGER'], company_id: [own.id] })) >= 1)
    assert.equal(await page({ status: ['dismissed'] }), 0)
    assert.equal(await page({ date_to: '2001-01-01' }), 0)
    assert.ok((await page({ date_from: '2001-01-01' })) > 5)
  })

  test('everybody sees the rights with his own marked, and only SUPERVISOR sees who else has them', async () => {
    const mine = await own.operator.api.send(userAccess.getActions, { query: {} })
    const of = (answer: typeof mine, code: string) =>
      answer.folders.flatMap((folder) => folder.actions).find((action) => action.code === code)!
    assert.deepEqual(of(mine, 'act.void').mine, { allowed: true, confirm: 'other', limit: null })
    assert.equal(of(mine, 'user.manage').mine.allowed, false)
    assert.ok(mine.folders.every((folder) => folder.actions.every((a) => a.access === undefined)))
    const all = await supervisor.api.send(userAccess.getActions, { query: {} })
    assert.deepEqual(
      of(all, 'payment.register')
        .access!.map((row) => row.subject_code)
        .toSorted(),
      ['CASHIER', 'MANAGER', 'OPERATOR'],
    )
    const actionId = of(all, 'act.void').id
    await services.q
      .insertInto('action_access')
      .values({
        id: uuidv7(),
        company_id: own.id,
        action_id: actionId,
        subject: 'role',
        subject_code: 'MANAGER',
        allow: true,
        confirm: 'self',
        max_kop: 5000,
      })
      .execute()
    const query = { companyId: own.id }
    const inForce = await supervisor.api.send(userAccess.getActions, { query })
    assert.deepEqual(of(inForce, 'act.void').access, [
      {
        subject: 'role',
        subject_code: 'MANAGER',
        allow: true,
        confirm: 'self',
        limit: { max_kop: 5000 },
      },
    ])
    services.sessions.forget()
    const now = await own.manager.api.send(userAccess.getActions, { query })
    assert.deepEqual(of(now, 'act.void').mine, {
      allowed: true,
      confirm: 'self',
      limit: { max_kop: 5000 },
    })
    const foreign = { query: { companyId: other.id } }
    assert.equal(
      (await own.manager.api.refused(userAccess.getActions, foreign)).code,
      'common.not-found',
    )
    const roles = await supervisor.api.send(userRights.superGetRoles)
    assert.ok(roles.some((role) => role.code === 'WEIGHER' && role.title === 'Весовщик'))
  })

  test('the history of another company’s record is answered as that of a missing one, and private settings have none', async () => {
    const ask = (person: typeof own.manager, entity: string, entity_id: string) =>
      person.api.refused(user.getHistory, { query: { entity, entity_id } })
    const foreign = await ask(other.manager, 'user', own.operator.id)
    assert.deepEqual(foreign, await ask(other.manager, 'user', uuidv7()))
    assert.equal((await ask(own.operator, 'user', own.manager.id)).code, 'access.denied')
    assert.equal((await ask(own.user, 'act', uuidv7())).code, 'access.denied')
    assert.equal((await ask(own.manager, 'session', uuidv7())).code, 'common.not-found')
  })

  test('an empty list of companies gives no people', async () => {
    const query = { filter: { company_id: [] } }
    assert.deepEqual((await supervisor.api.send(user.superGetAll, { query })).items, [])
  })

  test('people are listed with the short name of their company', async () => {
    const { id } = own.operator
    await services.q
      .updateTable('company')
      .set({ short_name: 'ООО «Кратко»' })
      .where('id', '=', own.id)
      .execute()
    const { items } = await supervisor.api.send(user.superGetAll, {
      query: { filter: {} },
    })
    assert.equal(items.find((one) => one.id === id)?.company_name, 'ООО «Кратко»')
  })
})
