import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { auth } from '#contract/user/auth.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { user } from '#contract/user/user.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addPerson, openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { app, services, own, other, supervisor, nobody } = world
const root = supervisor.api
const PASSWORD = 'гараж-сирень-самовар-42'
let made = 0

const person = (more: object = {}) => ({
  login: `newcomer-${++made}`,
  full_name: 'Орлова Анна Ивановна',
  company_id: own.id,
  role: 'USER' as const,
  roles: ['OPERATOR' as const],
  ...more,
})
const invite = (more: object = {}) => root.send(user.create, { body: person(more) })
const move = (id: string, new_status: 'active' | 'invited' | 'blocked' | 'dismissed') => ({
  body: { id, new_status },
})

async function linkOf(id: string): Promise<string> {
  const [sent] = await root.send(user.sendTemporaryLinks, { body: { user_ids: [id] } })
  assert.equal(sent!.outcome, 'link')
  const [address, token] = sent!.url!.split('#')
  assert.equal(address, 'http://127.0.0.1:8080/tmplink')
  return token!
}

test('a person is invited, sets a password by the link once, and works', async () => {
  const body = person({ client_id: randomUUID(), pcode: '583920' })
  const invited = await root.send(user.create, { body })
  assert.deepEqual(
    [invited.status, invited.has_password, invited.has_pcode, invited.pcode_temporary],
    ['invited', false, true, true],
  )
  assert.equal((await root.send(user.create, { body })).id, invited.id)
  const old = await linkOf(invited.id)
  const token = await linkOf(invited.id)
  const use = (key: string) => ({ body: { token: key, password: PASSWORD } })
  const dead = await nobody.refused(auth.updatePasswordWithTempLink, use(old))
  assert.equal(dead.code, 'auth.link-invalid', 'a newer link ends the older')
  await nobody.send(auth.updatePasswordWithTempLink, use(token))
  await nobody.refused(auth.updatePasswordWithTempLink, use(token))
  const entered = await nobody.send(auth.login, { body: { login: body.login, password: PASSWORD } })
  assert.equal(entered.user.status, 'active')
  const stored = JSON.stringify(await services.q.selectFrom('audit_event').selectAll().execute())
  assert.ok(!stored.includes(token))
})

test('a valid link may be used from one address any number of times; wrong ones are counted', async () => {
  const use = (token: string, password: string) => ({ body: { token, password } })
  for (let n = 0; n < 12; n++) {
    const token = await linkOf((await invite()).id)
    const weak = await nobody.refused(
      auth.updatePasswordWithTempLink,
      use(token, 'passwordpassword'),
    )
    assert.equal(weak.code, 'auth.weak-password')
    await nobody.send(auth.updatePasswordWithTempLink, use(token, PASSWORD))
  }
  const codes = []
  for (let n = 0; n < 12; n++)
    codes.push(
      (await nobody.refused(auth.updatePasswordWithTempLink, use('x'.repeat(43), PASSWORD))).code,
    )
  assert.deepEqual([codes[0], codes.at(-1)], ['auth.link-invalid', 'common.too-many'])
  await services.q.deleteFrom('login_attempt').where('key', 'like', 'link:%').execute()
})

test('impossible values of a new person are refused', async () => {
  const refused = async (more: object) =>
    (await root.refused(user.create, { body: person(more) })).code
  assert.equal(await refused({ login: own.operator.login }), 'user.duplicate-login')
  assert.equal(await refused({ company_id: null }), 'user.role-without-company')
  assert.equal(await refused({ company_id: null, roles: [] }), 'common.validation')
  assert.equal(await refused({ role: 'SUPERVISOR', roles: [] }), 'common.validation')
  assert.equal(await refused({ company_id: randomUUID() }), 'common.not-found')
  assert.equal(await refused({ roles: ['OWNER', 'OPERATOR'] }), 'common.validation')
  assert.equal(await refused({ pcode: '111111' }), 'pcode.weak')
  assert.equal(await refused({ pcode: own.operator.pcode }), 'pcode.taken')
  const client_id = randomUUID()
  await invite({ client_id })
  assert.equal(await refused({ client_id }), 'common.id-reused')
})

