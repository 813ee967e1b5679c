import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { auth } from '#contract/user/auth.ts'
import { secondFactor } from '#contract/user/second-factor.ts'
import { user } from '#contract/user/user.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { apiOf, type Api } from '#test/support/api.ts'
import { codeOf, wrongCode } from '#test/authenticator.ts'
import { addPerson, openWorld, signIn, worldPassword, type Person } from '#test/support/world.ts'

const OF_136_BITS = /^([A-Z2-7]{4}-){6}[A-Z2-7]{4}$/
const world = await openWorld()
after(() => world.close())
const { own, services, app, nobody, supervisor } = world

beforeEach(() => services.q.deleteFrom('login_attempt').execute())

const password = worldPassword

function somebody(companyId: string | null = own.id): Promise<Person> {
  const login = `f-${uuidv7().slice(-10)}`
  if (companyId === null) return addPerson(app, services, null, login, 'SUPERVISOR', [])
  return addPerson(app, services, companyId, login, 'USER', ['OPERATOR'])
}

interface Enrolled extends Person {
  readonly secret: string
  readonly recovery: readonly string[]
}

async function enrolled(companyId: string | null = own.id): Promise<Enrolled> {
  const person = await somebody(companyId)
  const { secret } = await person.api.send(secondFactor.beginTotp, { body: { password } })
  const body = { otp: await codeOf(secret) }
  const { recovery_codes } = await person.api.send(secondFactor.confirmTotp, { body })
  await letTimePass(person)
  return { ...person, secret, recovery: recovery_codes }
}

/** As if half a minute had gone by: the code of now has not been used. */
const letTimePass = ({ id }: Person) =>
  services.q
    .updateTable('second_factor')
    .set({ used_steps: [] })
    .where('user_id', '=', id)
    .execute()
const enter = (person: Person, otp?: string) =>
  nobody.send(auth.login, { body: { login: person.login, password, ...(otp && { otp }) } })
const denied = async (person: Person, otp?: string, given = password, api: Api = nobody) => {
  const body = { login: person.login, password: given, ...(otp && { otp }) }
  return (await api.refused(auth.login, { body })).code
}
const reset = (id: string) => ({ body: { id, proof: 'Лично' } })
const titles = async (person: Person) => {
  const { items } = await person.api.send(user.getNotices)
  return items.map(({ title }) => title)
}

test('a person enrols: the secret is shown as text and picture, and is in force after its first code', async () => {
  const person = await somebody()
  assert.equal((await person.api.send(secondFactor.getSecondFactor)).since, null)
  const begun = await person.api.send(secondFactor.beginTotp, { body: { password } })
  assert.match(begun.secret, /^[A-Z2-7]{32}$/)
  assert.match(begun.qr_svg, /^<svg /)
  await enter(person)
  const elsewhere = apiOf(app, await signIn(services, person.id))
  const body = { otp: await codeOf(begun.secret) }
  const { recovery_codes } = await person.api.send(secondFactor.confirmTotp, { body })
  assert.equal(new Set(recovery_codes.filter((one) => OF_136_BITS.test(one))).size, 10)
  const state = await person.api.send(secondFactor.getSecondFactor)
  assert.ok(state.since)
  assert.equal(state.recovery_left, 10)
  assert.equal((await person.api.send(auth.validateJWT)).has_second_factor, true)
  assert.equal((await elsewhere.refused(auth.validateJWT)).code, 'auth.required')
  const again = await person.api.refused(secondFactor.beginTotp, { body: { password } })
  assert.equal(again.code, 'auth.otp-on')
  assert.equal((await person.api.refused(secondFactor.confirmTotp, { body })).code, 'auth.otp-on')
})

test('what is stored opens nothing: the secret is sealed, recovery codes are hashes', async () => {
  const person = await enrolled()
  const stored = JSON.stringify([
    await services.q.selectFrom('second_factor').selectAll().execute(),
    await services.q.selectFrom('recovery_code').selectAll().execute(),
    await services.q.selectFrom('audit_event').selectAll().execute(),
  ])
  assert.ok(!stored.includes(person.secret))
  for (const code of person.recovery) assert.ok(!stored.includes(code.replaceAll('-', '')))
})

test('enrolment needs the password, a fresh secret and a code of that very secret', async () => {
  const person = await somebody()
  const begin = (given = password) => ({ body: { password: given } })
  const wrong = await person.api.refused(secondFactor.beginTotp, begin('wrong'))
  assert.equal(wrong.code, 'auth.wrong-password')
  const confirm = async (otp: string) =>
    (await person.api.refused(secondFactor.confirmTotp, { body: { otp } })).code
  assert.equal(await confirm('123456'), 'auth.otp-not-begun')
  const former = await person.api.send(secondFactor.beginTotp, begin())
  const { secret } = await person.api.send(secondFactor.beginTotp, begin())
  assert.equal(await confirm(await codeOf(former.secret)), 'auth.wrong-otp')
  await services.q
    .updateTable('second_factor')
    .set({ created_at: new Date(Date.now() - 16 * 60_000).toISOString() })
    .where('user_id', '=', person.id)
    .execute()
  assert.equal(await confirm(await codeOf(secret)), 'auth.otp-not-begun')
  await enter(person)
})

