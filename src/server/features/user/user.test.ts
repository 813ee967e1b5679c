import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { user } from '#contract/user.ts'
import type { User } from '#contract/user-entities.ts'
import { pcodeProblem } from '#contract/pcode.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addPerson, openWorld } from '#test/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, supervisor, services, app } = world

beforeEach(() => services.q.deleteFrom('login_attempt').execute())

const find = async (id: string): Promise<User> => {
  const all = await supervisor.api.send(user.superGetAll, {
    query: { filter: { ids: [id] } } as never,
  })
  return all.items[0]!
}
const fresh = (roles = ['OPERATOR']) =>
  addPerson(app, services, own.id, `u-${uuidv7().slice(-10)}`, 'USER', roles)
const age = async (userId: string, minutes: number) => {
  await services.q
    .updateTable('session')
    .set({ signed_in_at: new Date(Date.now() - minutes * 60_000).toISOString() })
    .where('user_id', '=', userId)
    .execute()
  services.sessions.forget()
}

test('a person changes his own phone and e-mail; the version moves and the trail hides them', async () => {
  const person = await fresh()
  const { version } = await find(person.id)
  const body = { id: person.id, version, phone: '8 (926) 123-45-67', email: 'a@example.ru' }
  const changed = (await person.api.send(user.updateInfo, { body })) as User
  assert.deepEqual([changed.info.phone, changed.version], ['+79261234567', version + 1])
  const stale = await person.api.refused(user.updateInfo, { body })
  assert.equal(stale.code, 'common.stale')
  const history = await person.api.send(user.getHistory, {
    query: { entity: 'user', entity_id: person.id },
  })
  const phone = history[0]!.changes.find((c) => c.field === 'phone')
  assert.equal(phone?.after, '+7926***4567')
  assert.ok(!JSON.stringify(history).includes('a@example.ru'))
})

test('own contacts and PIN ask for a sign-in of the last ten minutes', async () => {
  const person = await fresh()
  const { version } = await find(person.id)
  await age(person.id, 11)
  for (const change of [
    { phone: '+79990001122' },
    { email: 'b@example.ru' },
    { pcode: '602941' },
  ]) {
    const body = { id: person.id, version, ...change }
    const refusal = await person.api.refused(user.updateInfo, { body })
    assert.deepEqual([refusal.status, refusal.code], [401, 'auth.sign-in-again'])
  }
  await age(person.id, 9)
  await person.api.send(user.updateInfo, {
    body: { id: person.id, version, phone: '+79990001122' },
  })
})

test('nobody changes his own name, a colleague or a stranger', async () => {
  const [person, colleague] = [await fresh(), await fresh()]
  const send = (body: object) => person.api.refused(user.updateInfo, { body: body as never })
  assert.equal((await send({ id: person.id, version: 1, full_name: 'Иной' })).code, 'access.denied')
  assert.equal((await send({ id: colleague.id, version: 1, phone: null })).code, 'access.denied')
  const foreign = await send({ id: other.user.id, version: 1, phone: null })
  const missing = await send({ id: uuidv7(), version: 1, phone: null })
  assert.deepEqual(foreign, missing)
  assert.equal(foreign.code, 'common.not-found')
  assert.equal(
    (await send({ id: person.id, version: 1, role: 'SUPERVISOR' })).code,
    'common.validation',
  )
})

test('SUPERVISOR changes many people at once, each row for itself; a PIN he gives is temporary', async () => {
  const [one, two] = [await fresh(), await fresh()]
  const rows = (await supervisor.api.send(user.updateInfo, {
    body: [
      { id: one.id, version: 1, full_name: 'Сидорова Анна', pcode: '905173' },
      { id: two.id, version: 9, full_name: 'Не выйдет' },
      { id: two.id, version: 1, pcode: '905173' },
      { id: two.id, version: 1, pcode: '123456' },
      { id: uuidv7(), version: 1 },
    ],
  })) as { ok: boolean; code?: string }[]
  assert.deepEqual(
    rows.map((row) => row.code ?? row.ok),
    [true, 'common.stale', 'pcode.taken', 'pcode.weak', 'common.not-found'],
  )
  const changed = await find(one.id)
  assert.deepEqual([changed.info.full_name, changed.pcode_temporary], ['Сидорова Анна', true])
  const own2 = { id: one.id, version: changed.version, pcode: '905174' }
  const after = (await one.api.send(user.updateInfo, { body: own2 })) as User
  assert.equal(after.pcode_temporary, false, 'the owner made it his own')
  const admin = { id: supervisor.id, version: 1, pcode: '905175' }
  assert.equal(
    (await supervisor.api.refused(user.updateInfo, { body: admin })).code,
    'common.validation',
  )
})

