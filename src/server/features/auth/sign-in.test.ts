import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { auth } from '#contract/user/auth.ts'
import { user } from '#contract/user/user.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { apiOf } from '#test/support/api.ts'
import { addPerson, openWorld, type Person } from '#test/support/world.ts'
import { assertWithin } from '#test/support/promised-speed.ts'

const world = await openWorld()
after(() => world.close())
const { own, services, app, nobody } = world

const PASSWORD = 'четыре рыжих верблюда'
const OTHER = 'семь синих бегемотов'

async function withPassword(password = PASSWORD, companyId: string | null = own.id) {
  const role = companyId === null ? 'SUPERVISOR' : 'USER'
  const login = `p-${uuidv7().slice(-10)}`
  const roles = companyId === null ? [] : ['OPERATOR']
  const person = await addPerson(app, services, companyId, login, role, roles)
  await services.q
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', person.id)
    .execute()
  return person
}

const enter = (login: string, password = PASSWORD) =>
  nobody.send(auth.login, { body: { login, password } })
const denied = async (login: string, password: string) =>
  (await nobody.refused(auth.login, { body: { login, password } })).code
const setUser = (person: Person, values: object) =>
  services.q.updateTable('app_user').set(values).where('id', '=', person.id).execute()

beforeEach(() => services.q.deleteFrom('login_attempt').execute())

test('the right password opens a session and shows the previous sign-in', async () => {
  const person = await withPassword()
  const first = await enter(person.login.toUpperCase())
  assert.equal(first.user.id, person.id)
  assert.equal(first.user.info.company_id, own.id)
  assert.equal(first.user.has_password, undefined, 'only SUPERVISOR is told')
  const who = await apiOf(app, first.token).send(auth.validateJWT)
  assert.equal(who.login, person.login)
  const second = await enter(person.login)
  assert.equal(second.last_sign_in?.address, '127.0.0.1')
  assert.notEqual(second.token, first.token)
})

test('an unknown login and a wrong password have the same answer and cost the same work', async () => {
  const person = await withPassword()
  const unknown = await nobody.refused(auth.login, {
    body: { login: 'nobody-here', password: 'x' },
  })
  const wrong = await nobody.refused(auth.login, { body: { login: person.login, password: 'x' } })
  assert.deepEqual(unknown, wrong)
  assert.deepEqual([wrong.status, wrong.code], [401, 'auth.bad-credentials'])
  const timeOf = async (login: string) => {
    const started = performance.now()
    await denied(login, 'y')
    return performance.now() - started
  }
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let i = 0; i < 4; i++) {
    times.known.push(await timeOf(person.login))
    times.unknown.push(await timeOf(`nobody-${i}`))
  }
  // A skipped hash would make the unknown login at least five times faster (11 ms against 2).
  assertWithin(Math.min(...times.known) / 3, Math.min(...times.unknown), 'an unknown login')
})

test('the reason why a person may not sign in is shown only after the right password', async () => {
  const person = await withPassword()
  for (const status of ['blocked', 'dismissed']) {
    await setUser(person, { status })
    assert.equal(await denied(person.login, PASSWORD), 'auth.blocked')
    assert.equal(await denied(person.login, 'wrong'), 'auth.bad-credentials')
  }
  await setUser(person, { status: 'active' })
  const setCompany = (status: string) =>
    services.q.updateTable('company').set({ status }).where('id', '=', own.id).execute()
  await setCompany('archived')
  assert.equal(await denied(person.login, PASSWORD), 'auth.company-closed')
  await setCompany('suspended')
  await enter(person.login)
  await setCompany('active')
})

test('five wrong passwords lock that login at that address, for the right password too', async () => {
  const [person, neighbour] = [await withPassword(), await withPassword()]
  for (let i = 0; i < 5; i++)
    assert.equal(await denied(person.login, `wrong ${i}`), 'auth.bad-credentials')
  const locked = await nobody.refused(auth.login, {
    body: { login: person.login, password: PASSWORD },
  })
  assert.deepEqual([locked.status, locked.code], [429, 'auth.locked'])
  await enter(neighbour.login)
  const elsewhere = await app.inject({
    method: 'POST',
    url: auth.login.path,
    remoteAddress: '203.0.113.9',
    payload: { login: person.login, password: PASSWORD },
  })
  assert.equal(elsewhere.statusCode, 200, 'nobody can shut a person out from another address')
})

