import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { auth } from '#contract/user/auth.ts'
import { company } from '#contract/company/company.ts'
import { secondFactor } from '#contract/user/second-factor.ts'
import { allCalls } from '#contract/calls.ts'
import { apiOf } from '#test/support/api.ts'
import { codeOf } from '#test/authenticator.ts'
import { addServiceAccount } from '#test/builders/service-accounts.ts'
import { addPerson, openWorld, worldPassword } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, services, app, nobody, supervisor } = world
const program = await addServiceAccount(world, own, ['acts.read'])
Object.assign(services.config, { secondFactor: 'super' })
const password = worldPassword
const list = { query: { filter: {} } }

test('where it is required, a super administrator without it may only set it up', async () => {
  const { token, user } = await nobody.send(auth.login, {
    body: { login: supervisor.login, password },
  })
  assert.equal(user.second_factor_needed, true)
  const api = apiOf(app, token)
  const open: string[] = []
  for (const { key, call } of allCalls) {
    if (['all', 'agent', 'phone'].includes(call.access) || call.result === 'stream') continue
    const url = call.path.replaceAll(/:\w+/g, () => own.id)
    const answer = await api.raw({ method: call.method, url })
    if (!answer.body.startsWith('{"code":"access.second-factor"')) open.push(key)
  }
  const enrolment = ['changePassword', 'validateJWT', 'getSecondFactor', 'beginTotp', 'confirmTotp']
  assert.deepEqual(
    open,
    enrolment.map((name) => `auth.${name}`),
  )
  const stream = await api.raw({ url: '/api/v1/live/stream' })
  assert.equal(stream.json<{ code: string }>().code, 'access.second-factor')
})

test('once it is set up everything is open, and switching it off closes everything again', async () => {
  const { token } = await nobody.send(auth.login, { body: { login: supervisor.login, password } })
  const api = apiOf(app, token)
  assert.equal((await api.send(secondFactor.getSecondFactor)).required, true)
  const { secret } = await api.send(secondFactor.beginTotp, { body: { password } })
  const body = { otp: await codeOf(secret) }
  const { recovery_codes } = await api.send(secondFactor.confirmTotp, { body })
  await api.send(company.getAll, list)
  assert.equal((await api.send(auth.validateJWT)).second_factor_needed, undefined)
  await api.send(secondFactor.endTotp, { body: { password, otp: recovery_codes[0]! } })
  assert.equal((await api.refused(company.getAll, list)).code, 'access.second-factor')
})

test('people of a company work without it', async () => {
  const body = { login: own.operator.login, password }
  const { token, user } = await nobody.send(auth.login, { body })
  assert.equal(user.second_factor_needed, undefined)
  await apiOf(app, token).send(auth.getSessions)
})

test('where it is asked of managers or of everyone, they may only set it up, and a key or codes open the rest', async () => {
  const { config } = services
  const people = [own.operator, own.manager, own.user] as const
  const asked = async (secondFactor: typeof config.secondFactor) => {
    Object.assign(config, { secondFactor })
    return Promise.all(
      people.map(async ({ api }) =>
        (await api.raw({ url: '/api/v1/auth/getSessions' })).body.startsWith(
          '{"code":"access.second-factor"',
        ),
      ),
    )
  }
  try {
    assert.deepEqual(await asked('super'), [false, false, false])
    assert.deepEqual(await asked('managers'), [false, true, false])
    assert.deepEqual(await asked('everyone'), [true, true, true])
    const { api, login } = own.operator
    const told = await nobody.send(auth.login, { body: { login, password } })
    assert.equal(told.user.second_factor_needed, true)
    assert.equal((await api.send(secondFactor.getSecondFactor)).required, true)
    const { secret } = await api.send(secondFactor.beginTotp, { body: { password } })
    await api.send(secondFactor.confirmTotp, { body: { otp: await codeOf(secret) } })
    await api.send(auth.getSessions)
    await program.api.send(act.getAll, list)
  } finally {
    Object.assign(config, { secondFactor: 'super' })
  }
})

test('another super administrator leads one back in who has lost everything', async () => {
  const lost = await addPerson(app, services, null, 'lost', 'SUPERVISOR', [])
  const helper = await addPerson(app, services, null, 'helper', 'SUPERVISOR', [])
  for (const { api } of [lost, helper]) {
    const { secret } = await api.send(secondFactor.beginTotp, { body: { password } })
    await api.send(secondFactor.confirmTotp, { body: { otp: await codeOf(secret) } })
  }
  await helper.api.send(secondFactor.superResetSecondFactor, {
    body: { id: lost.id, proof: 'Лично' },
  })
  const { user } = await nobody.send(auth.login, { body: { login: lost.login, password } })
  assert.equal(user.second_factor_needed, true)
})
