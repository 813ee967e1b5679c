import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { auth } from '#contract/user/auth.ts'
import { user } from '#contract/user/user.ts'
import type { AccessRow } from '#contract/user/user-access.ts'
import { userPreferences } from '#contract/user/user-preferences.ts'
import { userRights } from '#contract/user/user-rights.ts'
import { userSessions } from '#contract/user/user-sessions.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { until } from '#test/support/until.ts'
import { addPerson, openWorld, type Person } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { app, services, own, supervisor, nobody } = world
const root = supervisor.api
const PASSWORD = 'гараж-сирень-самовар-42'

beforeEach(() => services.q.deleteFrom('login_attempt').execute())

const add = (...roles: string[]): Promise<Person> =>
  addPerson(app, services, own.id, `b-${uuidv7().slice(-10)}`, 'USER', roles)
const newcomer = (more: object = {}) => ({
  login: `b-${uuidv7().slice(-10)}`,
  full_name: 'Сменова Вера Ильинична',
  role: 'USER' as const,
  roles: ['OPERATOR' as const],
  ...more,
})

async function linkBy({ api }: Person, id: string): Promise<string> {
  const [sent] = await api.send(user.sendTemporaryLinks, { body: { user_ids: [id] } })
  assert.equal(sent!.outcome, 'link')
  return sent!.url!.split('#')[1]!
}
const use = (token: string) => ({ body: { token, password: PASSWORD } })
const isDead = async (token: string) =>
  (await nobody.refused(auth.updatePasswordWithTempLink, use(token))).code === 'auth.link-invalid'
const versionOf = async (id: string) =>
  (await root.send(user.superGetAll, { query: { filter: { ids: [id] } } })).items[0]!.version

async function giveRight(code: string, rows: AccessRow[]) {
  const action = await services.q
    .selectFrom('action')
    .where('code', '=', code)
    .select('id')
    .executeTakeFirstOrThrow()
  const body = { company_id: own.id, action_id: action.id, rows }
  await root.send(userRights.updateActionAccess, { body })
}
const allow = (subject: 'role' | 'user', subject_code: string): AccessRow => ({
  subject,
  subject_code,
  allow: true,
  confirm: 'none',
  limit: null,
})

test('a link is worth what its maker may do when it is used', async () => {
  const boss = await add('OPERATOR', 'MANAGER')
  const [plain, risen, named, late] = [
    await add('OPERATOR'),
    await add('OPERATOR'),
    await add('OPERATOR'),
    await add('OPERATOR'),
  ]
  await nobody.send(auth.updatePasswordWithTempLink, use(await linkBy(boss, plain.id)))
  const ofRisen = await linkBy(boss, risen.id)
  await root.send(user.superUpdate, {
    body: { id: risen.id, version: await versionOf(risen.id), roles: ['OPERATOR', 'MANAGER'] },
  })
  assert.ok(await isDead(ofRisen), 'the account of a manager')
  const ofNamed = await linkBy(boss, named.id)
  await giveRight('approval.act', [allow('role', 'MANAGER'), allow('user', named.id)])
  assert.ok(await isDead(ofNamed), 'the account of one who confirms acts')
  await giveRight('approval.act', [])
  const ofLate = await linkBy(boss, late.id)
  await root.send(user.superSetStatus, { body: { id: boss.id, new_status: 'blocked' } })
  assert.ok(await isDead(ofLate), 'made by somebody who is blocked')
  await nobody.send(auth.updatePasswordWithTempLink, use(await linkBy(supervisor, late.id)))
})

test('a right that its holders confirm for each other is given by a super administrator alone', async () => {
  const boss = await add('OPERATOR', 'MANAGER')
  const rows = ['MANAGER', 'CASHIER'].map((code) => ({
    ...allow('role', code),
    confirm: 'other' as const,
  }))
  await giveRight('payment.test', rows)
  const body = newcomer({ roles: ['OPERATOR', 'CASHIER'] })
  assert.equal((await boss.api.refused(user.create, { body })).code, 'user.beyond-own-rights')
  await giveRight('payment.test', [])
  await boss.api.send(user.create, { body })
})

test('where the tries of a PIN are used up, a free one is refused like a taken one', async () => {
  const boss = await add('OPERATOR', 'MANAGER')
  const taken = own.manager.pcode
  const create = (pcode: string) => boss.api.refused(user.create, { body: newcomer({ pcode }) })
  for (let n = 0; n < 5; n++) assert.equal((await create(taken)).code, 'pcode.taken')
  assert.equal((await create(taken)).code, 'pcode.locked')
  assert.equal((await create('274916')).code, 'pcode.locked')
  const { id } = await add('OPERATOR')
  const change = { body: { id, version: 1, pcode: '274916' } }
  assert.equal((await boss.api.refused(user.superUpdate, change)).code, 'pcode.locked')
})

