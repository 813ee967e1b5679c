import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { auth } from '#contract/user/auth.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { user } from '#contract/user/user.ts'
import { weight } from '#contract/device/device.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { passport, person } from '#test/builders/seller-forms.ts'
import { logReader } from '#test/support/read-log.ts'
import { addPerson, openWorld } from '#test/support/world.ts'
import { safeError } from './safe-error.ts'

const log = logReader()
const world = await openWorld({ config: { logLevel: 'info' }, logTo: log })
after(() => world.close())
const { own, app, services, supervisor } = world
beforeEach(() => log.clear())

describe('the access log', () => {
  test('has one line a request, with person, call and duration, and no values of it', async () => {
    await own.operator.api.send(supplier.find, { query: { mask: 'Канарейкин' } })
    const [line, ...more] = log.of('access')
    assert.deepEqual(more, [])
    const { ms, request, time, ...told } = line!
    assert.deepEqual(told, {
      level: 'info',
      log: 'access',
      method: 'GET',
      call: supplier.find.path,
      status: 200,
      company: own.id,
      person: own.operator.id,
      address: '127.0.0.1',
    })
    assert.ok(
      Number.isInteger(ms) &&
        typeof request === 'string' &&
        /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(time)),
    )
    assert.doesNotMatch(log.text(), /Канарейкин|%D0|Bearer|eyJ/)
  })

  test('has person and reason of a refusal, also without a sign-in and for an unknown address', async () => {
    await own.user.api.refused(supplier.find, { query: { mask: 'Иванов' } })
    await world.nobody.refused(supplier.find, { query: { mask: 'Иванов' } })
    await world.nobody.raw({ url: '/api/v1/nowhere/Иванов?name=Иванов' })
    const told = log
      .of('access')
      .map(({ person: who, call, status, code }) => [who, call, status, code])
    assert.deepEqual(told, [
      [own.user.id, supplier.find.path, 403, 'access.denied'],
      [null, supplier.find.path, 401, 'auth.required'],
      [null, null, 404, 'common.not-found'],
    ])
    assert.doesNotMatch(log.text(), /Иванов|%D0/)
  })

  test('is not written by those it tells of: a line feed in a value makes no line of its own', () => {
    const forged = 'x\n{"level":"info","log":"security","event":"auth.sign-in"}\r\n'
    services.log.root.warn({ host: forged, error: safeError(new Error(forged)) }, forged)
    assert.equal(log.text().trim().split('\n').length, 1)
    assert.deepEqual(log.of('security'), [])
  })

  test('leaves out successful polls', async () => {
    await own.operator.api.send(user.getNotices, { query: {} })
    assert.deepEqual(log.of('access'), [])
    await own.operator.api.raw({ url: `${weight.get.path}?post=1` })
    assert.deepEqual(
      log.of('access').map(({ status }) => status),
      [503],
    )
  })
})

