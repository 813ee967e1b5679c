import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { auth } from '#contract/user/auth.ts'
import { user } from '#contract/user/user.ts'
import { userPreferences } from '#contract/user/user-preferences.ts'
import { userRights } from '#contract/user/user-rights.ts'
import { userSessions } from '#contract/user/user-sessions.ts'
import { addPerson, openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { app, services, own, other, supervisor, nobody } = world
const boss = own.manager.api
const PASSWORD = 'гараж-сирень-самовар-42'
let made = 0

const newcomer = (more: object = {}) => ({
  login: `own-${++made}`,
  full_name: 'Сменова Вера Ильинична',
  role: 'USER' as const,
  roles: ['OPERATOR' as const],
  ...more,
})
const invite = (more: object = {}) => boss.send(user.create, { body: newcomer(more) })
const saved = (id: string) => boss.send(user.getByCompany, { query: { filter: { ids: [id] } } })

test('a manager invites, changes, blocks and gives links to the people of the own company', async () => {
  const invited = await invite({ pcode: '583921' })
  assert.equal(invited.info.company_id, own.id)
  assert.equal(invited.has_password, false)
  const [sent] = await boss.send(user.sendTemporaryLinks, { body: { user_ids: [invited.id] } })
  assert.equal(sent!.outcome, 'link')
  const token = sent!.url!.split('#')[1]!
  await nobody.send(auth.updatePasswordWithTempLink, { body: { token, password: PASSWORD } })
  await nobody.send(auth.login, { body: { login: invited.login, password: PASSWORD } })
  const [link] = await boss.send(userSessions.superGetLinks, { query: { id: invited.id } })
  assert.equal(link!.state, 'used')
  const [now] = (await saved(invited.id)).items
  const changed = await boss.send(user.superUpdate, {
    body: { id: now!.id, version: now!.version, roles: ['OPERATOR', 'WEIGHER'], position: 'Смена' },
  })
  assert.deepEqual(changed.info.roles, ['OPERATOR', 'WEIGHER'])
  const ended = await boss.send(userSessions.superEndSessions, {
    body: { id: now!.id, reason: 'Потеряно устройство' },
  })
  assert.equal(ended.ended, 1)
  assert.deepEqual(await boss.send(userSessions.superGetSessions, { query: { id: now!.id } }), [])
  const blocked = await boss.send(user.superSetStatus, {
    body: { id: now!.id, new_status: 'blocked' },
  })
  assert.equal(blocked.status, 'blocked')
  const held = await boss.send(userRights.superGetRightHolders, {
    query: { companyId: own.id, userId: now!.id },
  })
  assert.ok(held.some(({ allowed }) => allowed))
})

test('new accounts and links of a manager are told to super administrators', async () => {
  const { items: before } = await supervisor.api.send(userPreferences.getNotices, { query: {} })
  const { id } = await invite({ full_name: 'Новиков Пётр Олегович' })
  await boss.send(user.sendTemporaryLinks, { body: { user_ids: [id] } })
  const { items } = await supervisor.api.send(userPreferences.getNotices, { query: {} })
  const told = items
    .filter((notice) => !before.some((old) => old.id === notice.id))
    .map(({ kind, title }) => `${kind} ${title.split(': ')[1]}`)
  assert.deepEqual(told.toSorted(), [
    'people_changed выдана ссылка для входа',
    'people_changed заведён сотрудник',
  ])
})

test('whoever may confirm for others is appointed by a super administrator alone', async () => {
  const refused = await boss.refused(user.create, {
    body: newcomer({ roles: ['OPERATOR', 'MANAGER'] }),
  })
  assert.equal(refused.code, 'user.beyond-own-rights')
  assert.match(refused.message, /Такие права даёт только администратор платформы: «/)
  const { id } = await invite()
  const [row] = (await saved(id)).items
  const raise = { id, version: row!.version, roles: ['OPERATOR' as const, 'MANAGER' as const] }
  assert.equal(
    (await boss.refused(user.superUpdate, { body: raise })).code,
    'user.beyond-own-rights',
  )
  const second = await addPerson(app, services, own.id, 'second', 'USER', ['OPERATOR', 'MANAGER'])
  const body = { id: second.id, new_status: 'blocked' as const }
  assert.equal((await boss.refused(user.superSetStatus, { body })).code, 'user.beyond-own-rights')
  const link = { body: { user_ids: [second.id] } }
  const [sent] = await boss.send(user.sendTemporaryLinks, link)
  assert.equal(sent!.outcome, 'refused', 'a link would open the account of the other manager')
  assert.match(sent!.message!, /только администратор платформы/)
  const end = { body: { id: second.id, reason: 'Проверка запрета' } }
  assert.equal(
    (await boss.refused(userSessions.superEndSessions, end)).code,
    'user.beyond-own-rights',
  )
})

test('nobody gives a right that is not the own one, nor a larger limit', async () => {
  const action = await services.q
    .selectFrom('action')
    .where('code', '=', 'payment.register')
    .select('id')
    .executeTakeFirstOrThrow()
  const role = (subject_code: string, max_kop?: number) => ({
    subject: 'role' as const,
    subject_code,
    allow: true,
    confirm: 'self' as const,
    limit: max_kop === undefined ? null : { max_kop },
  })
  const lay = (rows: ReturnType<typeof role>[]) =>
    supervisor.api.send(userRights.updateActionAccess, {
      body: { company_id: own.id, action_id: action.id, rows },
    })
  await lay([role('CASHIER')])
  const cashier = { body: newcomer({ roles: ['OPERATOR', 'CASHIER'] }) }
  assert.equal((await boss.refused(user.create, cashier)).code, 'user.beyond-own-rights')
  await lay([role('CASHIER', 200_00), role('MANAGER', 100_00)])
  assert.equal((await boss.refused(user.create, cashier)).code, 'user.beyond-own-rights')
  await lay([role('CASHIER', 50_00), role('MANAGER', 100_00)])
  await boss.send(user.create, cashier)
  await lay([])
})

test('oneself, other companies and the platform are out of a manager’s reach', async () => {
  const self = { body: { id: own.manager.id, version: 1, position: 'Директор' } }
  const stale = await boss.refused(user.superUpdate, self)
  assert.ok(['user.self', 'common.stale'].includes(stale.code), stale.code)
  const me = (await saved(own.manager.id)).items[0]!
  const mine = { body: { id: me.id, version: me.version, roles: ['OPERATOR' as const] } }
  assert.equal((await boss.refused(user.superUpdate, mine)).code, 'user.self')
  for (const id of [other.operator.id, supervisor.id]) {
    const status = { body: { id, new_status: 'blocked' as const } }
    assert.equal((await boss.refused(user.superSetStatus, status)).code, 'common.not-found')
    assert.equal(
      (await boss.refused(user.superUpdate, { body: { id, version: 1, position: 'Х' } })).code,
      'common.not-found',
    )
    for (const call of [userSessions.superGetLinks, userSessions.superGetSessions])
      assert.equal((await boss.refused(call, { query: { id } })).code, 'common.not-found')
    const [sent] = await boss.send(user.sendTemporaryLinks, { body: { user_ids: [id] } })
    assert.equal(sent!.outcome, 'refused')
  }
  for (const place of [{ company_id: other.id }, { role: 'SUPERVISOR', roles: [] }]) {
    const told = await boss.refused(user.create, { body: newcomer(place) })
    assert.ok(['user.beyond-own-rights', 'common.validation'].includes(told.code), told.code)
  }
  const strangers = { query: { companyId: other.id, userId: other.operator.id } }
  assert.equal(
    (await boss.refused(userRights.superGetRightHolders, strangers)).code,
    'common.not-found',
  )
  const supers = { query: { userId: supervisor.id } }
  assert.equal(
    (await boss.refused(userRights.superGetRightHolders, supers)).code,
    'common.not-found',
  )
})

test('whom a super administrator has blocked, no manager lets in again', async () => {
  const { id } = await invite()
  const move = (new_status: 'blocked' | 'invited' | 'dismissed') => ({ body: { id, new_status } })
  await boss.send(user.superSetStatus, move('blocked'))
  await boss.send(user.superSetStatus, move('invited'))
  const above = await supervisor.api.send(user.superSetStatus, move('blocked'))
  assert.equal(above.blocked_by_platform, true)
  const refused = await boss.refused(user.superSetStatus, move('invited'))
  assert.equal(refused.code, 'user.beyond-own-rights')
  assert.match(refused.message, /заблокировал администратор платформы/)
  const back = await supervisor.api.send(user.superSetStatus, move('invited'))
  assert.equal(back.blocked_by_platform, undefined)
  await boss.send(user.superSetStatus, move('blocked'))
  const held = await supervisor.api.send(user.superSetStatus, move('blocked'))
  assert.equal(held.blocked_by_platform, true, 'the block of a manager becomes the own one')
  const kept = await boss.send(user.superSetStatus, move('blocked'))
  assert.equal(kept.blocked_by_platform, true, 'and a manager does not take it back by blocking')
  assert.equal((await boss.refused(user.superSetStatus, move('invited'))).message, refused.message)
  assert.equal((await boss.send(user.superSetStatus, move('dismissed'))).status, 'dismissed')
})

test('a PIN that is taken counts as a try of a PIN', async () => {
  await invite({ pcode: '680417' })
  const taken = () => boss.refused(user.create, { body: newcomer({ pcode: '680417' }) })
  for (let n = 0; n < 5; n++) assert.equal((await taken()).code, 'pcode.taken')
  assert.equal((await taken()).code, 'pcode.locked')
})

test('a manager without the right is refused', async () => {
  await services.q
    .insertInto('action_access')
    .values({
      id: crypto.randomUUID(),
      action_id: (
        await services.q
          .selectFrom('action')
          .where('code', '=', 'people.manage')
          .select('id')
          .executeTakeFirstOrThrow()
      ).id,
      company_id: own.id,
      subject: 'role',
      subject_code: 'MANAGER',
      allow: false,
      confirm: 'none',
    })
    .execute()
  services.sessions.forget()
  assert.equal((await boss.refused(user.create, { body: newcomer() })).code, 'access.denied')
  const [row] = (await saved(own.operator.id)).items
  assert.equal(row!.has_password, undefined)
})
