import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openWorld, worldPassword, type World } from '#test/support/world.ts'

const direct = await openWorld()
const behind = await openWorld({ config: { trustedProxies: ['10.0.0.5', '10.9.0.0/16'] } })
after(() => Promise.all([direct.close(), behind.close()]))

interface From {
  peer: string
  forwarded?: string
}

const enter = (world: World, from: From, login: string, password: string) =>
  world.nobody.raw({
    method: 'POST',
    url: '/api/v1/auth/login',
    remoteAddress: from.peer,
    headers: { ...(from.forwarded && { 'x-forwarded-for': from.forwarded }) },
    payload: { login, password },
  })

/** The address under which the server wrote the new session down. */
async function seenAs(world: World, from: From): Promise<string> {
  const { operator } = world.own
  const answer = await enter(world, from, operator.login, worldPassword)
  assert.equal(answer.statusCode, 200, answer.body)
  const row = await world.services.q
    .selectFrom('session')
    .where('user_id', '=', operator.id)
    .orderBy('signed_in_at', 'desc')
    .orderBy('jti', 'desc')
    .select('address')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.address
}

test('forwarded addresses are ignored when no proxy is named', async () => {
  assert.equal(await seenAs(direct, { peer: '10.0.0.5', forwarded: '203.0.113.7' }), '10.0.0.5')
})

test("a named proxy gives the caller's address, also through a second one of the list", async () => {
  assert.equal(await seenAs(behind, { peer: '10.0.0.5', forwarded: '203.0.113.7' }), '203.0.113.7')
  const two = { peer: '10.9.1.1', forwarded: '203.0.113.8, 10.0.0.5' }
  assert.equal(await seenAs(behind, two), '203.0.113.8')
})

test('other callers keep their own address, and entries before that of the proxy are ignored', async () => {
  assert.equal(
    await seenAs(behind, { peer: '198.51.100.9', forwarded: '10.0.0.5' }),
    '198.51.100.9',
  )
  const lying = { peer: '10.0.0.5', forwarded: '127.0.0.1, 198.51.100.9' }
  assert.equal(await seenAs(behind, lying), '198.51.100.9')
})

test('a forged address neither avoids the lock of an address nor locks another one', async () => {
  const { login } = behind.own.manager
  const guess = (n: number) =>
    enter(behind, { peer: '198.51.100.9', forwarded: `203.0.113.${n}` }, login, 'wrong')
  for (let n = 1; n <= 5; n++) await guess(n)
  const locked = await enter(behind, { peer: '198.51.100.9' }, login, worldPassword)
  assert.equal(locked.json().code, 'auth.locked')
  const free = { peer: '10.0.0.5', forwarded: '203.0.113.1' }
  assert.equal((await enter(behind, free, login, worldPassword)).statusCode, 200)
})
