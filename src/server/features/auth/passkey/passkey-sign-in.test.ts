import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { auth } from '#contract/user/auth.ts'
import { passkeys } from '#contract/user/passkeys.ts'
import { secondFactor } from '#contract/user/second-factor.ts'
import { user } from '#contract/user/user.ts'
import { userSessions } from '#contract/user/user-sessions.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { openSecondProcess } from '#test/failures/second-process.ts'
import { codeOf } from '#test/authenticator.ts'
import { makeDevice, type Bent, type Device } from '#test/passkey-device.ts'
import { apiOf } from '#test/support/api.ts'
import { addPerson, openWorld, worldPassword, type Person } from '#test/support/world.ts'

const world = await openWorld()
const second = await openSecondProcess(world)
after(async () => {
  await second.close()
  await world.close()
})
const { own, services, app, nobody, supervisor } = world
const { q } = services
const password = worldPassword

beforeEach(() => q.deleteFrom('login_attempt').execute())

interface KeyHolder extends Person {
  readonly device: Device
}

async function holder(algorithm: 'ES256' | 'RS256' = 'ES256'): Promise<KeyHolder> {
  const login = `k-${uuidv7().slice(-10)}`
  const person = await addPerson(app, services, own.id, login, 'USER', ['OPERATOR'])
  const device = makeDevice(algorithm)
  const begun = await person.api.send(passkeys.beginPasskey)
  const body = { ...device.create(begun), ticket: begun.ticket, name: 'Ноутбук' }
  await person.api.send(passkeys.addPasskey, { body })
  return { ...person, device }
}

const begin = () => nobody.send(passkeys.beginPasskeySignIn)
async function answerOf(device: Device, bent?: Bent, login?: string) {
  const asked = await begin()
  const signed = device.sign(asked, bent)
  return { body: { ...signed, ticket: asked.ticket, ...(login !== undefined && { login }) } }
}
const enter = async (device: Device, bent?: Bent) =>
  nobody.send(passkeys.loginByPasskey, await answerOf(device, bent))
const denied = async (device: Device, bent?: Bent, login?: string) =>
  (await nobody.refused(passkeys.loginByPasskey, await answerOf(device, bent, login))).code
const historyOf = async ({ api }: Person) => {
  const rows = await api.send(userSessions.getSignIns)
  return rows.map(({ outcome, way }) => [outcome, way])
}
const titles = async ({ api }: Person) =>
  (await api.send(user.getNotices)).items.map(({ title }) => title)

test('a key of either algorithm signs in without login and password, and the history says so', async () => {
  for (const algorithm of ['ES256', 'RS256'] as const) {
    const person = await holder(algorithm)
    const entered = await enter(person.device)
    assert.equal(entered.user.login, person.login)
    const api = apiOf(app, entered.token)
    await api.send(auth.validateJWT)
    assert.deepEqual((await historyOf({ ...person, api }))[0], ['signed-in', 'passkey'])
    const { passkeys: keys } = await api.send(passkeys.getPasskeys)
    assert.ok(keys[0]!.last_used_at)
  }
})

test('the first process asks, the second lets in', async () => {
  const person = await holder()
  const entered = await second.world.nobody.send(
    passkeys.loginByPasskey,
    await answerOf(person.device),
  )
  assert.equal(entered.user.login, person.login)
})

test('what was signed for another address, by an unverified person, inside a frame or as a new key is refused', async () => {
  const person = await holder()
  const wrong: Bent[] = [
    { origin: 'https://priyomka.example' },
    // The address that the server is reached by is not the one that is configured for keys.
    { origin: 'http://127.0.0.1:8080' },
    { rpId: 'priyomka.example' },
    { challenge: 'A'.repeat(43) },
    { isVerified: false },
    { crossOrigin: true },
    { type: 'webauthn.create' },
    { userHandle: Buffer.alloc(16, 7).toString('base64url') },
  ]
  for (const bent of wrong)
    assert.equal(await denied(person.device, bent), 'passkey.not-accepted', JSON.stringify(bent))
  const { body } = await answerOf(person.device)
  const signature = `${body.signature.slice(0, 20)}AAAA${body.signature.slice(24)}`
  const forged = await nobody.refused(passkeys.loginByPasskey, { body: { ...body, signature } })
  assert.equal(forged.code, 'passkey.not-accepted')
  assert.deepEqual(
    (await historyOf(person)).filter(([outcome]) => outcome === 'wrong-key').length,
    wrong.length + 1,
  )
  await enter(person.device)
})

