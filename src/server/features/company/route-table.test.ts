import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import { modules } from '#contract/core/modules.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { openWorld, type TestCompany } from '#test/support/world.ts'

const YARD = 'https://ves.example'
const world = await openWorld({ config: { deviceOrigins: [YARD] } })
after(() => world.close())
const { own, other } = world
const { q } = world.services

const tableOf = async (company: TestCompany) =>
  (await company.operator.api.send(modules.getOwn)).routeTable

async function addEntry(company: TestCompany, tag: string, url: string): Promise<void> {
  await q
    .insertInto('route_entry')
    .values({ company_id: company.id, id: uuidv7(), tag, url })
    .execute()
}

async function addAgent(company: TestCompany): Promise<string> {
  const id = uuidv7()
  await q
    .insertInto('agent')
    .values({
      company_id: company.id,
      id,
      site_id: company.siteId,
      public_key: Buffer.alloc(32, 1),
      program_version: '0.1.0',
    })
    .execute()
  return id
}

async function keys(): Promise<JSONWebKeySet> {
  const answer = await world.app.inject({ url: '/.well-known/jwks.json' })
  assert.equal(answer.statusCode, 200)
  return answer.json<JSONWebKeySet>()
}

test('an entry without an agent, or with an unlisted address, has no token', async () => {
  await addEntry(own, 'weight', `${YARD}/api/v1/`)
  await addEntry(own, 'camera', 'https://elsewhere.example/api/v1/')
  assert.ok((await tableOf(own)).every(({ token }) => token === undefined))
  await addAgent(own)
  const table = await tableOf(own)
  assert.equal(table.find(({ tag }) => tag === 'camera')!.token, undefined)
  assert.ok(table.find(({ tag }) => tag === 'weight')!.token)
})

test('a device token opens one agent for ten minutes and is verified by the published keys', async () => {
  const [{ id: agentId }] = (await q
    .selectFrom('agent')
    .where('company_id', '=', own.id)
    .select('id')
    .execute()) as [{ id: string }]
  const entry = (await tableOf(own)).find(({ tag }) => tag === 'weight')!
  const { payload, protectedHeader } = await jwtVerify(
    entry.token!,
    createLocalJWKSet(await keys()),
    { algorithms: ['EdDSA'], audience: `agent:${agentId}`, issuer: 'http://127.0.0.1:8080' },
  )
  assert.equal(protectedHeader.typ, 'device+jwt')
  assert.equal(payload.sub, own.operator.id)
  assert.deepEqual(
    [payload['company_id'], payload['posts'], payload['scope']],
    [own.id, [1, 2, 3], ['weight']],
  )
  assert.equal(Date.parse(entry.token_expires_at!), payload.exp! * 1000)
  assert.equal(payload.exp! - payload.iat!, 600)
})

test('a device token is no session, and the published keys hold nothing private', async () => {
  const { token } = (await tableOf(own)).find(({ tag }) => tag === 'weight')!
  const answer = await world.app.inject({
    url: modules.getOwn.path,
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(answer.statusCode, 401)
  assert.ok((await keys()).keys.every((key) => !('d' in key)))
})

test('an agent of another company gives an entry no token', async () => {
  await addEntry(other, 'weight', `${YARD}/api/v1/`)
  assert.deepEqual(await tableOf(other), [{ tag: 'weight', url: `${YARD}/api/v1/` }])
})

test('the content policy allows pages to call only the listed agents', async () => {
  const { headers } = await world.app.inject({ url: '/.well-known/jwks.json' })
  const policy = String(headers['content-security-policy'])
  assert.ok(policy.includes(`connect-src 'self' ${YARD};`), policy)
})
