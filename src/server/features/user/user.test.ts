import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { user } from '#contract/user/user.ts'
import { userAccess } from '#contract/user/user-access.ts'
import type { User } from '#contract/user/user-entities.ts'
import { pcodeProblem } from '#contract/user/pcode.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addPerson, openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, supervisor, services, app } = world

describe('a person’s own record and PIN', () => {
  beforeEach(() => services.q.deleteFrom('login_attempt').execute())

  const find = async (id: string): Promise<User> => {
    const all = await supervisor.api.send(user.superGetAll, {
      query: { filter: { ids: [id] } },
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

  test('a person changes his own phone and e-mail; the version grows and the audit masks them', async () => {
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

  test('own contacts and PIN ask for a sign-in of the last minutes', async () => {
    const person = await fresh()
    const { version } = await find(person.id)
    await age(person.id, 25 * 60)
    for (const change of [
      { phone: '+79990001122' },
      { email: 'b@example.ru' },
      { pcode: '602941' },
    ]) {
      const body = { id: person.id, version, ...change }
      const refusal = await person.api.refused(user.updateInfo, { body })
      assert.deepEqual([refusal.status, refusal.code], [401, 'auth.sign-in-again'])
    }
    await age(person.id, 23 * 60)
    await person.api.send(user.updateInfo, {
      body: { id: person.id, version, phone: '+79990001122' },
    })
  })

  test('nobody changes his own name, a colleague or a person of another company', async () => {
    const [person, colleague] = [await fresh(), await fresh()]
    const send = (body: object) => person.api.refused(user.updateInfo, { body })
    assert.equal(
      (await send({ id: person.id, version: 1, full_name: 'Иной' })).code,
      'access.denied',
    )
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

  test('SUPERVISOR changes many people at once, each row by itself; a PIN that he sets is temporary', async () => {
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

  test('a new PIN invalidates the old one and its approvals', async () => {
    const boss = await fresh(['OPERATOR', 'MANAGER'])
    await own.operator.api.send(userAccess.checkPCode, {
      body: {
        pcode: boss.pcode,
        action: 'act.void',
        object: { entity: 'act', ids: [uuidv7()] },
      },
    })
    await boss.api.send(user.updateInfo, { body: { id: boss.id, version: 1, pcode: '739105' } })
    const old = await own.operator.api.refused(userAccess.checkPCode, {
      body: { pcode: boss.pcode },
    })
    assert.equal(old.code, 'pcode.wrong')
    const open = await services.q
      .selectFrom('approval')
      .where('user_id', '=', boss.id)
      .where('used_at', 'is', null)
      .select('id')
      .execute()
    assert.equal(open.length, 0)
    const now = await own.operator.api.send(userAccess.checkPCode, { body: { pcode: '739105' } })
    assert.equal(now.user.id, boss.id)
  })

  test('asking whether a PIN is taken counts as an attempt to guess it', async () => {
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
    const first = await person.api.send(userAccess.generatePCode)
    assert.equal(pcodeProblem(first.pcode), undefined)
    assert.equal((await person.api.send(userAccess.generatePCode)).pcode, first.pcode)
    assert.notEqual((await own.operator.api.send(userAccess.generatePCode)).pcode, first.pcode)
    assert.deepEqual(await counts(), before)
    assert.equal(
      (await person.api.refused(userAccess.checkPCode, { body: { pcode: first.pcode } })).code,
      'pcode.wrong',
    )
    const body = { id: person.id, version: 1, pcode: first.pcode }
    await person.api.send(user.updateInfo, { body })
    assert.notEqual(
      (await person.api.send(userAccess.generatePCode)).pcode,
      first.pcode,
      'taken now',
    )
    assert.match((await supervisor.api.send(userAccess.generatePCode)).pcode, /^\d{6}$/)
  })

  test('a person gets at most ten proposed PINs in ten minutes, counted for each person', async () => {
    const curious = await fresh()
    for (let n = 0; n < 10; n++) await curious.api.send(userAccess.generatePCode)
    const eleventh = await curious.api.raw({ url: userAccess.generatePCode.path })
    assert.deepEqual([eleventh.statusCode, eleventh.json().code], [429, 'common.too-many'])
    const wait = Number(eleventh.headers['retry-after'])
    assert.ok(wait > 0 && wait <= 600, String(wait))
    await (await fresh()).api.send(userAccess.generatePCode)
  })
})
