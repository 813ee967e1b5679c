import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { auth } from '#contract/user/auth.ts'
import { company } from '#contract/company/company.ts'
import { passkeys } from '#contract/user/passkeys.ts'
import { secondFactor } from '#contract/user/second-factor.ts'
import { user } from '#contract/user/user.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { codeOf } from '#test/authenticator.ts'
import { makeDevice, type Bent, type Device } from '#test/passkey-device.ts'
import { apiOf, type Api } from '#test/support/api.ts'
import { until } from '#test/support/until.ts'
import { addPerson, openWorld, worldPassword, type Person } from '#test/support/world.ts'

const world = await openWorld({ config: { secondFactor: 'super' } })
after(() => world.close())
const { own, other, services, app, nobody } = world
const { q } = services
const password = worldPassword

beforeEach(() => q.deleteFrom('login_attempt').execute())

const somebody = (companyId: string | null = own.id): Promise<Person> =>
  addPerson(
    app,
    services,
    companyId,
    `p-${uuidv7().slice(-10)}`,
    companyId === null ? 'SUPERVISOR' : 'USER',
    [],
  )

async function madeBy(api: Api, device: Device, bent?: Bent, name = 'Рабочий компьютер') {
  const begun = await api.send(passkeys.beginPasskey)
  return { body: { ...device.create(begun, bent), ticket: begun.ticket, name } }
}
const add = async (api: Api, device = makeDevice(), name?: string) =>
  api.send(passkeys.addPasskey, await madeBy(api, device, {}, name))
const notAdded = async (api: Api, device: Device, bent?: Bent) =>
  (await api.refused(passkeys.addPasskey, await madeBy(api, device, bent))).code
const listOf = async (api: Api) => (await api.send(passkeys.getPasskeys)).passkeys
async function enter(device: Device) {
  const asked = await nobody.send(passkeys.beginPasskeySignIn)
  return nobody.send(passkeys.loginByPasskey, {
    body: { ...device.sign(asked), ticket: asked.ticket },
  })
}
const growOld = ({ id }: Person) =>
  q
    .updateTable('session')
    .set({ signed_in_at: new Date(Date.now() - 25 * 3_600_000).toISOString() })
    .where('user_id', '=', id)
    .execute()
    .then(() => services.sessions.forget())

const isSomebodyWaiting = async () =>
  (await sql`select from pg_locks where not granted`.execute(q)).rows.length > 0

test('a person adds a key, sees what holds it, renames and removes it; all of it is in the journal', async () => {
  const person = await somebody()
  const { api } = person
  assert.deepEqual(await api.send(passkeys.getPasskeys), {
    address: 'http://localhost:8080',
    passkeys: [],
  })
  const begun = await api.send(passkeys.beginPasskey)
  assert.deepEqual([begun.rp_id, begun.address], ['localhost', 'http://localhost:8080'])
  const key = await add(api)
  assert.deepEqual(
    [key.name, key.device, key.last_used_at],
    ['Рабочий компьютер', 'Windows Hello', null],
  )
  const { items } = await api.send(user.getNotices)
  assert.match(items[0]!.title, /^Добавлен ключ входа «Рабочий компьютер»: если это не вы/)
  const body = { id: key.id, version: key.version, name: 'Весовая' }
  assert.equal((await api.send(passkeys.updatePasskey, { body })).name, 'Весовая')
  assert.equal((await api.refused(passkeys.updatePasskey, { body })).code, 'common.stale')
  await api.send(passkeys.removePasskey, { body: { id: key.id } })
  assert.deepEqual(await listOf(api), [])
  const rows = await q
    .selectFrom('audit_event')
    .where('entity_id', '=', key.id)
    .orderBy('seq')
    .select('action')
    .execute()
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['auth.passkey-add', 'auth.passkey-rename', 'auth.passkey-remove'],
  )
})

test('a key of another person does not exist', async () => {
  const [person, colleague] = [await somebody(), await somebody()]
  const foreign = await somebody(other.id)
  const { id, version } = await add(person.api)
  for (const { api } of [colleague, foreign]) {
    const removed = await api.refused(passkeys.removePasskey, { body: { id } })
    const renamed = await api.refused(passkeys.updatePasskey, {
      body: { id, version, name: 'Мой' },
    })
    assert.deepEqual([removed.code, renamed.code], ['common.not-found', 'common.not-found'])
    assert.deepEqual(await listOf(api), [])
  }
  assert.equal((await listOf(person.api)).length, 1)
})

test('adding and removing ask for a fresh sign-in', async () => {
  const person = await somebody()
  const { id } = await add(person.api)
  await growOld(person)
  const begun = await person.api.refused(passkeys.beginPasskey)
  const removed = await person.api.refused(passkeys.removePasskey, { body: { id } })
  assert.deepEqual([begun.code, removed.code], ['auth.sign-in-again', 'auth.sign-in-again'])
})

