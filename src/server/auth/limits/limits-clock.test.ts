import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { auth } from '#contract/user/auth.ts'
import { modules } from '#contract/core/modules.ts'
import { utils } from '#contract/qr-code.ts'
import { openWorld, worldPassword } from '#test/support/world.ts'

const HOUR_MS = 3_600_000

// Each of two processes lets three of six calls and fifteen of thirty pictures through.
const world = await openWorld({ config: { rateReads: 6, processes: 2 } })
after(() => world.close())

/** How many go through until one is refused. */
async function passed(send: () => Promise<{ statusCode: number; body: string }>): Promise<number> {
  for (let count = 0; ; count++) {
    const answer = await send()
    if (answer.statusCode === 200) continue
    assert.match(answer.body, /common\.too-many/)
    return count
  }
}

test('each of two processes lets half of the calls through, and half of the QR codes of an address', async () => {
  const { api } = world.own.operator
  const calls = await passed(() => api.raw({ url: modules.getOwn.path }))
  const codes = await passed(() => world.nobody.raw({ url: `${utils.getQrCode.path}?text=ACT-1` }))
  // A window may end in between: fewer than the whole bound all the same.
  assert.ok(calls >= 3 && calls < 6, `${calls} calls`)
  assert.ok(codes >= 15 && codes < 30, `${codes} codes`)
})

test('a system clock set back by an hour does not change the limit of calls', async (t) => {
  const { api } = world.own.manager
  await api.send(modules.getOwn)
  const now = Date.now.bind(Date)
  t.mock.method(Date, 'now', () => now() - HOUR_MS)
  const headers = { 'retry-after': '0' }
  for (;;) {
    const answer = await api.raw({ url: modules.getOwn.path })
    if (answer.statusCode === 200) continue
    Object.assign(headers, answer.headers)
    break
  }
  assert.ok(Number(headers['retry-after']) <= 10, `wait ${headers['retry-after']} s`)
})

test('a lock and a count of wrong passwords end when the database clock is set back by an hour', async () => {
  const { login } = world.own.user
  const enter = (password: string) =>
    world.nobody.raw({ method: 'POST', url: auth.login.path, payload: { login, password } })
  // The clock went back by an hour: whatever was noted before lies an hour further ahead.
  const setBack = () =>
    sql`update login_attempt set window_start = window_start + interval '1 hour',
      locked_until = locked_until + interval '1 hour'`.execute(world.services.q)
  for (let i = 0; i < 6; i++) await enter('wrong')
  assert.equal((await enter(worldPassword)).statusCode, 429)
  await setBack()
  assert.equal((await enter(worldPassword)).statusCode, 200)
  // Four wrong ones before the clock went back do not stand beside one after it.
  for (let i = 0; i < 4; i++) await enter('wrong')
  await setBack()
  for (let i = 0; i < 2; i++) assert.equal((await enter('wrong')).statusCode, 401)
  assert.equal((await enter(worldPassword)).statusCode, 200)
})
