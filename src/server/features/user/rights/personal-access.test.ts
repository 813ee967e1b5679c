import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { userAccess, type AccessRow } from '#contract/user/user-access.ts'
import { user } from '#contract/user/user.ts'
import { userPreferences } from '#contract/user/user-preferences.ts'
import { userRights } from '#contract/user/user-rights.ts'
import { openSecondProcess } from '#test/failures/second-process.ts'
import { person, role } from '#test/support/access-rows.ts'
import { apiOf } from '#test/support/api.ts'
import { until } from '#test/support/until.ts'
import { addPerson, openWorld, type Person } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { app, services, own, other, supervisor } = world
const root = supervisor.api
const boss = own.manager
let made = 0

const add = (...roles: string[]): Promise<Person> =>
  addPerson(app, services, own.id, `by-name-${++made}`, 'USER', roles)
const worker = await add('OPERATOR')

let ids: Record<string, string> = {}
before(async () => {
  const rows = await services.q.selectFrom('action').select(['id', 'code']).execute()
  ids = Object.fromEntries(rows.map(({ id, code }) => [code, id]))
})
afterEach(async () => {
  await services.q.deleteFrom('action_access').where('company_id', '=', own.id).execute()
  services.sessions.forget()
})

const change = (code: string, rows: AccessRow[], former_rows?: AccessRow[]) => ({
  body: { company_id: own.id, action_id: ids[code]!, rows, ...(former_rows && { former_rows }) },
})
const give = (code: string, rows: AccessRow[], former?: AccessRow[]) =>
  boss.api.send(userRights.updateActionAccess, change(code, rows, former))
const refused = async (code: string, rows: AccessRow[], former?: AccessRow[]) => {
  const refusal = await boss.api.refused(userRights.updateActionAccess, change(code, rows, former))
  return `${refusal.code}: ${refusal.message}`
}
/** A rule of the company, as a super administrator lays it. */
const rule = (code: string, rows: AccessRow[]) =>
  root.send(userRights.updateActionAccess, change(code, rows))
const mine = async ({ api }: Person, code: string) => {
  const { folders } = await api.send(userAccess.getActions, { query: {} })
  return folders.flatMap(({ actions }) => actions).find((one) => one.code === code)!.mine
}
const holder = async (id: string, code: string) => {
  const query = { companyId: own.id, userId: id, actionId: ids[code]! }
  return (await boss.api.send(userRights.superGetRightHolders, { query }))[0]!
}

test('a manager gives a right by name, takes one away and leaves it to the roles again', async () => {
  assert.equal((await mine(worker, 'price.edit')).allowed, false)
  const given = [person(worker.id, { limit: null })]
  assert.deepEqual(await give('price.edit', given, []), [
    { ...given[0], action_id: ids['price.edit'] },
  ])
  assert.equal((await mine(worker, 'price.edit')).allowed, true)
  assert.deepEqual(await holder(worker.id, 'price.edit'), {
    ...(await holder(worker.id, 'price.edit')),
    allowed: true,
    by_manager: true,
    may_change: true,
    scope: 'company',
    rows: given,
  })
  assert.equal((await mine(await add('OPERATOR'), 'price.edit')).allowed, false, 'nobody else')
  assert.equal((await mine(boss, 'price.edit')).allowed, true, 'the roles keep theirs')
  await give('price.edit', [], given)
  assert.equal((await mine(worker, 'price.edit')).allowed, false)
  await give('act.edit', [person(worker.id, { allow: false })])
  assert.equal((await mine(worker, 'act.edit')).allowed, false)
  assert.equal((await mine(own.operator, 'act.edit')).allowed, true)
})

test('a right given by name leaves the company with the rules of all companies', async () => {
  await give('price.edit', [person(worker.id)])
  await root.send(userRights.updateActionAccess, {
    body: { company_id: null, action_id: ids['price.edit']!, rows: [role('ACCOUNTANT')] },
  })
  assert.equal((await mine(boss, 'price.edit')).allowed, false)
  assert.equal((await mine(worker, 'price.edit')).allowed, true)
  await root.send(userRights.updateActionAccess, {
    body: { company_id: null, action_id: ids['price.edit']!, rows: [role('MANAGER')] },
  })
})

