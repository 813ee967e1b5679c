import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { price } from '#contract/price/price.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { auth } from '#contract/user/auth.ts'
import { serviceAccounts as calls } from '#contract/user/service-accounts.ts'
import type { ServicePermissionCode } from '#contract/user/service-permissions.ts'
import { user } from '#contract/user/user.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addServiceAccount, dayAfter } from '#test/builders/service-accounts.ts'
import { apiOf } from '#test/support/api.ts'
import { openWorld } from '#test/support/world.ts'
import { buildApp } from '../../../app.ts'
import { openServices } from '../../../open-services.ts'

const world = await openWorld()
after(() => world.close())
const { app, services, own, other, supervisor } = world
const root = supervisor.api
services.sessions.trustCache(true)

const create = (permissions: ServicePermissionCode[], more: object = {}) =>
  addServiceAccount(world, own, permissions, more)

const rowOfKey = (id: string) =>
  services.q.selectFrom('service_key').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const listed = async (id: string) => {
  const query = { companyId: own.id }
  const list = await root.send(calls.superGetServiceAccounts, { query })
  return list.find((account) => account.id === id)!
}

test('a key is shown once, opens the calls of its permissions in its company alone, and nothing else', async () => {
  const { account, key, api } = await create(['suppliers.read'])
  assert.match(key, /^prk_[\w-]{43}$/)
  assert.equal(account.keys[0]!.hint, key.slice(0, 12))
  const stored = JSON.stringify([
    await services.q.selectFrom('service_key').selectAll().execute(),
    await services.q.selectFrom('audit_event').selectAll().execute(),
    await root.send(calls.superGetServiceAccounts, { query: { companyId: own.id } }),
  ])
  assert.ok(!stored.includes(key))

  const ours = await addSupplier(own, { last_name: 'Свой' })
  const theirs = await addSupplier(other, { last_name: 'Чужой' })
  const names = (await api.send(supplier.getAll, { query: {} })).items.map(({ id }) => id)
  assert.deepEqual([names.includes(ours.id), names.includes(theirs.id)], [true, false])
  const missing = await api.refused(supplier.get, { query: { id: theirs.id } })
  assert.equal(missing.code, 'common.not-found')
  for (const call of [act.getAll, price.get, user.getNotices, auth.getSessions])
    assert.equal((await api.refused(call, { query: {} })).code, 'access.denied', call.path)
})

test('a revoked key is out at the next request in every process', async () => {
  const { account, key, api } = await create(['suppliers.read'])
  await using neighbour = new AsyncDisposableStack()
  const second = await openServices(services.config)
  neighbour.defer(() => second.close())
  const secondApp = await buildApp(second)
  neighbour.defer(() => secondApp.close())
  const there = apiOf(secondApp, key)
  for (const each of [api, there]) await each.send(supplier.getAll, { query: {} })
  const forgotten = new Promise<void>((resolve) => {
    second.live.listen(own.id, { hear: () => undefined, rights: () => resolve() })
  })
  const body = { id: account.id, key_id: account.keys[0]!.id }
  const after = await root.send(calls.superRevokeServiceKey, { body })
  assert.equal(after.keys[0]!.state, 'revoked')
  await forgotten
  for (const each of [api, there])
    assert.equal((await each.refused(supplier.getAll, { query: {} })).code, 'auth.required')
  await root.send(calls.superRevokeServiceKey, { body })
  const strange = { body: { id: account.id, key_id: randomUUID() } }
  assert.equal((await root.refused(calls.superRevokeServiceKey, strange)).code, 'common.not-found')
})

