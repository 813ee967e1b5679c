import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { ownCompany } from '#contract/company/own-company.ts'
import { actions, type ActionCode } from '#contract/core/actions.ts'
import { files } from '#contract/file/file.ts'
import { report } from '#contract/report/report.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { auth } from '#contract/user/auth.ts'
import { serviceAccounts as calls } from '#contract/user/service-accounts.ts'
import {
  servicePermissionCodes,
  servicePermissions,
  type ServicePermission,
  type ServicePermissionCode,
} from '#contract/user/service-permissions.ts'
import { userAccess } from '#contract/user/user-access.ts'
import { userRights } from '#contract/user/user-rights.ts'
import { user } from '#contract/user/user.ts'
import { makeReport } from '#server/features/report/write/make-report.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { addServiceAccount } from '#test/builders/service-accounts.ts'
import { holdReports } from '#test/support/report-files.ts'
import { openWorld } from '#test/support/world.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { inTransaction } from '../../../db/handle.ts'

const world = await openWorld()
after(() => world.close())
const { services, own, supervisor } = world
const root = supervisor.api

const create = (permissions: ServicePermissionCode[]) => addServiceAccount(world, own, permissions)

test('what a program changes bears its name in the journal and in the record', async () => {
  const { account, api } = await create(['suppliers.write', 'suppliers.read'])
  const body = { type: 'person', last_name: 'Программов', first_name: 'Пётр' } as const
  const answer = await api.send(supplier.create, { body })
  assert.ok('id' in answer)
  const event = await services.q
    .selectFrom('audit_event')
    .where('entity_id', '=', answer.id as string)
    .where('action', '=', 'supplier.create')
    .select(['user_id', 'company_id'])
    .executeTakeFirstOrThrow()
  assert.deepEqual(event, { user_id: account.id, company_id: own.id })
})

test('a program confirms nothing, and what a person confirms is closed to it', async () => {
  const all = await create([...servicePermissionCodes])
  const pin = await all.api.refused(userAccess.checkPCode, { body: { pcode: own.manager.pcode } })
  assert.equal(pin.code, 'access.denied')
  const stopped = await addSupplier(own, { last_name: 'Остановлен' })
  const state = { id: stopped.id, new_status: 'blocked', reason: 'Проверка' }
  const move = await all.api.refused(supplier.setStatus, { body: state })
  assert.equal(move.code, 'access.denied')
  const granted = servicePermissionCodes.flatMap(
    (code) => (servicePermissions[code] as ServicePermission).actions ?? [],
  )
  for (const code of granted as ActionCode[]) assert.equal(actions[code].confirm, 'none', code)
})

test('inside a command a program is read again by its key, and asked for no PIN', async () => {
  const { account, key } = await create(['suppliers.write'])
  const session = (await services.sessions.find(key, true))!
  const db = { ...own.db, caller: { userId: account.id, session } }
  const ask = (confirm?: 'self') =>
    inTransaction(db, (tx) =>
      requireApproval(tx, 'supplier.edit', { entity: 'supplier', ids: [account.id] }, confirm),
    )
  assert.equal(await ask(), null)
  await assert.rejects(ask('self'), { code: 'access.denied' })
  const ended = { revoked_at: new Date().toISOString() }
  await services.q.updateTable('service_key').set(ended).where('user_id', '=', account.id).execute()
  await assert.rejects(ask(), { code: 'auth.required' }, 'the memory of a process decides nothing')
})

