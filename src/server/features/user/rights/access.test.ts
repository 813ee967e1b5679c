import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { price } from '#contract/price/price.ts'
import { userAccess, type AccessRow } from '#contract/user/user-access.ts'
import { userRights } from '#contract/user/user-rights.ts'
import { person, role } from '#test/support/access-rows.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { services, own, other, supervisor } = world
const root = supervisor.api

type Ids = Record<string, string>
let ids: Ids = {}
before(async () => {
  const rows = await services.q.selectFrom('action').select(['id', 'code']).execute()
  ids = Object.fromEntries(rows.map(({ id, code }) => [code, id]))
})

/** Sets who has a right of «Ромашка», or of all companies. */
const give = (code: string, rows: AccessRow[], company_id: string | null = own.id) =>
  root.send(userRights.updateActionAccess, { body: { company_id, action_id: ids[code]!, rows } })
const refused = (code: string, rows: AccessRow[], company_id: string | null = own.id) =>
  root.refused(userRights.updateActionAccess, { body: { company_id, action_id: ids[code]!, rows } })

test('a right given to a person works at the next request, taken away it ends, and nothing else changes', async () => {
  const call = price.getColumns
  await own.operator.api.send(call, { query: {} })
  await give('price/getColumns', [role('MANAGER')])
  assert.equal((await own.operator.api.refused(call, { query: {} })).code, 'access.denied')
  await own.manager.api.send(call, { query: {} })
  await other.operator.api.send(call, { query: {} })
  await give('price/getColumns', [role('MANAGER'), person(own.operator.id)])
  await own.operator.api.send(call, { query: {} })
  await give('price/getColumns', [role('OPERATOR'), person(own.operator.id, { allow: false })])
  assert.equal((await own.operator.api.refused(call, { query: {} })).code, 'access.denied')
  await give('price/getColumns', [])
  await own.operator.api.send(call, { query: {} })
})

test('each change is in the audit with its rows before and after', async () => {
  await give('product.edit', [role('MANAGER')])
  const [last] = await services.q
    .selectFrom('audit_event')
    .where('company_id', '=', own.id)
    .where('action', '=', 'action.access')
    .select(['before', 'after', 'user_id', 'entity_id'])
    .orderBy('seq', 'desc')
    .limit(1)
    .execute()
  assert.equal(last!.user_id, supervisor.id)
  assert.equal(last!.entity_id, ids['product.edit'])
  assert.deepEqual((last!.before as { rows: unknown[] }).rows, [])
  assert.deepEqual((last!.after as { rows: unknown[] }).rows, [{ ...role('MANAGER'), limit: null }])
  await give('product.edit', [])
})

test('the sum limit of a right takes effect and is answered in the list of rights', async () => {
  const limit = { max_kop: 5_000_000 }
  const rows = [role('OPERATOR', { confirm: 'self', limit }), role('MANAGER', { confirm: 'self' })]
  await give('payment.register', rows)
  const mine = async (api: typeof root) => {
    const { folders } = await api.send(userAccess.getActions, { query: {} })
    return folders.flatMap(({ actions }) => actions).find((one) => one.code === 'payment.register')!
  }
  assert.deepEqual((await mine(own.operator.api)).mine.limit, limit)
  assert.equal((await mine(own.manager.api)).mine.limit, null)
  const { folders } = await root.send(userAccess.getActions, { query: { companyId: own.id } })
  const shown = folders
    .flatMap(({ actions }) => actions)
    .find((one) => one.code === 'payment.register')!
  assert.equal(shown.access!.length, 2)
  await give('payment.register', [])
})

test('platform rights are for super administrators and company rights never for them', async () => {
  const stranger = own.manager.id
  for (const [code, rows, company] of [
    ['bank.manage', [role('MANAGER')], null],
    ['bank.manage', [person(stranger)], null],
    ['bank.manage', [role('SUPERVISOR')], own.id],
    ['act.edit', [role('SUPERVISOR')], own.id],
    ['act.edit', [person(supervisor.id)], null],
  ] as const)
    assert.equal((await refused(code, [...rows], company)).code, 'access.platform-action', code)
})

