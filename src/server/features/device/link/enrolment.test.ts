import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { WebSocket } from 'ws'
import { agent, device } from '#contract/device/device.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { connectYard, type FakeYard } from '#test/site/fake-yard.ts'
import { openWorld, type TestCompany, type World } from '#test/support/world.ts'
import { until } from '#test/support/until.ts'

let world: World
let yard: FakeYard
before(async () => {
  world = await openWorld()
  yard = await connectYard(world, world.own)
})
after(async () => {
  await yard.disconnect()
  await world.close()
})

const newKey = () => generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x!

async function newCode(company: TestCompany): Promise<string> {
  const answer = await world.supervisor.api.send(device.superCreateAgentCode, {
    body: { companyId: company.id, site_id: company.siteId },
  })
  return answer.code
}

const body = (code: string) => ({ body: { code, public_key: newKey(), version: '0.1.0' } })

/** Wrong codes are counted by address: each test comes from an address of its own. */
async function enrolFrom(address: string, code: string) {
  return world.app.inject({
    method: 'POST',
    url: '/api/v1/agent/enrol',
    payload: body(code).body,
    remoteAddress: address,
  })
}

test('of fifty concurrent uses of a code one succeeds', async () => {
  const code = await newCode(world.other)
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => enrolFrom(`10.0.1.${i}`, code)),
  )
  const statuses = answers.map(({ statusCode }) => statusCode)
  assert.equal(statuses.filter((status) => status === 200).length, 1)
  assert.equal(statuses.filter((status) => status === 403).length, 49)
  const won = answers.find(({ statusCode }) => statusCode === 200)!.json()
  assert.equal(won.company_id, world.other.id)
  assert.equal(won.site_id, world.other.siteId)
})

test('a code is kept only as its hash and expires', async () => {
  const code = await newCode(world.other)
  const codes = await world.own.db.q
    .selectFrom('agent_code')
    .where('used_at', 'is', null)
    .select(['code_hash', 'expires_at'])
    .execute()
  assert.equal(codes.length, 1)
  assert.equal(codes[0]!.code_hash.toString().includes(code), false)
  const minutes = (Date.parse(codes[0]!.expires_at) - Date.now()) / 60_000
  assert.ok(minutes > 14 && minutes <= 15)
  await world.own.db.q
    .updateTable('agent_code')
    .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
    .where('code_hash', '=', codes[0]!.code_hash)
    .execute()
  assert.equal((await enrolFrom('10.0.2.1', code)).statusCode, 403)
})

test('the sixth try of an address waits, even with the right code', async () => {
  for (let i = 0; i < 5; i++) {
    const answer = await enrolFrom('10.0.3.1', 'AAAA-BBBB')
    assert.equal(answer.statusCode, 403)
    assert.equal(answer.json().code, 'agent.bad-code')
  }
  const code = await newCode(world.other)
  const locked = await enrolFrom('10.0.3.1', code)
  assert.equal(locked.statusCode, 429)
  assert.equal(locked.json().code, 'common.too-many')
  assert.equal((await enrolFrom('10.0.3.2', code)).statusCode, 200)
})

test('only a super administrator gives out codes, and only for a site that exists', async () => {
  const call = device.superCreateAgentCode
  const input = { body: { companyId: world.own.id, site_id: world.own.siteId } }
  assert.equal((await world.nobody.refused(call, input)).status, 401)
  assert.equal((await world.own.manager.api.refused(call, input)).status, 403)
  const foreign = { body: { companyId: world.own.id, site_id: world.other.siteId } }
  assert.equal((await world.supervisor.api.refused(call, foreign)).code, 'common.not-found')
})

test('a token needs the right key, audience and age, and is used once', async () => {
  const put = async (token: string) => {
    const answer = await world.app.inject({
      method: 'PUT',
      url: `/api/v1/agent/blob/${uuidv7()}`,
      headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${token}` },
      payload: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    })
    return answer.statusCode
  }
  // A valid token reaches the picture's id, which was never requested.
  assert.equal(await put(await yard.token()), 404)
  const jti = randomUUID()
  const twice = await yard.token({ jti })
  assert.equal(await put(twice), 404)
  assert.equal(await put(twice), 401)
  assert.equal(await put(await yard.token({ audience: 'somebody' })), 401)
  assert.equal(await put(await yard.token({ at: Date.now() - 600_000 })), 401)
  assert.equal(await put(await yard.token({ at: Date.now() + 600_000 })), 401)
  assert.equal(await put(await yard.token({ agentId: uuidv7() })), 401)
  assert.equal(await put('eyJhbGciOiJub25lIn0.e30.'), 401)
  assert.equal(await put(world.own.operator.api.token!), 401)
})

test('a picture is accepted only as a JPEG of at most 5 MB', async () => {
  const put = async (payload: Buffer) => {
    const answer = await world.app.inject({
      method: 'PUT',
      url: `/api/v1/agent/blob/${uuidv7()}`,
      headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${await yard.token()}` },
      payload,
    })
    return answer.json().code
  }
  assert.equal(await put(Buffer.from('<html>')), 'file.bad-type')
  const jpeg = Buffer.from([0xff, 0xd8, 0xff])
  assert.equal(await put(Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024)])), 'file.too-large')
  assert.equal(
    (await world.nobody.refused(agent.putBlob, { params: { id: uuidv7() }, body: jpeg })).status,
    401,
  )
})

test('a second socket of one agent closes the first and keeps the devices online', async () => {
  const socket = new WebSocket(`${yard.url.replace('http', 'ws')}/api/v1/agent/link`, {
    headers: { authorization: `Bearer ${await yard.token()}` },
  })
  await once(socket, 'open')
  const closed = once(socket, 'close')
  const [data] = (await once(socket, 'message')) as [Buffer]
  assert.equal(JSON.parse(data.toString()).msg, 'config')
  await yard.reconnect()
  const [code] = (await closed) as [number]
  assert.equal(code, 4001)
  assert.equal((await yard.load(1, 5000)).weight_g, 5_000_000)
})

test('a message about a device of another company ends the link and is recorded', async () => {
  const stranger = await connectYard(world, world.other)
  const reading = await yard.load(1, 6000)
  await until(() => {
    stranger.send({ msg: 'weight', reading: { ...reading, seq: reading.seq + 1_000_000 } })
    return journal().then((lines) => lines.length > 0)
  })
  const shown = await yard.shown(1)
  assert.ok(shown.seq < reading.seq + 1_000_000)
  assert.deepEqual(await journal(), [{ company_id: world.other.id, entity_id: stranger.agentId }])
  await stranger.disconnect()
})

async function journal() {
  return world.own.db.q
    .selectFrom('audit_event')
    .where('action', '=', 'agent.foreign-device')
    .select(['company_id', 'entity_id'])
    .execute()
}

test('a new enrolment of the site revokes the former agent', async () => {
  const code = await newCode(world.own)
  const socket = new WebSocket(`${yard.url.replace('http', 'ws')}/api/v1/agent/link`, {
    headers: { authorization: `Bearer ${await yard.token()}` },
  })
  await once(socket, 'open')
  const closed = once(socket, 'close')
  assert.equal((await enrolFrom('10.0.4.1', code)).statusCode, 200)
  const [closeCode] = (await closed) as [number]
  assert.equal(closeCode, 4003)
  const again = new WebSocket(`${yard.url.replace('http', 'ws')}/api/v1/agent/link`, {
    headers: { authorization: `Bearer ${await yard.token()}` },
  })
  const [secondCode] = (await once(again, 'close')) as [number]
  assert.equal(secondCode, 4003)
})