test('an answer of another address, without verification or with certificates is not added', async () => {
  const { api } = await somebody()
  const wrong: Bent[] = [
    { origin: 'https://priyomka.example' },
    { rpId: 'priyomka.example' },
    { challenge: 'A'.repeat(43) },
    { isVerified: false },
    { crossOrigin: true },
    { type: 'webauthn.get' },
    { certificates: [Buffer.from('certificate')] },
  ]
  for (const bent of wrong)
    assert.equal(await notAdded(api, makeDevice(), bent), 'passkey.not-added', JSON.stringify(bent))
  const made = await madeBy(api, makeDevice())
  const body = { ...made.body, id: makeDevice().id }
  assert.equal((await api.refused(passkeys.addPasskey, { body })).code, 'passkey.not-added')
  const garbage = { ...(await madeBy(api, makeDevice())).body, attestation: 'AAAA' }
  const refused = await api.refused(passkeys.addPasskey, { body: garbage })
  assert.equal(refused.code, 'passkey.not-added')
  assert.deepEqual(await listOf(api), [])
})

test('what was asked for is good once and for the session that asked', async () => {
  const [person, colleague] = [await somebody(), await somebody()]
  const made = await madeBy(person.api, makeDevice())
  const stolen = await colleague.api.refused(passkeys.addPasskey, made)
  assert.equal(stolen.code, 'passkey.stale')
  await person.api.send(passkeys.addPasskey, made)
  assert.equal((await person.api.refused(passkeys.addPasskey, made)).code, 'passkey.stale')
  const late = await madeBy(person.api, makeDevice())
  await q
    .updateTable('passkey_challenge')
    .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
    .execute()
  assert.equal((await person.api.refused(passkeys.addPasskey, late)).code, 'passkey.stale')
})

test('a key is added once, whose ever it is', async () => {
  const [person, colleague] = [await somebody(), await somebody()]
  const device = makeDevice()
  await add(person.api, device)
  const begun = await person.api.send(passkeys.beginPasskey)
  assert.deepEqual(begun.known, [device.id])
  for (const { api } of [person, colleague])
    assert.equal(await notAdded(api, device), 'passkey.known')
})

test('a person has ten keys at most', async () => {
  const { api } = await somebody()
  const last = await madeBy(api, makeDevice())
  for (let i = 0; i < 10; i++) await add(api)
  assert.equal((await api.refused(passkeys.beginPasskey)).code, 'passkey.too-many')
  assert.equal((await api.refused(passkeys.addPasskey, last)).code, 'passkey.too-many')
})

test('where a second factor is required, a key is both: everything is open after it, and the password alone is not enough', async () => {
  const chief = await somebody(null)
  const list = { query: { filter: {} } }
  assert.equal((await chief.api.refused(company.getAll, list)).code, 'access.second-factor')
  assert.equal((await chief.api.refused(passkeys.beginPasskey)).code, 'access.second-factor')
  const { secret } = await chief.api.send(secondFactor.beginTotp, { body: { password } })
  const otp = await codeOf(secret)
  const { recovery_codes } = await chief.api.send(secondFactor.confirmTotp, { body: { otp } })
  const device = makeDevice()
  await add(chief.api, device)
  await chief.api.send(secondFactor.endTotp, { body: { password, otp: recovery_codes[0]! } })
  const { token, user: entered } = await enter(device)
  assert.equal(entered.second_factor_needed, undefined)
  const api = apiOf(app, token)
  assert.equal((await api.send(auth.validateJWT)).second_factor_needed, undefined)
  await api.send(company.getAll, list)
  const body = { login: chief.login, password }
  assert.equal((await nobody.refused(auth.login, { body })).code, 'auth.key-required')
  const [key] = await listOf(api)
  await api.send(passkeys.removePasskey, { body: { id: key!.id } })
  const again = await nobody.send(auth.login, { body })
  assert.equal(again.user.second_factor_needed, true)
})

test('removing a key ends the other sessions that a key has opened', async () => {
  const person = await somebody()
  const device = makeDevice()
  const { id } = await add(person.api, device)
  const thief = apiOf(app, (await enter(device)).token)
  await thief.send(passkeys.getPasskeys)
  await person.api.send(passkeys.removePasskey, { body: { id } })
  assert.equal((await thief.refused(passkeys.getPasskeys)).code, 'auth.required')
  assert.deepEqual(await listOf(person.api), [])
})

test('a session that ends while its key is on the way adds none', async () => {
  const person = await somebody()
  const made = await madeBy(person.api, makeDevice())
  const { sent } = await q.transaction().execute(async (tx) => {
    await sql`select from app_user where id = ${person.id} for update`.execute(tx)
    const answer = person.api.refused(passkeys.addPasskey, made)
    await until(() => isSomebodyWaiting())
    await tx
      .updateTable('session')
      .set({ revoked_at: sql`now()` })
      .where('user_id', '=', person.id)
      .execute()
    return { sent: answer }
  })
  assert.equal((await sent).code, 'auth.required')
  const keys = await q.selectFrom('passkey').where('user_id', '=', person.id).select('id').execute()
  assert.deepEqual(keys, [])
})