test('a blocked person is signed out at once, returns without a PIN, and a dismissal is final', async () => {
  const { id, api, login } = await addPerson(app, services, own.id, 'leaver', 'USER', ['OPERATOR'])
  const token = await linkOf(id)
  await api.send(supplier.getAll, { query: {} })
  const blocked = await root.send(user.superSetStatus, move(id, 'blocked'))
  assert.deepEqual([blocked.status, blocked.has_pcode], ['blocked', false])
  assert.equal((await api.raw({ url: supplier.getAll.path })).statusCode, 401)
  const body = { token, password: PASSWORD }
  assert.equal(
    (await nobody.refused(auth.updatePasswordWithTempLink, { body })).code,
    'auth.link-invalid',
  )
  const [sent] = await root.send(user.sendTemporaryLinks, { body: { user_ids: [id] } })
  assert.deepEqual([sent!.outcome, sent!.url], ['refused', undefined])
  const wrong = await root.refused(user.superSetStatus, move(id, 'invited'))
  assert.equal(wrong.code, 'common.bad-transition', 'he has a password')
  assert.equal((await root.send(user.superSetStatus, move(id, 'active'))).login, login)
  const early = await root.refused(user.superSetStatus, move(id, 'dismissed'))
  assert.equal(early.code, 'common.bad-transition')
  await root.send(user.superSetStatus, move(id, 'blocked'))
  await root.send(user.superSetStatus, move(id, 'dismissed'))
  const back = await root.refused(user.superSetStatus, move(id, 'active'))
  assert.equal(back.code, 'common.bad-transition')
})

test('nobody can block himself, and of two super administrators who block each other one stays active', async () => {
  const self = await root.refused(user.superSetStatus, move(supervisor.id, 'blocked'))
  assert.equal(self.code, 'user.self')
  const add = (login: string) => addPerson(app, services, null, login, 'SUPERVISOR', [])
  const [second, third] = [await add('super-2'), await add('super-3')]
  const block = (by: typeof second, id: string) =>
    by.api.raw({ method: 'PUT', url: user.superSetStatus.path, payload: move(id, 'blocked').body })
  const supervisors = services.q.updateTable('app_user').where('role', '=', 'SUPERVISOR')
  // He asks in the tests that follow, so he must not be the one who loses.
  await supervisors.where('id', '=', supervisor.id).set({ status: 'blocked' }).execute()
  await Promise.all([block(third, second.id), block(second, third.id)])
  const left = await services.q
    .selectFrom('app_user')
    .where('role', '=', 'SUPERVISOR')
    .where('status', '=', 'active')
    .select('id')
    .execute()
  assert.equal(left.length, 1)
  await supervisors.set({ status: 'active' }).execute()
})

test('changed roles and rights take effect at once, and a person with documents stays in his company', async () => {
  const fresh = await addPerson(app, services, own.id, 'mover', 'USER', ['OPERATOR'])
  const change = (more: object, version = 1) => ({ body: { id: fresh.id, version, ...more } })
  await fresh.api.send(supplier.getAll, { query: {} })
  const bare = await root.send(user.superUpdate, change({ roles: [], full_name: 'Мухин Олег' }))
  assert.deepEqual([bare.info.roles, bare.info.full_name], [[], 'Мухин Олег'])
  assert.equal((await fresh.api.refused(supplier.getAll, { query: {} })).code, 'access.denied')
  const refused = async (more: object, version = 2) =>
    (await root.refused(user.superUpdate, change(more, version))).code
  assert.equal(await refused({ full_name: 'Иначе' }, 1), 'common.stale')
  assert.equal(await refused({ login: own.manager.login }), 'user.duplicate-login')
  assert.equal(await refused({ pcode: own.manager.pcode }), 'pcode.taken')
  assert.equal(await refused({ company_id: randomUUID() }), 'common.not-found')
  assert.equal(await refused({ role: 'SUPERVISOR' }), 'common.validation')
  const moved = await root.send(user.superUpdate, change({ company_id: other.id }, 2))
  assert.deepEqual([moved.info.company_id, moved.has_pcode], [other.id, false])
  await addSupplier(other)
  await services.q
    .updateTable('supplier')
    .set({ created_by: fresh.id })
    .where('company_id', '=', other.id)
    .execute()
  assert.equal(await refused({ company_id: own.id }, 3), 'user.has-documents')
  const last = await root.refused(user.superUpdate, {
    body: {
      id: supervisor.id,
      version: await versionOf(supervisor.id),
      role: 'USER',
      company_id: own.id,
    },
  })
  assert.equal(last.code, 'user.last-supervisor')
})

async function versionOf(id: string): Promise<number> {
  await services.q
    .updateTable('app_user')
    .set({ status: 'blocked' })
    .where('role', '=', 'SUPERVISOR')
    .where('id', '<>', id)
    .execute()
  const row = await services.q
    .selectFrom('app_user')
    .where('id', '=', id)
    .select('version')
    .executeTakeFirstOrThrow()
  return row.version
}

test('an operator manages nobody', async () => {
  for (const { api } of [own.operator, own.user]) {
    assert.equal((await api.refused(user.create, { body: person() })).code, 'access.denied')
    const status = await api.refused(user.superSetStatus, move(own.user.id, 'blocked'))
    assert.equal(status.code, 'access.denied')
    const link = await api.refused(user.sendTemporaryLinks, { body: { user_ids: [own.user.id] } })
    assert.equal(link.code, 'access.denied')
  }
})
