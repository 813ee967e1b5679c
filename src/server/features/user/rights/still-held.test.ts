import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { userAccess, type AccessRow } from '#contract/user/user-access.ts'
import { userRights } from '#contract/user/user-rights.ts'
import { user } from '#contract/user/user.ts'
import { person, role } from '#test/support/access-rows.ts'
import { addPerson, openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { app, services, own, supervisor } = world
const root = supervisor.api

let ids: Record<string, string> = {}
before(async () => {
  const rows = await services.q.selectFrom('action').select(['id', 'code']).execute()
  ids = Object.fromEntries(rows.map(({ id, code }) => [code, id]))
})

const give = (code: string, rows: AccessRow[], company_id: string | null = own.id) =>
  root.send(userRights.updateActionAccess, { body: { company_id, action_id: ids[code]!, rows } })
const refused = (code: string, rows: AccessRow[], company_id: string | null = own.id) =>
  root.refused(userRights.updateActionAccess, { body: { company_id, action_id: ids[code]!, rows } })

test('the last right to manage access cannot be taken away', async () => {
  const denied = [role('SUPERVISOR', { allow: false })]
  for (const code of [
    'auth/validateJWT',
    'user/superGetAllUsers',
    'access.manage',
    'user.manage',
    'user/getActions',
    'user/updateActionAccess',
  ]) {
    assert.equal((await refused(code, [], null)).code, 'access.locked-out', code)
    assert.equal((await refused(code, denied, null)).code, 'access.locked-out', code)
  }
  const second = await addPerson(app, services, null, 'second-super', 'SUPERVISOR', [])
  const only = [person(second.id)]
  await give('access.manage', only, null)
  const { code } = await root.refused(userRights.updateActionAccess, {
    body: { company_id: null, action_id: ids['access.manage']!, rows: [role('SUPERVISOR')] },
  })
  assert.equal(code, 'access.denied')
  await second.api.send(userRights.updateActionAccess, {
    body: { company_id: null, action_id: ids['access.manage']!, rows: [role('SUPERVISOR')] },
  })
})

test('the only super administrator who may manage access is neither blocked nor given another role', async () => {
  const only = await addPerson(app, services, null, 'only-manager', 'SUPERVISOR', [])
  const guard = await addPerson(app, services, null, 'guard', 'SUPERVISOR', [])
  await give('access.manage', [person(only.id)], null)
  const blocked = { body: { id: only.id, new_status: 'blocked' as const } }
  assert.equal((await guard.api.refused(user.superSetStatus, blocked)).code, 'access.locked-out')
  const found = await guard.api.send(user.superGetAll, {
    query: { filter: { ids: [only.id], with: ['rows'] } },
  })
  const { version } = found.items![0]!
  const place = { role: 'USER' as const, roles: ['OPERATOR' as const], company_id: own.id }
  const moved = { body: { id: only.id, version, ...place } }
  assert.equal((await guard.api.refused(user.superUpdate, moved)).code, 'access.locked-out')
  await only.api.send(userRights.updateActionAccess, {
    body: { company_id: null, action_id: ids['access.manage']!, rows: [role('SUPERVISOR')] },
  })
  await guard.api.send(user.superSetStatus, blocked)
})

test('a change that leaves a company without anybody who may confirm is refused', async () => {
  for (const rows of [[], [role('MANAGER', { allow: false })], [role('ACCOUNTANT')]] as const) {
    const company = rows.length === 0 ? null : own.id
    const refusal = await refused('approval.act', [...rows], company)
    assert.equal(refusal.code, 'access.approval-empty')
    assert.match(refusal.message, /Подтверждать акты/)
  }
  await give('approval.act', [person(own.manager.id)])
  await give('approval.act', [])
})

test('a company sees which actions nobody can confirm, after a block and for the only person with the right', async () => {
  const gapsOf = async () =>
    (await root.send(userAccess.getActions, { query: { companyId: own.id } })).gaps!
  const ofActs = async () => (await gapsOf()).filter((gap) => gap.includes('Подтверждать акты'))
  assert.match(
    (await ofActs())[0]!,
    /есть только у сотрудника .*его собственные действия никто не подтвердит/,
  )
  const second = await addPerson(app, services, own.id, 'second-manager', 'USER', ['MANAGER'])
  assert.deepEqual(await ofActs(), [])
  for (const id of [own.manager.id, second.id])
    await root.send(user.superSetStatus, { body: { id, new_status: 'blocked' } })
  assert.match((await ofActs())[0]!, /ни у кого из действующих сотрудников/)
  await root.send(user.superSetStatus, { body: { id: own.manager.id, new_status: 'active' } })
})