test('a new PIN kills the old one and the approvals given with it', async () => {
  const boss = await fresh(['OPERATOR', 'MANAGER'])
  await own.operator.api.send(user.checkPCode, {
    body: {
      pcode: boss.pcode,
      action: 'act.void',
      object: { entity: 'act', ids: [uuidv7()] },
    },
  })
  await boss.api.send(user.updateInfo, { body: { id: boss.id, version: 1, pcode: '739105' } })
  const old = await own.operator.api.refused(user.checkPCode, { body: { pcode: boss.pcode } })
  assert.equal(old.code, 'pcode.wrong')
  const open = await services.q
    .selectFrom('approval')
    .where('user_id', '=', boss.id)
    .where('used_at', 'is', null)
    .select('id')
    .execute()
  assert.equal(open.length, 0)
  const now = await own.operator.api.send(user.checkPCode, { body: { pcode: '739105' } })
  assert.equal(now.user.id, boss.id)
})

test('asking whether a PIN is taken counts as guessing it', async () => {
  const guesser = await fresh()
  const probe = () =>
    guesser.api.refused(user.updateInfo, {
      body: { id: guesser.id, version: 1, pcode: own.manager.pcode },
    })
  for (let i = 0; i < 5; i++) assert.equal((await probe()).code, 'pcode.taken')
  assert.equal((await probe()).code, 'pcode.locked')
})

test('a proposed PIN is repeated within its window, is good, free and not yet in force', async () => {
  const person = await fresh()
  const counts = () =>
    services.q
      .selectFrom('app_user')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirst()
  const before = await counts()
  const first = await person.api.send(user.generatePCode)
  assert.equal(pcodeProblem(first.pcode), undefined)
  assert.equal((await person.api.send(user.generatePCode)).pcode, first.pcode)
  assert.notEqual((await own.operator.api.send(user.generatePCode)).pcode, first.pcode)
  assert.deepEqual(await counts(), before)
  assert.equal(
    (await person.api.refused(user.checkPCode, { body: { pcode: first.pcode } })).code,
    'pcode.wrong',
  )
  const body = { id: person.id, version: 1, pcode: first.pcode }
  await person.api.send(user.updateInfo, { body })
  assert.notEqual((await person.api.send(user.generatePCode)).pcode, first.pcode, 'taken now')
  assert.match((await supervisor.api.send(user.generatePCode)).pcode, /^\d{6}$/)
})

test('a person is proposed ten numbers in ten minutes, a neighbour still has his own ten', async () => {
  const curious = await fresh()
  for (let n = 0; n < 10; n++) await curious.api.send(user.generatePCode)
  const eleventh = await curious.api.raw({ url: user.generatePCode.path })
  assert.deepEqual([eleventh.statusCode, eleventh.json().code], [429, 'common.too-many'])
  const wait = Number(eleventh.headers['retry-after'])
  assert.ok(wait > 0 && wait <= 600, String(wait))
  await (await fresh()).api.send(user.generatePCode)
})