test('it counts in every process without a new sign-in, and is told and recorded', async () => {
  const second = await openSecondProcess(world)
  const there = { ...worker, api: apiOf(second.world.app, worker.api.token) }
  assert.equal((await mine(there, 'price.columns')).allowed, false)
  await give('price.columns', [person(worker.id)])
  await until(
    () => mine(there, 'price.columns'),
    ({ allowed }) => allowed,
  )
  await second.close()
  const colleague = await add('OPERATOR', 'MANAGER')
  await give('price.columns', [], [person(worker.id)])
  const told = async ({ api }: Person) =>
    (await api.send(userPreferences.getNotices, { query: {} })).items
      .filter(({ title }) => title.includes('по роли, как у всех, право «Колонки прайса»'))
      .map(({ href }) => href)
  assert.deepEqual(await told(colleague), [`/operator/people?card=${worker.id}`])
  assert.deepEqual(await told(supervisor), [`/super/accounts?card=${worker.id}`])
  assert.deepEqual(await told(boss), [])
  const events = await services.q
    .selectFrom('audit_event')
    .where('company_id', '=', own.id)
    .where('action', 'in', ['action.access', 'user.right'])
    .orderBy('seq', 'desc')
    .limit(2)
    .select(['action', 'user_id', 'entity_id', 'before', 'after'])
    .execute()
  const was = { title: 'Колонки прайса', rows: [{ ...person(worker.id), limit: null }] }
  assert.deepEqual(
    events.toSorted((a, b) => a.action.localeCompare(b.action)),
    [
      {
        action: 'action.access',
        user_id: boss.id,
        entity_id: ids['price.columns'],
        before: was,
        after: { ...was, rows: [] },
      },
      {
        action: 'user.right',
        user_id: boss.id,
        entity_id: worker.id,
        before: was,
        after: { ...was, rows: [] },
      },
    ],
  )
})

test('nobody gives what is not the own, nor a larger limit, nor a weaker confirmation', async () => {
  await rule('price.columns', [role('ACCOUNTANT')])
  assert.match(await refused('price.columns', [person(worker.id)]), /^user.beyond.*нет этого права/)
  const sent = (more: Partial<AccessRow>) => person(worker.id, { confirm: 'self', ...more })
  const limit = { max_kop: 100_000_00 }
  await rule('payment.register', [role('MANAGER', { confirm: 'self', limit })])
  for (const more of [{}, { limit: { max_kop: 100_000_01 } }])
    assert.match(await refused('payment.register', [sent(more)]), /^user.beyond.*Предел суммы/)
  await give('payment.register', [sent({ limit })])
  assert.deepEqual((await mine(worker, 'payment.register')).limit, limit)
  await rule('weight.cancel', [role('MANAGER'), role('OPERATOR', { confirm: 'other' })])
  assert.match(await refused('weight.cancel', [person(worker.id)]), /^user.beyond.*слабее/)
  await rule('act.void', [role('MANAGER', { confirm: 'other' })])
  assert.match(await refused('act.void', [sent({})]), /^user.beyond.*слабее/)
  await give('act.void', [sent({ confirm: 'other' })])
})

test('rights to confirm for others, of single calls, of managers and of roles are not a manager’s to give', async () => {
  for (const code of ['approval.act', 'approval.payment'])
    assert.match(await refused(code, [person(worker.id)]), /подтверждать за других/)
  assert.match(await refused('act/update', [person(worker.id, { allow: false })]), /вызовов/)
  assert.match(await refused('people.manage', [person(worker.id)]), /назначает администратор/)
  assert.match(await refused('company.manage', [person(worker.id)]), /нет этого права/)
  assert.match(await refused('price.edit', [role('OPERATOR')]), /Права ролей/)
  assert.match(await refused('price.edit', [], [role('MANAGER')]), /Права ролей/)
  const preset = { body: { company_id: own.id, preset: 'simple' as const } }
  assert.match(
    (await boss.api.refused(userRights.updateActionAccess, preset)).message,
    /Права ролей/,
  )
})