test('sign-in asks for the code after the right password only', async () => {
  const person = await enrolled()
  assert.equal(await denied(person), 'auth.otp-required')
  assert.equal(await denied(person, undefined, 'wrong'), 'auth.bad-credentials')
  assert.equal(await denied(person, await codeOf(person.secret), 'wrong'), 'auth.bad-credentials')
  assert.equal(await denied(person, await wrongCode(person.secret)), 'auth.wrong-otp')
  const { token } = await enter(person, await codeOf(person.secret))
  await apiOf(app, token).send(auth.validateJWT)
})

test('a code is good once, a minute around its time, also typed with a space', async () => {
  const person = await enrolled()
  const code = await codeOf(person.secret)
  await enter(person, `${code.slice(0, 3)} ${code.slice(3)}`)
  assert.equal(await denied(person, code), 'auth.wrong-otp')
  await enter(person, await codeOf(person.secret, 1))
  for (const steps of [-3, 3])
    assert.equal(await denied(person, await codeOf(person.secret, steps)), 'auth.wrong-otp')
})

test('the code that confirmed the enrolment does not sign in as well', async () => {
  const person = await somebody()
  const { secret } = await person.api.send(secondFactor.beginTotp, { body: { password } })
  const otp = await codeOf(secret)
  await person.api.send(secondFactor.confirmTotp, { body: { otp } })
  assert.equal(await denied(person, otp), 'auth.wrong-otp')
})

test('without a second factor a code at sign-in is not asked for and does not matter', async () => {
  await enter(await somebody(), '123456')
})

test('wrong codes and wrong passwords share one count, and a right password wipes nothing', async () => {
  const person = await enrolled()
  for (let i = 0; i < 3; i++) {
    assert.equal(await denied(person, await wrongCode(person.secret)), 'auth.wrong-otp')
    assert.equal(await denied(person), 'auth.otp-required')
  }
  for (let i = 0; i < 2; i++)
    assert.equal(await denied(person, undefined, 'wrong'), 'auth.bad-credentials')
  assert.equal(await denied(person), 'auth.locked')
  assert.equal(await denied(person, await codeOf(person.secret)), 'auth.locked')
})

test('five wrong codes over any addresses lock codes, not recovery codes, and are told', async () => {
  const person = await enrolled()
  const from = async (address: string, otp: string) => {
    const payload = { login: person.login, password, otp }
    const answer = await app.inject({
      method: 'POST',
      url: auth.login.path,
      remoteAddress: address,
      payload,
    })
    return answer.json<{ code?: string }>().code ?? 'entered'
  }
  const bad = await wrongCode(person.secret)
  for (let i = 1; i <= 5; i++) assert.equal(await from(`203.0.113.${i}`, bad), 'auth.wrong-otp')
  assert.equal(await from('203.0.113.6', await codeOf(person.secret)), 'auth.locked')
  assert.equal(await from('203.0.113.7', person.recovery[0]!), 'entered')
  assert.ok((await titles(person)).some((title) => title.includes('Пять неверных кодов')))
  assert.ok((await titles(supervisor)).some((title) => title.includes(person.login)))
})

test('each recovery code signs in once, typed as it comes, and its owner is told', async () => {
  const person = await enrolled()
  const [first, second] = person.recovery as [string, string]
  await enter(person, first)
  assert.equal(await denied(person, first), 'auth.wrong-otp')
  const { token } = await enter(person, ` ${second.toLowerCase().replaceAll('-', '')} `)
  const api = apiOf(app, token)
  assert.equal((await api.send(secondFactor.getSecondFactor)).recovery_left, 8)
  assert.ok((await titles({ ...person, api })).includes('Вход по запасному коду, осталось: 8'))
  const stranger = await enrolled()
  assert.equal(await denied(stranger, person.recovery[2]), 'auth.wrong-otp')
})

test('new recovery codes need both factors and replace the former ones', async () => {
  const person = await enrolled()
  const renew = async (body: { password: string; otp: string }) =>
    (await person.api.refused(secondFactor.renewRecoveryCodes, { body })).code
  const otp = await codeOf(person.secret)
  assert.equal(await renew({ password: 'wrong', otp }), 'auth.wrong-password')
  assert.equal(await renew({ password, otp: await wrongCode(person.secret) }), 'auth.wrong-otp')
  const body = { password, otp }
  const { recovery_codes } = await person.api.send(secondFactor.renewRecoveryCodes, { body })
  assert.equal(recovery_codes.filter((code) => person.recovery.includes(code)).length, 0)
  assert.equal(await denied(person, person.recovery[0]), 'auth.wrong-otp')
  await enter(person, recovery_codes[0])
  const without = await (await somebody()).api.refused(secondFactor.renewRecoveryCodes, { body })
  assert.equal(without.code, 'auth.otp-off')
})

