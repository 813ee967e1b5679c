import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { generateKeyPair, SignJWT } from 'jose'
import { auth } from '#contract/user/auth.ts'
import { userAccess } from '#contract/user/user-access.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { apiOf } from '#test/support/api.ts'
import { addPerson, openWorld, signIn, type Person } from '#test/support/world.ts'
import { until } from '#test/support/until.ts'

const world = await openWorld()
after(() => world.close())
const { own, services, app, nobody } = world

const PASSWORD = 'четыре рыжих верблюда'
const OTHER = 'семь синих бегемотов'

async function operator(roles = ['OPERATOR']): Promise<Person> {
  const login = `s-${uuidv7().slice(-10)}`
  const person = await addPerson(app, services, own.id, login, 'USER', roles)
  await setUser(person, { password_hash: await hashPassword(PASSWORD) })
  return person
}
const setUser = (person: { id: string }, values: object) =>
  services.q.updateTable('app_user').set(values).where('id', '=', person.id).execute()
const again = async (person: Person) => apiOf(app, await signIn(services, person.id))

beforeEach(() => services.q.deleteFrom('login_attempt').execute())

const isDead = async (token: string | undefined) =>
  (await apiOf(app, token).refused(auth.validateJWT)).code === 'auth.required'

test('a forged, foreign, unsigned, expired or unsuitable token is refused', async () => {
  const good = await signIn(services, own.operator.id)
  await apiOf(app, good).send(auth.validateJWT)
  const [head, body, signature] = good.split('.') as [string, string, string]
  const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object
  const foreign = await generateKeyPair('EdDSA', { extractable: true })
  const { privateKey, publicKey, issuer } = services.tokenKeys
  const sign = (change: {
    typ?: string
    iss?: string
    aud?: string
    exp?: number
    key?: unknown
    jti?: string
    header?: object
  }) =>
    new SignJWT({})
      .setProtectedHeader({ alg: 'EdDSA', typ: change.typ ?? 'session+jwt', ...change.header })
      .setSubject(own.operator.id)
      .setJti(change.jti ?? (decode(body) as { jti: string }).jti)
      .setIssuer(change.iss ?? issuer)
      .setAudience(change.aud ?? 'priyomka')
      .setIssuedAt()
      .setExpirationTime(change.exp ?? Math.floor(Date.now() / 1000) + 3600)
      .sign(change.key ?? privateKey)
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const hs = `${json({ alg: 'HS256', typ: 'session+jwt' })}.${body}`
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const { exportJWK } = await import('jose')
  const bad = {
    'alg none': `${json({ alg: 'none', typ: 'session+jwt' })}.${body}.`,
    'alg None': `${json({ alg: 'None', typ: 'session+jwt' })}.${body}.`,
    'alg NONE signed': `${json({ alg: 'NONE', typ: 'session+jwt' })}.${body}.${signature}`,
    stripped: `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    'tampered body': `${head}.${json({ ...decode(body), sub: own.manager.id })}.${signature}`,
    // Not its end: the last byte of an Ed25519 signature is zero one time in sixteen.
    'tampered signature': `${head}.${body}.${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`,
    'HS256 with the public key as PEM': `${hs}.${createHmac('sha256', pem).update(hs).digest('base64url')}`,
    'HS256 with the public key raw': `${hs}.${createHmac('sha256', raw).update(hs).digest('base64url')}`,
    'foreign key': await sign({ key: foreign.privateKey }),
    'foreign key in the header': await sign({
      key: foreign.privateKey,
      header: { jwk: await exportJWK(foreign.publicKey) },
    }),
    'kid as a path': await sign({ key: foreign.privateKey, header: { kid: '../../dev/null' } }),
    expired: await sign({ exp: Math.floor(Date.now() / 1000) - 5 }),
    'device token': await sign({ typ: 'device+jwt' }),
    'no kind': await sign({ typ: 'JWT' }),
    'for an agent': await sign({ aud: 'agent:1' }),
    'of another issuer': await sign({ iss: 'https://elsewhere.example' }),
    'no such session': await sign({ jti: uuidv7() }),
    empty: '',
    garbage: 'a.b.c',
    long: 'x'.repeat(5000),
  }
  for (const [name, token] of Object.entries(bad)) {
    const answer = await nobody.raw({
      method: 'POST',
      url: auth.validateJWT.path,
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(answer.statusCode, 401, name)
    assert.equal(answer.json<{ code: string }>().code, 'auth.required', name)
  }
  assert.ok(await sign({}), 'the maker itself is sound')
  await apiOf(app, await sign({})).send(auth.validateJWT)
  const basic = await nobody.raw({
    method: 'POST',
    url: auth.validateJWT.path,
    headers: { authorization: `Basic ${good}` },
  })
  assert.equal(basic.statusCode, 401)
})

test("a session's token signed for another person is refused", async () => {
  const { signTicket } = await import('#server/auth/tokens.ts')
  const mine = (await own.operator.api.send(auth.getSessions))[0]!
  const exp = Math.floor(Date.now() / 1000) + 600
  const mixed = await signTicket(services.tokenKeys, { jti: mine.id, userId: own.manager.id, exp })
  assert.ok(await isDead(mixed))
})

test('signing out ends the session at once, and signing out again, with a dead token or without one answers 200', async () => {
  const api = await again(own.operator)
  await api.send(auth.validateJWT)
  await api.send(auth.logout)
  assert.ok(await isDead(api.token))
  await api.send(auth.logout)
  await nobody.send(auth.logout)
  await apiOf(app, 'not-a-token').send(auth.logout)
  await own.operator.api.send(auth.validateJWT)
})

test('an idle hour and a passed end close a session, and polling does not keep it open', async () => {
  const person = await operator()
  const past = (column: 'last_used_at' | 'expires_at', minutes: number) =>
    services.q
      .updateTable('session')
      .set({ [column]: new Date(Date.now() - minutes * 60_000).toISOString() })
      .where('user_id', '=', person.id)
      .execute()
  const idle = await again(person)
  await past('last_used_at', 59)
  await idle.send(auth.validateJWT)
  await past('last_used_at', 61)
  services.sessions.forget()
  assert.ok(await isDead(idle.token))
  const ended = await again(person)
  await past('expires_at', 1)
  assert.ok(await isDead(ended.token))
})

test('block, dismissal, a closed company and a lost role count on the next request', async () => {
  const person = await operator()
  const { forgetRights } = await import('#server/auth/forget-rights-queries.ts')
  const { inTransaction } = await import('#server/db/handle.ts')
  const change = (table: 'app_user' | 'company', id: string, values: object) =>
    inTransaction(own.db, async (tx) => {
      await tx.q.updateTable(table).set(values).where('id', '=', id).execute()
      await forgetRights(tx, table === 'company' ? { companyId: id } : { userId: id })
    })
  const pin = { body: { pcode: person.pcode } }
  await person.api.send(userAccess.checkPCode, pin)
  await change('app_user', person.id, { roles: [] })
  assert.equal((await person.api.refused(userAccess.checkPCode, pin)).code, 'access.denied')
  await change('app_user', person.id, { roles: ['OPERATOR'] })
  await person.api.send(userAccess.checkPCode, pin)
  await change('company', own.id, { status: 'suspended' })
  assert.equal((await person.api.refused(userAccess.checkPCode, pin)).code, 'company.suspended')
  await person.api.send(auth.validateJWT)
  await change('company', own.id, { status: 'archived' })
  assert.ok(await isDead(person.api.token))
  await change('company', own.id, { status: 'active' })
  for (const status of ['blocked', 'dismissed']) {
    await change('app_user', person.id, { status: 'active' })
    await person.api.send(auth.validateJWT)
    await change('app_user', person.id, { status })
    assert.ok(await isDead(person.api.token), status)
  }
})

test('a change made by another process takes effect with its notification', async () => {
  const person = await operator()
  const pin = { body: { pcode: person.pcode } }
  await person.api.send(userAccess.checkPCode, pin)
  await setUser(person, { roles: [] })
  const { sql } = await import('kysely')
  const note = JSON.stringify({ userId: person.id })
  await sql`select pg_notify('priyomka_rights', ${note})`.execute(services.q)
  await until(async () => {
    const answer = await person.api.raw({
      method: 'POST',
      url: userAccess.checkPCode.path,
      payload: pin.body,
    })
    return answer.json<{ code?: string }>().code === 'access.denied'
  })
})

const change = (oldOne: string, newOne: string) => ({
  body: { old_password: oldOne, new_password: newOne },
})

test('changing the password ends the other sessions and keeps this one', async () => {
  const person = await operator()
  const elsewhere = await again(person)
  await elsewhere.send(auth.validateJWT)
  await person.api.send(auth.changePassword, change(PASSWORD, OTHER))
  await person.api.send(auth.validateJWT)
  assert.ok(await isDead(elsewhere.token))
  await nobody.send(auth.login, { body: { login: person.login, password: OTHER } })
  const old = await nobody.refused(auth.login, {
    body: { login: person.login, password: PASSWORD },
  })
  assert.equal(old.code, 'auth.bad-credentials')
})

test('a wrong old password is refused and five of them lock', async () => {
  const person = await operator()
  for (let i = 0; i < 5; i++) {
    const refusal = await person.api.refused(auth.changePassword, change(`no ${i}`, OTHER))
    assert.deepEqual([refusal.status, refusal.code], [409, 'auth.wrong-password'])
  }
  const locked = await person.api.refused(auth.changePassword, change(PASSWORD, OTHER))
  assert.equal(locked.code, 'auth.locked')
})

test('a password of 14 characters is too short, of 15 to 128 accepted, of 129 too long', async () => {
  const person = await operator()
  let old = PASSWORD
  const random = (n: number) =>
    Array.from({ length: n }, (_, i) => 'жzУ7 ъ-qЫ9лf'.charAt((i * 7 + (i % 5) * 3) % 12)).join('')
  for (const length of [15, 64, 128]) {
    const next = `${random(length - 12)}рыбахворост!`
    assert.equal(next.length, length)
    await person.api.send(auth.changePassword, change(old, next))
    old = next
  }
  for (const length of [14, 129]) {
    const refusal = await person.api.refused(auth.changePassword, change(old, random(length)))
    assert.equal(refusal.status, 400)
  }
})

test('a guessable, own-name or unchanged new password is refused at its field', async () => {
  const person = await operator()
  for (const next of ['passwordpassword', `${person.login}-2026-!`, 'Ромашка-Ромашка', PASSWORD]) {
    const refusal = await person.api.refused(auth.changePassword, change(PASSWORD, next))
    assert.equal(refusal.code, 'auth.weak-password', next)
    assert.ok(refusal.fields!['new_password'])
  }
})

test('a password of the named list of breached ones is refused at its field', async () => {
  const breached = 'сорок второй квиток под ёлкой'
  const list = path.join(services.config.dataDir, 'breached.txt')
  const hash = createHash('sha1').update(breached).digest('hex').toUpperCase()
  await writeFile(list, `${'0'.repeat(40)}:1\r\n${hash}:2\r\n`)
  Object.assign(services.config, { breachedPasswords: list })
  const { api } = await operator()
  const change = { body: { old_password: PASSWORD, new_password: breached } }
  const refused = await api.refused(auth.changePassword, change)
  assert.deepEqual(refused.fields, { new_password: 'Этот пароль есть в утёкших базах' })
  Object.assign(services.config, { breachedPasswords: undefined })
  await api.send(auth.changePassword, change)
})

test('a person lists and ends his own sessions, and nobody else’s', async () => {
  const person = await operator()
  const [second, third] = [await again(person), await again(person)]
  const rows = await person.api.send(auth.getSessions)
  assert.equal(rows.length, 3)
  assert.equal(rows.filter((row) => row.current).length, 1)
  const strangers = await world.other.operator.api.send(auth.getSessions)
  const foreign = await person.api.send(auth.endSessions, { body: { ids: [strangers[0]!.id] } })
  assert.equal(foreign.ended, 0)
  await world.other.operator.api.send(auth.validateJWT)
  const newest = rows.find((row) => !row.current)!
  assert.equal((await person.api.send(auth.endSessions, { body: { ids: [newest.id] } })).ended, 1)
  assert.equal((await person.api.send(auth.endSessions, { body: {} })).ended, 1)
  assert.ok((await isDead(second.token)) && (await isDead(third.token)))
  await person.api.send(auth.validateJWT)
})

test('calls on sessions and passwords need a session themselves', async () => {
  for (const [call, body] of [
    [auth.validateJWT, undefined],
    [auth.getSessions, undefined],
    [auth.endSessions, {}],
    [auth.changePassword, change(PASSWORD, OTHER).body],
  ] as const) {
    const refusal = await nobody.refused(call, { body })
    assert.deepEqual([refusal.status, refusal.code], [401, 'auth.required'])
  }
})