test('of thirty parallel wrong passwords five are checked', async () => {
  const person = await withPassword()
  const codes = await Promise.all(
    Array.from({ length: 30 }, (_, i) => denied(person.login, `w${i}`)),
  )
  assert.equal(codes.filter((code) => code === 'auth.bad-credentials').length, 5)
  assert.equal(codes.filter((code) => code === 'auth.locked').length, 25)
})

test('the lock ends after fifteen minutes, and a right password resets the count', async () => {
  const person = await withPassword()
  for (let i = 0; i < 6; i++) await denied(person.login, 'wrong')
  assert.equal(await denied(person.login, PASSWORD), 'auth.locked')
  await services.q
    .updateTable('login_attempt')
    .set({ locked_until: new Date(Date.now() - 1000).toISOString() })
    .where('locked_until', 'is not', null)
    .execute()
  await enter(person.login)
  for (let i = 0; i < 4; i++)
    assert.equal(await denied(person.login, 'wrong'), 'auth.bad-credentials')
  await enter(person.login)
  for (let i = 0; i < 4; i++)
    assert.equal(await denied(person.login, 'wrong'), 'auth.bad-credentials')
  await enter(person.login)
})

test('a hundred failures of ten logins lock the address, a hundred of one login do not', async () => {
  const person = await withPassword()
  const fill = (logins: number) =>
    services.q
      .updateTable('login_attempt')
      .set({
        failures: 99,
        login_hashes: Array.from({ length: logins }, () => randomBytes(32)),
      })
      .where('key', '=', 'in:127.0.0.1')
      .execute()
  await denied('somebody', 'x')
  await fill(3)
  assert.equal(await denied('somebody-else', 'x'), 'auth.bad-credentials')
  await enter(person.login)
  await fill(10)
  assert.equal(await denied('somebody-third', 'x'), 'auth.bad-credentials')
  assert.equal(await denied(person.login, PASSWORD), 'auth.locked')
})

test('a hundred failures of one login from many addresses notify SUPERVISOR and lock nothing', async () => {
  const person = await withPassword()
  await denied(person.login, 'x')
  const key = `in:${createHash('sha256').update(person.login).digest('hex').slice(0, 32)}`
  await services.q
    .updateTable('login_attempt')
    .set({ failures: 99 })
    .where('key', '=', key)
    .execute()
  await denied(person.login, 'x')
  const notices = await world.supervisor.api.send(user.getNotices)
  assert.ok(
    notices.items.some((n) => n.kind === 'password_guessing' && n.title.includes(person.login)),
  )
  await enter(person.login)
})

test('the sixth sign-in ends the oldest, and signing in with a token attached ends that session', async () => {
  const person = await withPassword()
  await services.q.deleteFrom('session').where('user_id', '=', person.id).execute()
  const tokens: string[] = []
  for (let i = 0; i < 6; i++) tokens.push((await enter(person.login)).token)
  assert.equal((await apiOf(app, tokens[0]).refused(auth.validateJWT)).code, 'auth.required')
  assert.equal((await apiOf(app, tokens[1]).send(auth.getSessions)).length, 5)
  const body = { login: person.login, password: PASSWORD }
  await apiOf(app, tokens[5]).send(auth.login, { body })
  assert.equal((await apiOf(app, tokens[5]).refused(auth.validateJWT)).code, 'auth.required')
})

test('a hash made with weaker parameters is renewed at sign-in', async () => {
  const person = await withPassword()
  const weak = await import('@node-rs/argon2').then(({ hash }) =>
    hash(PASSWORD, { memoryCost: 4096, timeCost: 1, parallelism: 1 }),
  )
  await setUser(person, { password_hash: weak })
  await enter(person.login)
  const row = await services.q
    .selectFrom('app_user')
    .where('id', '=', person.id)
    .select('password_hash')
    .executeTakeFirstOrThrow()
  assert.match(row.password_hash!, /m=19456,t=2/)
  await enter(person.login)
})