test('it is switched off with both factors; then the password is enough and the codes are gone', async () => {
  const person = await enrolled()
  const end = async (body: { password: string; otp: string }) =>
    (await person.api.refused(secondFactor.endTotp, { body })).code
  const otp = await codeOf(person.secret)
  assert.equal(await end({ password: 'wrong', otp }), 'auth.wrong-password')
  assert.equal(await end({ password, otp: await wrongCode(person.secret) }), 'auth.wrong-otp')
  await person.api.send(secondFactor.endTotp, { body: { password, otp: person.recovery[9]! } })
  assert.equal(await end({ password, otp }), 'auth.otp-off')
  await enter(person)
  assert.equal((await person.api.send(secondFactor.getSecondFactor)).recovery_left, 0)
})

test('guesses on the account page are counted as well', async () => {
  const person = await enrolled()
  const bad = await wrongCode(person.secret)
  const end = async (otp: string) =>
    (await person.api.refused(secondFactor.endTotp, { body: { password, otp } })).code
  for (let i = 0; i < 5; i++) assert.equal(await end(bad), 'auth.wrong-otp')
  assert.equal(await end(await codeOf(person.secret)), 'auth.locked')
  const waiting = await somebody()
  for (let i = 0; i < 5; i++)
    await waiting.api.refused(secondFactor.beginTotp, { body: { password: 'wrong' } })
  const locked = await waiting.api.refused(secondFactor.beginTotp, { body: { password } })
  assert.equal(locked.code, 'auth.locked')
})

test('a super administrator resets the second factor of another: sessions end, the person is told', async () => {
  const person = await enrolled()
  await supervisor.api.send(secondFactor.superResetSecondFactor, reset(person.id))
  assert.equal((await person.api.refused(auth.validateJWT)).code, 'auth.required')
  const { token } = await enter(person)
  assert.match((await titles({ ...person, api: apiOf(app, token) }))[0]!, /Администратор сбросил/)
  const refused = async (api: Api, id: string) =>
    (await api.refused(secondFactor.superResetSecondFactor, reset(id))).code
  assert.equal(await refused(supervisor.api, person.id), 'auth.otp-off')
  assert.equal(await refused(supervisor.api, uuidv7()), 'common.not-found')
  assert.equal(await refused(own.manager.api, own.operator.id), 'access.denied')
  const chief = await enrolled(null)
  assert.equal(await refused(chief.api, chief.id), 'user.self')
})

test('neither a link for a new password nor a move to another company goes around it', async () => {
  const person = await enrolled()
  const { api } = supervisor
  const [sent] = await api.send(user.sendTemporaryLinks, { body: { user_ids: [person.id] } })
  const token = sent!.url!.split('#')[1]!
  const given = 'семь синих бегемотов'
  await nobody.send(auth.updatePasswordWithTempLink, { body: { token, password: given } })
  assert.equal(await denied(person, undefined, given), 'auth.otp-required')
  const { items } = await api.send(user.superGetAll, { query: { filter: { ids: [person.id] } } })
  const { id, version, has_second_factor } = items[0]!
  assert.equal(has_second_factor, true)
  await api.send(user.superUpdate, { body: { id, version, company_id: world.other.id } })
  assert.equal(await denied(person, undefined, given), 'auth.otp-required')
  const otp = await codeOf(person.secret)
  const entered = await nobody.send(auth.login, {
    body: { login: person.login, password: given, otp },
  })
  assert.equal(entered.user.info.company_id, world.other.id)
})

test('a blocked person is told so before any code is asked for, and none is used up', async () => {
  const person = await enrolled()
  const setStatus = (status: string) =>
    services.q.updateTable('app_user').set({ status }).where('id', '=', person.id).execute()
  const otp = await codeOf(person.secret)
  await setStatus('blocked')
  assert.equal(await denied(person, otp), 'auth.blocked')
  await setStatus('active')
  await enter(person, otp)
})

test('every change of it is in the audit chain', async () => {
  const person = await enrolled()
  await denied(person, await wrongCode(person.secret))
  await enter(person, person.recovery[0])
  const body = { password, otp: await codeOf(person.secret) }
  await person.api.send(secondFactor.renewRecoveryCodes, { body })
  await supervisor.api.send(secondFactor.superResetSecondFactor, reset(person.id))
  const rows = await services.q
    .selectFrom('audit_event')
    .where('entity_id', '=', person.id)
    .select('action')
    .orderBy('seq')
    .execute()
  assert.deepEqual(
    rows.map(({ action }) => action),
    [
      'auth.second-factor-on',
      'auth.second-factor-failed',
      'auth.recovery-code',
      'auth.recovery-codes',
      'user.second-factor-reset',
    ],
  )
})
