import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { auth } from '#contract/user/auth.ts'
import { secondFactor } from '#contract/user/second-factor.ts'
import { openSecondProcess } from '#test/failures/second-process.ts'
import { apiOf } from '#test/support/api.ts'
import { codeOf, wrongCode } from '#test/authenticator.ts'
import { openWorld, worldPassword } from '#test/support/world.ts'

const world = await openWorld()
const second = await openSecondProcess(world)
after(async () => {
  await second.close()
  await world.close()
})
const { q } = world.services
const { operator } = world.own
const password = worldPassword
const { secret } = await operator.api.send(secondFactor.beginTotp, { body: { password } })
const confirm = { body: { otp: await codeOf(secret) } }
const { recovery_codes } = await operator.api.send(secondFactor.confirmTotp, confirm)

/** The outcome of one sign-in each, by turns in both processes, every one from an address of its own. */
async function enterAtOnce(codes: readonly string[]): Promise<string[]> {
  await q.deleteFrom('login_attempt').execute()
  await q.updateTable('second_factor').set({ used_steps: [] }).execute()
  const answers = codes.map((otp, i) =>
    (i % 2 === 0 ? world : second.world).app.inject({
      method: 'POST',
      url: auth.login.path,
      remoteAddress: `203.0.113.${i}`,
      payload: { login: operator.login, password, otp },
    }),
  )
  return (await Promise.all(answers)).map((answer) => answer.json<{ code?: string }>().code ?? 'in')
}
const counted = (codes: string[]) => Object.groupBy(codes, (code) => code)

test('of one code sent many times at once, to two processes, one signs in', async () => {
  const code = await codeOf(secret)
  const outcome = counted(await enterAtOnce(Array.from({ length: 5 }, () => code)))
  assert.equal(outcome['in']?.length, 1)
  assert.equal(outcome['auth.wrong-otp']?.length, 4)
})

test('of one recovery code sent many times at once one signs in', async () => {
  const outcome = counted(await enterAtOnce(Array.from({ length: 12 }, () => recovery_codes[0]!)))
  assert.equal(outcome['in']?.length, 1)
  assert.equal(outcome['auth.wrong-otp']?.length, 11)
})

test('of thirty guesses in two processes five are compared, and then the right code is refused in both', async () => {
  const bad = await wrongCode(secret)
  const outcome = counted(await enterAtOnce(Array.from({ length: 30 }, () => bad)))
  assert.equal(outcome['auth.wrong-otp']?.length, 5)
  assert.equal(outcome['auth.locked']?.length, 25)
  for (const { nobody } of [world, second.world]) {
    const body = { login: operator.login, password, otp: await codeOf(secret) }
    assert.equal((await nobody.refused(auth.login, { body })).code, 'auth.locked')
  }
})

test('of two confirmations at once one shows codes, and these are the ones that open', async () => {
  const { manager } = world.own
  const begun = await manager.api.send(secondFactor.beginTotp, { body: { password } })
  const codes = [await codeOf(begun.secret), await codeOf(begun.secret, 1)]
  const there = second.world.own.manager.api
  const answers = await Promise.all(
    [manager.api, there].map((api, i) =>
      api.raw({
        method: 'POST',
        url: secondFactor.confirmTotp.path,
        payload: { otp: codes[i]! },
      }),
    ),
  )
  const shown = answers.filter(({ statusCode }) => statusCode === 200)
  assert.equal(shown.length, 1)
  const [otp] = shown[0]!.json<{ recovery_codes: string[] }>().recovery_codes
  await world.nobody.send(auth.login, { body: { login: manager.login, password, otp: otp! } })
})

test('no session that knew the password alone outlives the switching on', async () => {
  const { user } = world.own
  const { secret: own } = await user.api.send(secondFactor.beginTotp, { body: { password } })
  const otp = await codeOf(own)
  const enter = (i: number) =>
    (i % 2 === 0 ? world : second.world).app.inject({
      method: 'POST',
      url: auth.login.path,
      remoteAddress: `198.51.100.${i}`,
      payload: { login: user.login, password },
    })
  const [, ...answers] = await Promise.all([
    user.api.send(secondFactor.confirmTotp, { body: { otp } }),
    // A person has five sessions at most: one more could end the one that confirms.
    ...Array.from({ length: 4 }, (_, i) => enter(i)),
  ])
  for (const answer of answers) {
    const { token, code } = answer.json<{ token?: string; code?: string }>()
    if (token === undefined) assert.equal(code, 'auth.otp-required')
    else assert.equal((await apiOf(world.app, token).refused(auth.validateJWT)).status, 401)
  }
  await user.api.send(auth.validateJWT)
})

test('a clock of the database that is set back makes no used code valid and locks nobody out', async () => {
  await q.deleteFrom('login_attempt').execute()
  const code = await codeOf(secret)
  // The last code was used when the clock was an hour ahead.
  const ahead = Math.floor(Date.now() / 30_000) + 120
  await sql`update second_factor set used_steps = array[${ahead}::bigint]`.execute(q)
  const send = () =>
    world.nobody.raw({
      method: 'POST',
      url: auth.login.path,
      payload: { login: operator.login, password, otp: code },
    })
  assert.equal((await send()).statusCode, 200)
  assert.equal((await send()).json<{ code: string }>().code, 'auth.wrong-otp')
})