test('SUPERVISOR signs in without a company', async () => {
  const person = await withPassword(PASSWORD, null)
  const { user } = await enter(person.login)
  assert.deepEqual(
    [user.info.role, user.info.company_id, user.has_password],
    ['SUPERVISOR', null, true],
  )
})

test('malformed sign-ins are refused and never cause a server error', async () => {
  for (const body of [
    {},
    { login: 'a' },
    { login: ['a'], password: 'b' },
    { login: 'x\u0000y', password: 'b' },
    { login: 'a', password: 'b'.repeat(129) },
    { login: 'a', password: 'b', role: 'SUPERVISOR' },
  ]) {
    const answer = await nobody.raw({ method: 'POST', url: auth.login.path, payload: body })
    assert.equal(answer.statusCode, 400, JSON.stringify(body))
  }
})

const link = async (person: Person, values: object = {}) => {
  const token = randomBytes(32).toString('base64url')
  await services.q
    .insertInto('temporary_link')
    .values({
      id: uuidv7(),
      user_id: person.id,
      purpose: 'set_password',
      token_hash: createHash('sha256').update(token).digest(),
      channel: 'copy',
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      ...values,
    })
    .execute()
  return token
}
const follow = (token: string, password = OTHER) => ({ body: { token, password } })

test('a temporary link sets the password once, activates the invited and ends all sessions', async () => {
  const person = await withPassword()
  await setUser(person, { status: 'invited', password_hash: null })
  const token = await link(person)
  const weak = await nobody.refused(
    auth.updatePasswordWithTempLink,
    follow(token, 'passwordpassword'),
  )
  assert.equal(weak.code, 'auth.weak-password')
  const done = await nobody.send(auth.updatePasswordWithTempLink, follow(token))
  assert.equal(done.login, person.login)
  assert.equal((await person.api.refused(auth.validateJWT)).code, 'auth.required')
  assert.equal((await enter(person.login, OTHER)).user.status, 'active')
  const again = await nobody.refused(auth.updatePasswordWithTempLink, follow(token))
  assert.equal(again.code, 'auth.link-invalid')
})

test('a password set by a link signs in at once where guesses of the previous one had locked the login', async () => {
  const person = await withPassword()
  for (let i = 0; i < 5; i++) await denied(person.login, `wrong ${i}`)
  assert.equal(await denied(person.login, PASSWORD), 'auth.locked')
  await nobody.send(auth.updatePasswordWithTempLink, follow(await link(person)))
  assert.equal((await enter(person.login, OTHER)).user.status, 'active')
})

test('used, expired, revoked and unknown links have the same answer', async () => {
  const person = await withPassword()
  const tokens = [
    await link(person, { status: 'used' }),
    await link(person, { status: 'revoked' }),
    await link(person, { expires_at: new Date(Date.now() - 1000).toISOString() }),
    randomBytes(32).toString('base64url'),
  ]
  const answers = []
  for (const token of tokens)
    answers.push(await nobody.refused(auth.updatePasswordWithTempLink, follow(token)))
  for (const answer of answers) assert.deepEqual(answer, answers[0])
  assert.equal(answers[0]!.code, 'auth.link-invalid')
})

test('of fifty parallel uses of one link one succeeds, and an address has ten attempts a minute', async () => {
  const token = await link(await withPassword())
  const addresses = Array.from({ length: 30 }, (_, i) => `198.51.100.${i}`)
  const answers = await Promise.all(
    [...Array<undefined>(20), ...addresses].map((remoteAddress) =>
      nobody.raw({
        method: 'POST',
        url: auth.updatePasswordWithTempLink.path,
        payload: follow(token).body,
        ...(remoteAddress && { remoteAddress }),
      }),
    ),
  )
  const count = (status: number) => answers.filter((a) => a.statusCode === status).length
  assert.deepEqual([count(200), count(409), count(429)], [1, 39, 10])
})