test('a program has no password, no card among people, and no row of rights', async () => {
  const { account } = await create(['acts.read'])
  const login = `service-${account.id}`
  for (const password of ['', 'vesy-tara-netto-7'])
    assert.notEqual(
      (
        await world.nobody.raw({
          method: 'POST',
          url: auth.login.path,
          payload: { login, password },
        })
      ).statusCode,
      200,
    )
  const people = await root.send(user.superGetAll, { query: {} })
  assert.ok(people.items.every(({ id }) => id !== account.id))
  const hidden = { id: account.id, version: 1 }
  const pin = { body: { ...hidden, pcode: '583920' } }
  assert.equal((await root.refused(user.superUpdate, pin)).code, 'common.not-found')
  assert.equal((await root.refused(user.updateInfo, pin)).code, 'common.not-found')
  const links = await root.send(user.sendTemporaryLinks, { body: { user_ids: [account.id] } })
  assert.equal(links[0]!.outcome, 'refused')
  const action = await services.q
    .selectFrom('action')
    .where('code', '=', 'act.edit')
    .select('id')
    .executeTakeFirstOrThrow()
  const rows = [{ subject: 'user', subject_code: account.id, allow: true, confirm: 'none' }]
  const body = { company_id: own.id, action_id: action.id, rows }
  assert.equal(
    (await root.refused(userRights.updateActionAccess, { body })).code,
    'common.validation',
  )
})

test('a program orders a report, which is made by its rights, and reads its own file alone', async () => {
  await holdReports(world)
  const { account, api } = await create(['reports', 'acts.read'])
  const params = { call: 'act/getAllActs', columns: ['number'] }
  const body = { type: 'list', params, format: 'csv' } as const
  const { reportId } = await api.send(report.create, { body })
  await makeReport(services, { company_id: own.id, id: reportId })
  const made = await api.send(report.getStatus, { query: { reportId } })
  assert.equal(made.status, 'ready', made.error ?? '')
  await api.send(files.get, { params: { id: made.file_id! } })
  const stranger = await create(['reports'])
  const file = await stranger.api.refused(files.get, { params: { id: made.file_id! } })
  const hidden = await stranger.api.refused(report.getStatus, { query: { reportId } })
  assert.deepEqual([file.code, hidden.code], ['common.not-found', 'common.not-found'])
  const closed = await stranger.api.refused(report.create, { body })
  assert.equal(closed.code, 'access.denied', 'a list that it may not read is no report either')

  const later = await api.send(report.create, { body })
  const change = { id: account.id, version: account.version, permissions: ['reports' as const] }
  await root.send(calls.superUpdateServiceAccount, { body: change })
  await makeReport(services, { company_id: own.id, id: later.reportId })
  const taken = await api.send(report.getStatus, { query: { reportId: later.reportId } })
  assert.equal(taken.status, 'failed', 'a permission that was taken away meanwhile counts')
})

test('a program with the permission of reports opens no picture whose id it came to know', async () => {
  const { api } = await create(['reports'])
  const params = { kind: 'photo', post: 1, camera: 1, taken_at: '2026-01-01T00:00:00Z' } as const
  const photo = await own.operator.api.send(files.save, { query: { params }, body: await jpeg() })
  const refused = await api.refused(files.get, { params: { id: photo.id } })
  assert.equal(refused.code, 'common.not-found')
  await own.operator.api.send(files.get, { params: { id: photo.id } })
})

test('a living key is seen and ended however many keys were made and ended after it', async () => {
  const { account, api } = await create(['company.read'])
  const [living] = account.keys
  await sql`
    insert into service_key (id, user_id, key_hash, hint, created_at, expires_at, revoked_at)
    select gen_random_uuid(), ${account.id}, decode(md5(n::text), 'hex'), 'prk_x', now() + n * interval '1 second',
      now() + interval '1 day', now() from generate_series(1, 60) as n`.execute(services.q)
  const list = await root.send(calls.superGetServiceAccounts, { query: { companyId: own.id } })
  const shown = list.find(({ id }) => id === account.id)!
  assert.ok(shown.keys.some(({ id }) => id === living!.id))
  await root.send(calls.superRevokeServiceKey, { body: { id: account.id, key_id: living!.id } })
  assert.equal((await api.raw({ method: 'GET', url: ownCompany.getOwn.path })).statusCode, 401)
})