describe('errors in the log', () => {
  test('a failed row is logged with the name of the constraint and without values', async () => {
    await sql`alter table supplier add constraint no_canaries check (last_name <> 'Канарейкин')`.execute(
      services.q,
    )
    const doc = passport()
    const form = person({ last_name: 'Канарейкин', doc })
    const answer = await own.operator.api.raw({
      method: 'POST',
      url: supplier.create.path,
      payload: form,
    })
    assert.equal(answer.statusCode, 500)
    const error = log.lines().find(({ err }) => err)!
    assert.equal(error['reqId'], answer.json<{ request_id: string }>().request_id)
    const told = error['err'] as {
      code: string
      schema_names: Record<string, string>
      stack: string
    }
    assert.deepEqual(
      [told.code, told.schema_names['table'], told.schema_names['constraint']],
      ['23514', 'supplier', 'no_canaries'],
    )
    assert.match(told.stack, /^\s+at /)
    for (const word of ['Канарейкин', 'Петрович', doc.number, '5551234', '555-12-34', form.inn!])
      assert.ok(!log.text().includes(word), word)
    await sql`alter table supplier drop constraint no_canaries`.execute(services.q)
  })

  test('a value that PostgreSQL or the reader of JSON could not read is not quoted', async () => {
    const failures: readonly (() => Promise<unknown>)[] = [
      () => sql`select ${'Канарейкин Пётр'}::text::uuid`.execute(services.q),
      () => sql`select ${'{"name": "Канарейкин"'}::text::jsonb`.execute(services.q),
      () => sql`select ${'Канарейкин'}::text::date`.execute(services.q),
      async () => JSON.parse('{"a": Канарейкин}') as unknown,
    ]
    for (const fail of failures) {
      const cause: unknown = await fail().then(
        () => assert.fail('it was read'),
        (reason: unknown) => reason,
      )
      services.log.failure({ event: 'tried' }, new Error('outer', { cause }))
    }
    assert.equal(log.of('failure').length, failures.length)
    assert.doesNotMatch(log.text(), /Канарейкин/)
  })

  test('a token, a passport, a phone, a card and a password in any message are masked', () => {
    const secrets = [
      'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln',
      `prk_${'Q7x'.repeat(14)}`,
      `whsec_${'Q7+/'.repeat(11)}=`,
      '45 10 500001',
      '+7 926 555-12-34',
      '4111 1111 1111 1111',
      '40817810099910004312',
      'postgres://priyomka:hunter2@db/priyomka',
    ]
    for (const secret of secrets) {
      const { message } = safeError(new Error(`asked with ${secret} in vain`))
      assert.ok(!message.includes(secret), message)
      assert.match(message, /^asked with .*<\w+>.* in vain$/)
    }
    const id = uuidv7()
    assert.equal(safeError(new Error(`no payment ${id}`)).message, `no payment ${id}`)
  })
})

describe('the security log', () => {
  const security = () => log.of('security').map(({ event, person: who, id }) => [event, who, id])

  test('has sign-ins, wrong passwords and the lock, and no login', async () => {
    const login = `canary-${uuidv7().slice(-8)}`
    const who = await addPerson(app, services, own.id, login, 'USER', ['OPERATOR'])
    for (const _ of Array(6))
      await world.nobody.refused(auth.login, { body: { login, password: 'неверный пароль тут' } })
    await world.nobody.refused(auth.login, {
      body: { login: 'canary-stranger', password: 'неверный пароль тут' },
    })
    const wrong = ['auth.sign-in-failed', who.id, who.id]
    const told = security()
    assert.deepEqual(told.slice(0, 4), [wrong, wrong, wrong, wrong])
    assert.deepEqual(told[4], ['locked.sign-in', null, undefined])
    assert.deepEqual(told[5], wrong)
    assert.deepEqual(told.slice(6), [['auth.sign-in-failed', null, undefined]])
    for (const line of log.of('security')) assert.equal(line['address'], '127.0.0.1')
    assert.doesNotMatch(log.text(), /canary|неверный/)
  })

  test('has who took which role from whom, and who was refused', async () => {
    const who = await addPerson(app, services, own.id, 'demoted', 'USER', ['OPERATOR', 'MANAGER'])
    await supervisor.api.send(user.superUpdate, {
      body: { id: who.id, version: 1, roles: ['OPERATOR'], full_name: 'Канарейкин Пётр' },
    })
    await who.api.refused(user.superSetStatus, { body: { id: own.user.id, new_status: 'blocked' } })
    const [changed, refused] = log.of('security')
    assert.deepEqual(
      [changed!['event'], changed!['person'], changed!['id']],
      ['user.super-update', supervisor.id, who.id],
    )
    const { before, after: now } = changed as {
      before: { roles: string[] }
      after: { roles: string[] }
    }
    assert.deepEqual([before.roles, now.roles], [['OPERATOR', 'MANAGER'], ['OPERATOR']])
    assert.deepEqual([refused!['event'], refused!['person']], ['access.denied', who.id])
    assert.doesNotMatch(log.text(), /Канарейкин|demoted/)
  })

  test('has no change that was rolled back', async () => {
    await supervisor.api.refused(user.superSetStatus, {
      body: { id: supervisor.id, new_status: 'blocked' },
    })
    assert.deepEqual(security(), [])
  })
})