test('a challenge is good once, for five minutes, and only for the page that asked', async () => {
  const person = await holder()
  const used = await answerOf(person.device)
  await nobody.send(passkeys.loginByPasskey, used)
  const again = await nobody.refused(passkeys.loginByPasskey, used)
  assert.equal(again.code, 'passkey.stale')
  const late = await answerOf(person.device)
  await sql`update passkey_challenge set expires_at = now() - interval '1 second'`.execute(q)
  assert.equal((await nobody.refused(passkeys.loginByPasskey, late)).code, 'passkey.stale')
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from max(expires_at) - now())::float8 as left from passkey_challenge
      where expires_at > now() - interval '1 hour'`.execute(q)
  assert.ok(rows[0]!.left <= 300)
  const own = await answerOf(person.device)
  const other = await begin()
  const stolen = { body: { ...own.body, ticket: other.ticket } }
  assert.equal((await nobody.refused(passkeys.loginByPasskey, stolen)).code, 'passkey.not-accepted')
  // What a signed-in person was asked for while adding a key signs nobody in.
  const adding = await person.api.send(passkeys.beginPasskey)
  const body = { ...person.device.sign(adding), ticket: adding.ticket }
  assert.equal((await nobody.refused(passkeys.loginByPasskey, { body })).code, 'passkey.stale')
})

test('of one answer sent many times at once, to two processes, one signs in', async () => {
  const person = await holder()
  const { body } = await answerOf(person.device)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      (i % 2 === 0 ? world : second.world).app.inject({
        method: 'POST',
        url: passkeys.loginByPasskey.path,
        payload: body,
      }),
    ),
  )
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1)
})

test('a counter that goes back or stands still is refused, and its owner is told', async () => {
  const person = await holder()
  await enter(person.device, { counter: 7 })
  for (const counter of [7, 6, 0])
    assert.equal(await denied(person.device, { counter }), 'passkey.counter')
  assert.ok((await titles(person)).some((title) => title.includes('похоже, его скопировали')))
  assert.deepEqual((await historyOf(person))[0], ['wrong-key', null])
  await enter(person.device, { counter: 8 })
})

test('a device that does not count signs in again and again', async () => {
  const person = await holder()
  await q.updateTable('passkey').set({ counter: 0 }).where('user_id', '=', person.id).execute()
  for (let i = 0; i < 2; i++) await enter(person.device, { counter: 0 })
})

test('a removed key, an unknown one and one under another owner have one answer', async () => {
  const person = await holder()
  const { passkeys: keys } = await person.api.send(passkeys.getPasskeys)
  await person.api.send(passkeys.removePasskey, { body: { id: keys[0]!.id } })
  assert.equal(await denied(person.device), 'passkey.not-accepted')
  assert.equal(await denied(makeDevice(), { userHandle: 'AAAA' }), 'passkey.not-accepted')
  const [one, other] = [await holder(), await holder()]
  const { body } = await answerOf(one.device)
  const swapped = { body: { ...body, id: other.device.id } }
  assert.equal(
    (await nobody.refused(passkeys.loginByPasskey, swapped)).code,
    'passkey.not-accepted',
  )
})

test('a blocked person and one of a closed company are told why, and the key opens nothing', async () => {
  const person = await holder()
  const setStatus = (status: string) =>
    q.updateTable('app_user').set({ status }).where('id', '=', person.id).execute()
  for (const status of ['blocked', 'invited', 'dismissed']) {
    await setStatus(status)
    assert.equal(await denied(person.device), 'auth.blocked')
  }
  await setStatus('active')
  const setCompany = (status: string) =>
    q.updateTable('company').set({ status }).where('id', '=', own.id).execute()
  await setCompany('archived')
  assert.equal(await denied(person.device), 'auth.company-closed')
  await setCompany('active')
  await enter(person.device)
})

test('a login that wrong passwords have locked here is locked for its key, and so is the address', async () => {
  const person = await holder()
  const body = { login: person.login, password: 'wrong' }
  for (let i = 0; i < 5; i++) await nobody.refused(auth.login, { body })
  assert.equal(await denied(person.device), 'auth.locked')
  await q.deleteFrom('login_attempt').execute()
  const answer = await answerOf(person.device)
  await sql`update login_attempt set failures = 200`.execute(q)
  await sql`insert into login_attempt (key, failures, window_start, locked_until)
    values ('in:127.0.0.1', 100, now(), now() + interval '10 minutes')`.execute(q)
  assert.equal((await nobody.refused(passkeys.loginByPasskey, answer)).code, 'auth.locked')
  assert.equal((await nobody.refused(passkeys.beginPasskeySignIn)).code, 'auth.locked')
})

test('a question that nobody answered goes with the next one', async () => {
  for (let i = 0; i < 5; i++) await begin()
  await sql`update passkey_challenge set expires_at = now() - interval '1 second'`.execute(q)
  await begin()
  const rows = await q.selectFrom('passkey_challenge').select('ticket_hash').execute()
  assert.equal(rows.length, 1)
})

test('a flood of questions from one address is refused', async () => {
  for (let i = 0; i < 60; i++) await begin()
  assert.equal((await nobody.refused(passkeys.beginPasskeySignIn)).code, 'common.too-many')
})

test('after the password a key takes the place of the code, if it is this very person', async () => {
  const [person, stranger] = [await holder(), await holder()]
  const { secret } = await person.api.send(secondFactor.beginTotp, { body: { password } })
  await person.api.send(secondFactor.confirmTotp, { body: { otp: await codeOf(secret) } })
  const byPassword = await nobody.refused(auth.login, { body: { login: person.login, password } })
  assert.equal(byPassword.code, 'auth.otp-required')
  assert.equal(await denied(stranger.device, {}, person.login), 'passkey.other-person')
  const entered = await nobody.send(
    passkeys.loginByPasskey,
    await answerOf(person.device, {}, person.login.toUpperCase()),
  )
  assert.equal(entered.user.login, person.login)
})

test('the history tells a password from a code and a recovery code', async () => {
  const person = await holder()
  const enterBy = (otp?: string) =>
    nobody.send(auth.login, { body: { login: person.login, password, ...(otp && { otp }) } })
  await enterBy()
  const { secret } = await person.api.send(secondFactor.beginTotp, { body: { password } })
  const confirm = { body: { otp: await codeOf(secret) } }
  const { recovery_codes } = await person.api.send(secondFactor.confirmTotp, confirm)
  await enterBy(recovery_codes[0])
  await enterBy(await codeOf(secret, 1))
  const ways = (await historyOf(person)).map(([, way]) => way)
  assert.deepEqual(ways.slice(0, 3), ['code', 'recovery', 'password'])
})

test('signing in with a session attached ends that one', async () => {
  const person = await holder()
  await person.api.send(passkeys.loginByPasskey, await answerOf(person.device))
  assert.equal((await person.api.refused(auth.validateJWT)).code, 'auth.required')
})

test('a super administrator sees and removes the keys of another: sessions end, the person is told', async () => {
  const person = await holder()
  const query = { id: person.id }
  const keys = await supervisor.api.send(passkeys.superGetPasskeys, { query })
  assert.deepEqual(
    keys.map(({ name, device }) => [name, device]),
    [['Ноутбук', 'Windows Hello']],
  )
  await supervisor.api.send(passkeys.superRemovePasskeys, {
    body: { id: person.id, proof: 'Лично' },
  })
  assert.equal((await person.api.refused(auth.validateJWT)).code, 'auth.required')
  assert.equal(await denied(person.device), 'passkey.not-accepted')
  const { token } = await nobody.send(auth.login, { body: { login: person.login, password } })
  assert.match((await titles({ ...person, api: apiOf(app, token) }))[0]!, /Администратор удалил/)
  const refused = async (id: string) =>
    (await supervisor.api.refused(passkeys.superRemovePasskeys, { body: { id, proof: 'Лично' } }))
      .code
  assert.equal(await refused(person.id), 'passkey.none')
  assert.equal(await refused(supervisor.id), 'user.self')
  assert.equal(await refused(uuidv7()), 'common.not-found')
  const denial = await own.manager.api.refused(passkeys.superGetPasskeys, { query })
  assert.equal(denial.code, 'access.denied')
})