test('a manager lists his own people, SUPERVISOR the named company, an operator nobody', async () => {
  const mine = await own.manager.api.send(user.getByCompany, { query: {} })
  assert.ok(
    mine.items.every((row) => row.info.company_id === own.id && row.has_password === undefined),
  )
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

test('a list goes on by key or by offset without losing or doubling a row, and counts apart', async () => {
  const ids = new Set<string>()
  const page = (filter: object) =>
    supervisor.api.send(user.superGetAll, { query: { filter } as never })
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
  for (const sort of ['login', 'status', 'last_sign_in_at'])
    assert.equal((await page({ sort: [[sort, 'asc']] })).total, total)
  for (const after of [
    'x',
    'created_at,desc,2026-02-30T00:00:00Z,' + own.user.id,
    'created_at,desc,2026-01-01T00:00:00Z,nobody',
    'created_at,asc,2026-01-01T00:00:00Z,' + own.user.id,
    'full_name,asc,А,' + own.user.id,
  ]) {
    const filter = { sort: [['created_at', 'desc']], after } as never
    const refusal = await supervisor.api.refused(user.superGetAll, { query: { filter } })
    assert.equal(refusal.code, 'filter.invalid', after)
  }
})

test('people are found by name, login, role, status and day', async () => {
  const page = async (filter: object) =>
    (await supervisor.api.send(user.superGetAll, { query: { filter } as never })).total
  assert.equal(await page({ search: 'MANAGER-A' }), 1)
  assert.equal(await page({ search: '_' }), 0)
  assert.equal(await page({ role: ['SUPERVISOR'] }), 1)
  assert.ok((await page({ role: ['MANAGER'], company_id: [own.id] })) >= 1)
  assert.equal(await page({ status: ['dismissed'] }), 0)
  assert.equal(await page({ date_to: '2001-01-01' }), 0)
  assert.ok((await page({ date_from: '2001-01-01' })) > 5)
})

test('everybody sees the rights with his own marked, and only SUPERVISOR who else has them', async () => {
  const mine = await own.operator.api.send(user.getActions, { query: {} })
  const of = (answer: typeof mine, code: string) =>
    answer.folders.flatMap((folder) => folder.actions).find((action) => action.code === code)!
  assert.deepEqual(of(mine, 'act.void').mine, { allowed: true, confirm: 'other', limit: null })
  assert.equal(of(mine, 'user.manage').mine.allowed, false)
  assert.ok(mine.folders.every((folder) => folder.actions.every((a) => a.access === undefined)))
  const all = await supervisor.api.send(user.getActions, { query: {} })
  assert.deepEqual(
    of(all, 'payment.register')
      .access!.map((row) => row.subject_code)
      .toSorted(),
    ['MANAGER', 'OPERATOR'],
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
  const inForce = await supervisor.api.send(user.getActions, { query })
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
  const now = await own.manager.api.send(user.getActions, { query })
  assert.deepEqual(of(now, 'act.void').mine, {
    allowed: true,
    confirm: 'self',
    limit: { max_kop: 5000 },
  })
  const foreign = { query: { companyId: other.id } }
  assert.equal((await own.manager.api.refused(user.getActions, foreign)).code, 'common.not-found')
  const roles = await supervisor.api.send(user.superGetRoles)
  assert.ok(roles.some((role) => role.code === 'WEIGHER' && role.title === 'Весовщик'))
})

test('a person keeps settings for himself, a manager for the company, and a stranger sees none', async () => {
  const put = (person: typeof own.manager, body: object) =>
    person.api.send(user.updatePreference, { body: body as never })
  const key = 'list.acts'
  const first = await put(own.operator, { key, scope: 'user', value: { columns: ['a'] } })
  assert.equal(first!.version, 1)
  const second = await put(own.operator, { key, scope: 'user', value: [1], version: 1 })
  assert.equal(second!.version, 2)
  const stale = await own.operator.api.refused(user.updatePreference, {
    body: { key, scope: 'user', value: 0, version: 1 },
  })
  assert.equal(stale.code, 'common.stale')
  await put(own.manager, { key, scope: 'company', value: 'shared' })
  const denied = await own.operator.api.refused(user.updatePreference, {
    body: { key, scope: 'company', value: 'x' },
  })
  assert.equal(denied.code, 'access.denied')
  const seen = await own.operator.api.send(user.getPreferences)
  assert.deepEqual(
    seen.map((row) => [row.scope, row.value]),
    [
      ['company', 'shared'],
      ['user', [1]],
    ],
  )
  assert.deepEqual(await other.operator.api.send(user.getPreferences), [])
  assert.deepEqual(await supervisor.api.send(user.getPreferences), [])
  assert.equal(await put(own.operator, { key, scope: 'user', value: null }), null)
  assert.equal((await own.operator.api.send(user.getPreferences)).length, 1)
  await put(supervisor, { key, scope: 'user', value: true })
  assert.equal((await supervisor.api.send(user.getPreferences)).length, 1)
})

test('two hundred settings are enough for one person', async () => {
  const person = await fresh()
  await services.q
    .insertInto('preference')
    .values(
      Array.from({ length: 200 }, (_, i) => ({
        company_id: own.id,
        id: uuidv7(),
        scope: 'user',
        user_id: person.id,
        key: `k.${i}`,
        value: 'true',
      })),
    )
    .execute()
  const body = { scope: 'user' as const, value: 1 }
  const more = await person.api.refused(user.updatePreference, { body: { ...body, key: 'k.new' } })
  assert.equal(more.code, 'preference.too-many')
  await person.api.send(user.updatePreference, { body: { ...body, key: 'k.7' } })
})

test('notices are one’s own, counted while unread, and read up to a moment', async () => {
  const person = await fresh()
  const notice = (minutesAgo: number) => ({
    company_id: own.id,
    id: uuidv7(),
    user_id: person.id,
    kind: 'report_ready',
    title: 'Отчёт готов',
    href: '/operator/reports',
    at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  })
  await services.q
    .insertInto('notice')
    .values([notice(30), notice(20), notice(0)])
    .execute()
  const until = new Date(Date.now() - 10 * 60_000).toISOString()
  const before = await person.api.send(user.getNotices)
  assert.equal((before.totals as { unread: number }).unread, 3)
  await person.api.send(user.readNotices, { body: { until } })
  const after = await person.api.send(user.getNotices)
  assert.equal((after.totals as { unread: number }).unread, 1)
  assert.equal(after.items.filter((row) => row.read_at === null).length, 1)
  const left = await person.api.send(user.getNotices, {
    query: { filter: { unread: true, kind: ['report_ready'] } },
  })
  assert.equal(left.total, 1)
  assert.equal((await own.user.api.send(user.getNotices)).total, 0)
})

test('history of a stranger’s record looks like that of a missing one, and private doings have none', async () => {
  const ask = (person: typeof own.manager, entity: string, entity_id: string) =>
    person.api.refused(user.getHistory, { query: { entity, entity_id } as never })
  const foreign = await ask(other.manager, 'user', own.operator.id)
  assert.deepEqual(foreign, await ask(other.manager, 'user', uuidv7()))
  assert.equal((await ask(own.operator, 'user', own.manager.id)).code, 'access.denied')
  assert.equal((await ask(own.user, 'act', uuidv7())).code, 'access.denied')
  assert.equal((await ask(own.manager, 'session', uuidv7())).code, 'common.not-found')
})

test('of no companies at all nobody is listed', async () => {
  const query = { filter: { company_id: [] } } as never
  assert.deepEqual((await supervisor.api.send(user.superGetAll, { query })).items, [])
})