test('oneself, other managers, other companies and the platform are out of reach', async () => {
  assert.match(await refused('price.edit', [person(boss.id, { allow: false })]), /^user.self/)
  const colleague = await add('OPERATOR', 'MANAGER')
  const deny = (id: string) => [person(id, { allow: false })]
  assert.match(await refused('price.edit', deny(colleague.id)), /^user.beyond-own-rights/)
  for (const { id } of [other.operator, supervisor])
    assert.match(await refused('price.edit', [], deny(id)), /^common.not-found/)
  assert.match(await refused('price.edit', deny(other.operator.id)), /^common.validation/)
  for (const company_id of [other.id, null]) {
    const body = { company_id, action_id: ids['price.edit']!, rows: deny(other.operator.id) }
    assert.equal(
      (await boss.api.refused(userRights.updateActionAccess, { body })).code,
      'common.not-found',
    )
  }
  assert.equal((await mine(colleague, 'price.edit')).allowed, true)
  assert.equal((await holder(boss.id, 'price.edit')).may_change, false)
  assert.equal((await holder(colleague.id, 'price.edit')).may_change, false)
})

test('what a super administrator has said of a person stays', async () => {
  await rule('act.edit', [role('MANAGER'), role('OPERATOR'), person(worker.id, { allow: false })])
  const said = person(worker.id, { allow: false })
  for (const [rows, former] of [
    [[person(worker.id)], undefined],
    [[], [said]],
  ] as const)
    assert.match(
      await refused('act.edit', [...rows], former && [...former]),
      /администратор|common/,
    )
  assert.equal((await holder(worker.id, 'act.edit')).may_change, false)
  assert.equal((await mine(worker, 'act.edit')).allowed, false)
})

test('two managers do not overwrite each other', async () => {
  const denied = person(worker.id, { allow: false })
  await give('act.edit', [denied], [])
  assert.match(await refused('act.edit', [person(worker.id)], []), /^common.stale/)
  await give('act.edit', [person(own.operator.id, { allow: false })], [])
  assert.equal((await mine(worker, 'act.edit')).allowed, false, 'rows of others stay')
})

test('a super administrator sees rows of managers, keeps or removes them', async () => {
  const denied = person(worker.id, { allow: false, limit: null })
  await give('act.edit', [denied])
  const seen = async () => {
    const { folders } = await root.send(userAccess.getActions, { query: { companyId: own.id } })
    return folders.flatMap(({ actions }) => actions).find(({ code }) => code === 'act.edit')!
  }
  const common = await seen()
  assert.equal(common.access_scope, 'all')
  assert.deepEqual(common.access_by_managers, [denied])
  assert.ok(common.access!.some(({ subject_code }) => subject_code === worker.id))
  const stale = change('act.edit', [role('MANAGER')], [])
  assert.equal((await root.refused(userRights.updateActionAccess, stale)).code, 'common.stale')
  const kept = change('act.edit', [role('MANAGER'), denied], [denied])
  await root.send(userRights.updateActionAccess, kept)
  assert.deepEqual((await seen()).access_by_managers, [denied])
  assert.equal((await holder(worker.id, 'act.edit')).may_change, true)
  await rule('act.edit', [denied])
  assert.equal((await mine(boss, 'act.edit')).allowed, false, 'alone it is the whole rule')
  await rule('act.edit', [])
  assert.deepEqual((await seen()).access_by_managers, [])
})

test('a role that would lift a person above the manager is counted with the rights by name', async () => {
  await give('price.edit', [person(worker.id)])
  const { items } = await boss.api.send(user.getByCompany, {
    query: { filter: { ids: [worker.id] } },
  })
  const body = { id: worker.id, version: items[0]!.version, position: 'Приёмщик' }
  await boss.api.send(user.superUpdate, { body })
  await rule('price.edit', [role('ACCOUNTANT'), person(worker.id)])
  const again = { body: { ...body, version: items[0]!.version + 1, position: 'Весовщик' } }
  assert.equal((await boss.api.refused(user.superUpdate, again)).code, 'user.beyond-own-rights')
})
