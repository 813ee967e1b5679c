import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { allCalls } from '#contract/calls.ts'
import { auth } from '#contract/user/auth.ts'
import { company } from '#contract/company/company.ts'
import { SERVER_CALLER } from '#server/auth/caller.ts'
import { parseEnvironment } from '#server/config.ts'
import { NO_COMPANY } from '#server/db/uuid.ts'
import { apiOf } from '#test/support/api.ts'
import { openWorld } from '#test/support/world.ts'
import { makeSuper } from '../user/people/make-super.ts'
import { recoverSuper } from './passkey/recover-super.ts'

const world = await openWorld()
after(() => world.close())
const { own, services, app, nobody } = world
const console_ = { q: services.q, companyId: NO_COMPANY, caller: SERVER_CALLER, services }
const list = { query: { filter: {} } }
const phrase = 'гараж-сирень-самовар-42'

async function enter(login: string, password: string) {
  const { token, user } = await nobody.send(auth.login, { body: { login, password } })
  return { api: apiOf(app, token), user }
}

test('a printed password opens nothing but its change', async () => {
  const printed = await makeSuper(console_, { login: 'root', full_name: 'Иванов Иван' }, true)
  const { api, user } = await enter('root', printed)
  assert.equal(user.password_needed, true)
  const open: string[] = []
  for (const { key, call } of allCalls) {
    if (['all', 'agent', 'phone'].includes(call.access) || call.result === 'stream') continue
    const url = call.path.replaceAll(/:\w+/g, () => own.id)
    const answer = await api.raw({ method: call.method, url })
    if (!answer.body.startsWith('{"code":"access.printed-password"')) open.push(key)
  }
  const enrolment = ['changePassword', 'validateJWT', 'getSecondFactor', 'beginTotp', 'confirmTotp']
  assert.deepEqual(
    open,
    enrolment.map((name) => `auth.${name}`),
  )
  const body = { old_password: printed, new_password: phrase }
  await api.send(auth.changePassword, { body })
  await api.send(company.getAll, list)
  assert.equal((await enter('root', phrase)).user.password_needed, undefined)
})

test('a password that a recovery has printed is replaced as well', async () => {
  const { password } = await recoverSuper(console_, 'root')
  const { api, user } = await enter('root', password)
  assert.equal(user.password_needed, true)
  assert.equal((await api.refused(company.getAll, list)).code, 'access.printed-password')
})

test('a printed password that nobody replaced within a day opens nothing, and a recovery prints another', async () => {
  const login = 'late'
  const printed = await makeSuper(console_, { login, full_name: 'Поздний Пётр' }, true)
  const age = (hours: number) =>
    services.q
      .updateTable('app_user')
      .set({ password_printed_at: new Date(Date.now() - hours * 3_600_000).toISOString() })
      .where('login', '=', login)
      .execute()
  await age(23)
  await enter(login, printed)
  await age(25)
  const body = { login, password: printed }
  assert.equal((await nobody.refused(auth.login, { body })).code, 'auth.printed-over')
  const wrong = { login, password: `${printed}x` }
  assert.equal((await nobody.refused(auth.login, { body: wrong })).code, 'auth.bad-credentials')
  const { password } = await recoverSuper(console_, login)
  const { api } = await enter(login, password)
  await api.send(auth.changePassword, { body: { old_password: password, new_password: phrase } })
  const { password_printed_at: at } = await services.q
    .selectFrom('app_user')
    .where('login', '=', login)
    .select('password_printed_at')
    .executeTakeFirstOrThrow()
  assert.equal(at, null)
})

test('outside the demo a second factor of super administrators is required unless it is waived', () => {
  const base = { DATABASE_URL: 'postgres://localhost/x' }
  const asked = (env: object) => parseEnvironment({ ...base, ...env }).protection.secondFactor
  assert.deepEqual(
    [asked({}), asked({ DEMO: '1' }), asked({ SUPER_SECOND_FACTOR: '0' })],
    ['super', 'nobody', 'nobody'],
  )
  for (const who of ['super', 'managers', 'everyone'])
    assert.equal(asked({ SECOND_FACTOR: who }), who)
  assert.throws(() => asked({ SECOND_FACTOR: 'some' }), /SECOND_FACTOR: super, managers или/)
  assert.throws(() => asked({ SECOND_FACTOR: 'everyone', SUPER_SECOND_FACTOR: '0' }), /никому/)
})
