import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { userAccess } from '#contract/user/user-access.ts'
import { userRights } from '#contract/user/user-rights.ts'
import { syncActions } from '#server/auth/rights/sync-actions-queries.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, supervisor } = world
const root = supervisor.api

const catalogue = async () => (await root.send(userAccess.getActions, { query: {} })).folders
const folderOf = async (code: string) => (await catalogue()).find((folder) => folder.code === code)!

test('a folder is created once, renamed, moved and removed when it is empty', async () => {
  const body = { client_id: randomUUID(), code: 'yard', title: 'Площадка' }
  const made = await root.send(userRights.updateFolder, { body })
  assert.equal((await root.send(userRights.updateFolder, { body })).id, made.id)
  const reused = { body: { ...body, title: 'Другое' } }
  assert.equal((await root.refused(userRights.updateFolder, reused)).code, 'common.id-reused')
  const acts = await folderOf('acts')
  const moved = await root.send(userRights.updateFolder, {
    body: { id: made.id, version: made.version, title: 'Двор', parent_id: acts.id, order: 3 },
  })
  assert.deepEqual([moved.title, moved.parent_id, moved.order], ['Двор', acts.id, 3])
  const stale = { body: { id: made.id, version: made.version, title: 'Двор' } }
  assert.equal((await root.refused(userRights.updateFolder, stale)).code, 'common.stale')
  const remove = { body: { id: made.id, version: moved.version, remove: true as const } }
  await root.send(userRights.updateFolder, remove)
  assert.equal(await folderOf('yard'), undefined)
  assert.equal((await root.refused(userRights.updateFolder, remove)).code, 'common.not-found')
})

test('a folder with rights is not removed or put into itself, and a code is never reused', async () => {
  const acts = await folderOf('acts')
  const inner = await root.send(userRights.updateFolder, {
    body: { code: 'inner', title: 'Внутри', parent_id: acts.id },
  })
  const change = (more: object) => ({ body: { id: acts.id, version: acts.version, ...more } })
  const code = async (more: object) =>
    (await root.refused(userRights.updateFolder, change(more))).code
  assert.equal(await code({ remove: true }), 'action.folder-not-empty')
  assert.equal(await code({ parent_id: acts.id }), 'action.folder-cycle')
  assert.equal(await code({ parent_id: inner.id }), 'action.folder-cycle')
  assert.equal(await code({ parent_id: randomUUID() }), 'common.validation')
  assert.equal(await code({ code: 'deeds' }), 'common.validation')
  const twice = { body: { code: 'inner', title: 'Ещё раз' } }
  assert.deepEqual(Object.keys((await root.refused(userRights.updateFolder, twice)).fields!), [
    'code',
  ])
})

test('a right is renamed and put into another folder; who holds it stays', async () => {
  const acts = await folderOf('acts')
  const control = await folderOf('control')
  const action = acts.actions.find((each) => each.code === 'act.void')!
  const saved = await root.send(userRights.updateAction, {
    body: { id: action.id, version: action.version, folder_id: control.id, title: 'Отменить акт' },
  })
  assert.deepEqual([saved.folder_id, saved.title], [control.id, 'Отменить акт'])
  const shown = (await folderOf('control')).actions.find((each) => each.id === action.id)!
  assert.deepEqual(shown.access, action.access)
  const again = { body: { id: action.id, version: action.version, title: 'Иначе' } }
  assert.equal((await root.refused(userRights.updateAction, again)).code, 'common.stale')
  const nowhere = { body: { id: action.id, version: saved.version, folder_id: randomUUID() } }
  assert.equal((await root.refused(userRights.updateAction, nowhere)).code, 'common.validation')
  const nothing = { body: { id: randomUUID(), version: 1, title: 'Нет' } }
  assert.equal((await root.refused(userRights.updateAction, nothing)).code, 'common.not-found')
})

test('the catalogue of rights is changed by super administrators alone', async () => {
  for (const { api, refusal } of [
    { ...own.manager, refusal: 'user.beyond-own-rights' },
    { ...own.operator, refusal: 'access.denied' },
  ]) {
    const folder = { body: { code: 'mine', title: 'Моя' } }
    assert.equal((await api.refused(userRights.updateFolder, folder)).code, 'access.denied')
    const access = { body: { company_id: own.id, preset: 'simple' as const } }
    assert.equal((await api.refused(userRights.updateActionAccess, access)).code, refusal)
  }
})

test('a role that a release adds gets its rights of all companies and of those with rows of their own', async () => {
  const { q } = world.services
  const rows = [
    { subject: 'role' as const, subject_code: 'MANAGER', allow: true, confirm: 'none' as const },
  ]
  const { id: action_id } = (await folderOf('reports')).actions.find(
    ({ code }) => code === 'audit.read',
  )!
  await root.send(userRights.updateActionAccess, { body: { company_id: own.id, action_id, rows } })
  await q.deleteFrom('action_access').where('subject_code', '=', 'OWNER').execute()
  await q.deleteFrom('role').where('code', '=', 'OWNER').execute()
  const rowsOf = (code: string) =>
    q
      .selectFrom('action_access as x')
      .innerJoin('action as a', 'a.id', 'x.action_id')
      .where('a.code', '=', code)
      .where('x.subject_code', '=', 'OWNER')
      .select('x.company_id')
      .execute()
  await syncActions(q, true)
  assert.deepEqual(
    (await rowsOf('audit.read')).map((row) => row.company_id).toSorted(),
    [own.id, null].toSorted(),
  )
  assert.equal((await rowsOf('act/getAllActs')).length, 1)
  assert.equal((await rowsOf('payment.register')).length, 0)
  // What SUPERVISOR takes from the role later stays taken.
  await q.deleteFrom('action_access').where('subject_code', '=', 'OWNER').execute()
  await syncActions(q, true)
  assert.equal((await rowsOf('audit.read')).length, 0)
})