test('rows without effect are refused with a message', async () => {
  const problem = async (code: string, rows: AccessRow[]) =>
    (await refused(code, rows)).fields!['rows']!
  assert.match(await problem('act.edit', [role('KING')]), /Роли «KING» нет/)
  assert.match(await problem('act.edit', [role('USER')]), /Роли «USER» нет/)
  assert.match(await problem('act.edit', [role('MANAGER'), role('MANAGER')]), /названы дважды/)
  assert.match(await problem('act.edit', [person(randomUUID())]), /человека нет/)
  assert.match(await problem('act.edit', [person('кто-то')]), /человека нет/)
  assert.match(await problem('act.edit', [person(other.operator.id)]), /человека нет/)
  assert.match(
    await problem('act.edit', [role('MANAGER', { confirm: 'other' })]),
    /не подтверждается/,
  )
  assert.match(await problem('payment.register', [role('MANAGER')]), /слишком слабое/)
  assert.match(
    await problem('weight.manual', [role('MANAGER', { confirm: 'self' })]),
    /всегда подтверждает другой/,
  )
  assert.match(
    await problem('act.edit', [role('MANAGER', { limit: { max_kop: 1 } })]),
    /предела суммы/,
  )
  assert.match(
    await problem('payment.register', [role('MANAGER', { allow: false, confirm: 'self' })]),
    /Запрету не нужны/,
  )
  assert.match(await problem('act.edit', [role('MANAGER', { limit: { max_bp: 1 } })]), /процентах/)
  const nowhere = { body: { company_id: randomUUID(), action_id: ids['act.edit']!, rows: [] } }
  assert.equal(
    (await root.refused(userRights.updateActionAccess, nowhere)).code,
    'common.not-found',
  )
  const nothing = { body: { company_id: own.id, action_id: randomUUID(), rows: [] } }
  assert.equal(
    (await root.refused(userRights.updateActionAccess, nothing)).code,
    'common.not-found',
  )
})

test('rows that somebody else has changed since they were read are not overwritten', async () => {
  const seen = [role('MANAGER')]
  const change = (rows: AccessRow[], former_rows: AccessRow[]) => ({
    body: { company_id: own.id, action_id: ids['product.edit']!, rows, former_rows },
  })
  await root.send(userRights.updateActionAccess, change(seen, []))
  const stale = change([role('OPERATOR')], [])
  assert.equal((await root.refused(userRights.updateActionAccess, stale)).code, 'common.stale')
  const rows = await root.send(userRights.updateActionAccess, change([role('OPERATOR')], seen))
  assert.deepEqual(
    rows.map((row) => row.subject_code),
    ['OPERATOR'],
  )
  await give('product.edit', [])
})

test('a preset contains no single right, and the folder of calls contains only calls', async () => {
  const both = {
    company_id: own.id,
    preset: 'split' as const,
    action_id: ids['act.edit']!,
    rows: [],
  }
  const { fields } = await root.refused(userRights.updateActionAccess, { body: both })
  assert.match(fields!['preset']!, /все права сразу/)
  const { folders } = await root.send(userAccess.getActions, { query: {} })
  const calls = folders.find((folder) => folder.code === 'calls')!
  const trade = folders.find((folder) => folder.actions.some((one) => one.code === 'act.edit'))!
  const [right, one] = [trade.actions.find(({ code }) => code === 'act.edit')!, calls.actions[0]!]
  for (const [action, folder_id] of [
    [right, calls.id],
    [one, trade.id],
  ] as const) {
    const body = { id: action.id, version: action.version, folder_id }
    const refusal = await root.refused(userRights.updateAction, { body })
    assert.match(refusal.fields!['folder_id']!, /Папка вызовов/)
  }
  const inside = { id: trade.id, version: trade.version, parent_id: calls.id }
  const refusal = await root.refused(userRights.updateFolder, { body: inside })
  assert.match(refusal.fields!['parent_id']!, /Папка вызовов/)
})