test('an expired key, a blocked account, a closed company and a wrong key open nothing', async () => {
  const { account, key, api } = await create(['suppliers.read'])
  const isOut = async (code = 'auth.required') =>
    assert.equal((await api.refused(supplier.getAll, { query: {} })).code, code)
  const setKey = async (expires_at: string) => {
    await services.q
      .updateTable('service_key')
      .set({ expires_at })
      .where('id', '=', account.keys[0]!.id)
      .execute()
    services.sessions.forget()
  }
  const { expires_at } = account.keys[0]!
  await setKey(new Date(Date.now() - 1000).toISOString())
  await isOut()
  assert.equal((await listed(account.id)).keys[0]!.state, 'expired')
  await setKey(expires_at)
  const move = (status: 'active' | 'blocked', version: number) =>
    root.send(calls.superUpdateServiceAccount, { body: { id: account.id, version, status } })
  const blocked = await move('blocked', account.version)
  await isOut()
  await move('active', blocked.version)
  await api.send(supplier.getAll, { query: {} })
  const setCompany = async (status: string) => {
    await services.q.updateTable('company').set({ status }).where('id', '=', own.id).execute()
    services.sessions.forget()
  }
  await setCompany('archived')
  await isOut()
  await setCompany('active')
  const wrong = apiOf(app, `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`)
  assert.equal((await wrong.refused(supplier.getAll, { query: {} })).code, 'auth.required')
})

test('changed permissions count at the next request', async () => {
  const { account, api } = await create(['suppliers.read'])
  await api.send(supplier.getAll, { query: {} })
  const change = { id: account.id, version: account.version, permissions: ['acts.read' as const] }
  const changed = await root.send(calls.superUpdateServiceAccount, { body: change })
  assert.equal((await api.refused(supplier.getAll, { query: {} })).code, 'access.denied')
  await api.send(act.getAll, { query: {} })
  const stale = await root.refused(calls.superUpdateServiceAccount, { body: change })
  assert.equal(stale.code, 'common.stale')
  assert.equal(changed.version, account.version + 1)
})

test('the last use of a key is noted with its address, once a minute', async () => {
  const { account, api } = await create(['suppliers.read'])
  const id = account.keys[0]!.id
  assert.equal(account.keys[0]!.last_used_at, null)
  await api.send(supplier.getAll, { query: {} })
  const first = await rowOfKey(id)
  assert.equal(first.last_address, '127.0.0.1')
  services.sessions.forget()
  await api.send(supplier.getAll, { query: {} })
  assert.equal((await rowOfKey(id)).last_used_at, first.last_used_at)
})

test('a lost answer is asked for again without another account or key', async () => {
  const client = { client_id: randomUUID() }
  const first = await create(['acts.read'], { ...client, title: 'Повтор' })
  const again = await root.send(calls.superCreateServiceAccount, {
    body: {
      ...client,
      company_id: own.id,
      title: 'Повтор',
      permissions: ['acts.read'],
      expires_on: dayAfter(30),
    },
  })
  assert.deepEqual([again.account.id, again.key], [first.account.id, null])
  const body = { id: first.account.id, client_id: randomUUID(), expires_on: dayAfter(5) }
  const added = await root.send(calls.superAddServiceKey, { body })
  assert.match(added.key!, /^prk_/)
  const repeated = await root.send(calls.superAddServiceKey, { body })
  assert.deepEqual([repeated.key, repeated.account.keys.length], [null, 2])
  const other = { ...body, expires_on: dayAfter(6) }
  assert.equal(
    (await root.refused(calls.superAddServiceKey, { body: other })).code,
    'common.id-reused',
  )
})

test('a term in the past or beyond a year, a fourth living key and an unknown company are refused', async () => {
  const { account } = await create(['acts.read'])
  const add = (expires_on: string) => ({ body: { id: account.id, expires_on } })
  for (const days of [0, 400])
    assert.equal(
      (await root.refused(calls.superAddServiceKey, add(dayAfter(days)))).code,
      'service.bad-expiry',
    )
  await root.send(calls.superAddServiceKey, add(dayAfter(9)))
  await root.send(calls.superAddServiceKey, add(dayAfter(9)))
  const fourth = await root.refused(calls.superAddServiceKey, add(dayAfter(9)))
  assert.equal(fourth.code, 'service.too-many-keys')
  const nowhere = {
    company_id: randomUUID(),
    title: 'Никто',
    permissions: ['acts.read'],
    expires_on: dayAfter(9),
  }
  const refused = await root.refused(calls.superCreateServiceAccount, { body: nowhere })
  assert.equal(refused.code, 'common.not-found')
  const foreign = await own.manager.api.refused(calls.superGetServiceAccounts, {
    query: { companyId: own.id },
  })
  assert.equal(foreign.code, 'access.denied')
})