test('nobody finds the PINs of others by setting one after another', async () => {
  const boss = await add('OPERATOR', 'MANAGER')
  const worker = await add('OPERATOR')
  const codes: string[] = []
  for (let n = 0; n < 60 && codes.at(-1) !== 'pcode.locked'; n++) {
    const body = { id: worker.id, version: n + 1, pcode: String(140_263 + 37 * n) }
    const answer = await boss.api.raw({ method: 'PUT', url: user.superUpdate.path, payload: body })
    codes.push(answer.statusCode === 200 ? 'done' : answer.json<{ code: string }>().code)
  }
  assert.equal(codes.at(-1), 'pcode.locked')
  assert.ok(codes.filter((code) => code === 'done').length >= 20, 'a shift of new people gets PINs')
  const self = await add('OPERATOR')
  const own_codes: string[] = []
  for (let n = 0; n < 60 && own_codes.at(-1) !== 'pcode.locked'; n++) {
    const body = { id: self.id, version: n + 1, pcode: String(640_263 + 37 * n) }
    const answer = await self.api.raw({ method: 'PUT', url: user.updateInfo.path, payload: body })
    own_codes.push(answer.statusCode === 200 ? 'done' : answer.json<{ code: string }>().code)
  }
  assert.equal(own_codes.at(-1), 'pcode.locked')
})

test('what a manager does to accounts is told to the others, at a screen that each of them has', async () => {
  const [boss, colleague] = [await add('OPERATOR', 'MANAGER'), await add('OPERATOR', 'MANAGER')]
  const told = async ({ api }: Person) =>
    (await api.send(userPreferences.getNotices, { query: {} })).items
      .filter(({ title }) => title.startsWith(`Иванова ${boss.login}`))
      .map(({ title, href }) => `${title.split(': ')[1]} ${href}`)
      .toSorted()
  const { id } = await boss.api.send(user.create, { body: newcomer() })
  await linkBy(boss, id)
  const moved = { body: { id, version: 1, email: 'boss@example.ru', roles: ['OPERATOR' as const] } }
  await boss.api.send(user.superUpdate, moved)
  await boss.api.send(user.superUpdate, { body: { id, version: 2, position: 'Смена' } })
  const expected = (screen: string) =>
    ['выдана ссылка для входа', 'заведён сотрудник', 'изменено (эл. почта)'].map(
      (what) => `${what} ${screen}?card=${id}`,
    )
  assert.deepEqual(await told(colleague), expected('/operator/people'))
  assert.deepEqual(await told(supervisor), expected('/super/accounts'))
  assert.deepEqual(await told(boss), [], 'whoever did it knows')
})

test('a right that was taken while a change waited is not used', async () => {
  const boss = await add('OPERATOR', 'MANAGER')
  const worker = await add('OPERATOR')
  const calls = [
    {
      method: 'PUT' as const,
      url: user.superUpdate.path,
      payload: { id: worker.id, version: 1, position: 'Иная' },
    },
    {
      method: 'PUT' as const,
      url: user.superSetStatus.path,
      payload: { id: worker.id, new_status: 'blocked' },
    },
    {
      method: 'POST' as const,
      url: userSessions.superEndSessions.path,
      payload: { id: worker.id, reason: 'Проверка' },
    },
  ]
  const action = await services.q
    .selectFrom('action')
    .where('code', '=', 'people.manage')
    .select('id')
    .executeTakeFirstOrThrow()
  const waiting = () =>
    sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`
      .execute(services.q)
      .then(({ rows }) => rows[0]!.n)
  const answers = await services.q.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(727004)`.execute(tx)
    await sql`select from app_user where id = ${worker.id} for update`.execute(tx)
    const sent = calls.map((call) => boss.api.raw(call))
    await until(waiting, (n) => n >= calls.length)
    await tx
      .insertInto('action_access')
      .values({
        id: uuidv7(),
        action_id: action.id,
        company_id: own.id,
        subject: 'role',
        subject_code: 'MANAGER',
        allow: false,
        confirm: 'none',
      })
      .execute()
    return { sent }
  })
  const codes = (await Promise.all(answers.sent)).map(
    (answer) => answer.json<{ code: string }>().code,
  )
  assert.deepEqual(codes, ['access.denied', 'access.denied', 'access.denied'])
})