test('a preset replaces all rights of a company except calls and platform rights, and can be undone', async () => {
  const before = await services.q
    .selectFrom('action_access')
    .where('company_id', 'is', null)
    .selectAll()
    .orderBy('id')
    .execute()
  const asked = { company_id: own.id, preset: 'split' as const }
  const rows = await root.send(userRights.updateActionAccess, { body: asked })
  const edit = rows.filter((row) => row.action_id === ids['act.edit'])
  assert.deepEqual(edit.map((row) => row.subject_code).toSorted(), ['MANAGER', 'WEIGHER'])
  assert.ok(!rows.some((row) => row.action_id === ids['bank.manage']))
  assert.ok(!rows.some((row) => row.action_id === ids['act/update']))
  const after = await services.q
    .selectFrom('action_access')
    .where('company_id', 'is', null)
    .selectAll()
    .orderBy('id')
    .execute()
  assert.deepEqual(after, before)
  const { folders } = await own.operator.api.send(userAccess.getActions, { query: {} })
  const mine = folders.flatMap(({ actions }) => actions).filter((one) => one.mine.allowed)
  assert.ok(!mine.some((one) => one.code === 'act.edit'))
  await root.send(userRights.updateActionAccess, { body: { ...asked, preset: 'simple' } })
  await own.operator.api.send(userAccess.getActions, { query: {} })
})

test('the answer who holds a right names the rows that decide', async () => {
  await give('product.edit', [role('MANAGER'), person(own.operator.id, { allow: false })])
  const query = { companyId: own.id, actionId: ids['product.edit']! }
  const holders = await root.send(userRights.superGetRightHolders, { query })
  const of = (id: string) => holders.find((holder) => holder.user.id === id)!
  assert.deepEqual([of(own.manager.id).allowed, of(own.manager.id).scope], [true, 'company'])
  assert.deepEqual(
    of(own.manager.id).rows.map((row) => row.subject_code),
    ['MANAGER'],
  )
  assert.equal(of(own.operator.id).allowed, false)
  assert.deepEqual(
    of(own.operator.id).rows.map((row) => [row.subject, row.allow]),
    [['user', false]],
  )
  assert.deepEqual([of(own.user.id).allowed, of(own.user.id).rows], [false, []])
  assert.ok(!holders.some((holder) => holder.user.id === other.operator.id))
  await give('product.edit', [])
  const rights = await root.send(userRights.superGetRightHolders, {
    query: { companyId: own.id, userId: own.operator.id },
  })
  assert.equal(rights.length, Object.keys(ids).length)
  const edit = rights.find((right) => right.action_id === ids['product.edit'])!
  assert.deepEqual([edit.allowed, edit.scope], [true, 'all'])
  const supers = await root.send(userRights.superGetRightHolders, {
    query: { actionId: ids['bank.manage']! },
  })
  assert.ok(supers.some((holder) => holder.user.id === supervisor.id && holder.allowed))
  for (const missing of [
    { companyId: randomUUID(), actionId: ids['act.edit']! },
    { companyId: own.id, actionId: randomUUID() },
    { companyId: own.id, userId: other.operator.id },
  ])
    assert.equal(
      (await root.refused(userRights.superGetRightHolders, { query: missing })).code,
      'common.not-found',
    )
})

test('an open screen is notified at once when rights change', async () => {
  const { services: all } = world
  const heard = Promise.withResolvers<void>()
  const leave = all.live.listen(own.id, {
    hear: () => undefined,
    lost: () => undefined,
    rights: () => heard.resolve(),
  })
  await give('act.edit', [role('MANAGER'), role('OPERATOR')], null)
  await heard.promise
  leave()
})
