import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { act } from '#contract/act/act.ts'
import { addDeal, addDraft } from '#test/builders/act-forms.ts'
import { openWorld } from '#test/support/world.ts'
import { compressAnswers } from './compress-answers.ts'

const world = await openWorld()
after(() => world.close())
const { operator } = world.own

/** The answer as it travels to a browser that accepts these encodings. */
const answer = (url: string, accepted?: string) =>
  operator.api.raw({ method: 'GET', url, headers: accepted ? { 'accept-encoding': accepted } : {} })

test('a list is sent compressed to clients that accept gzip, and plain to others', async () => {
  const deal = await addDeal(world.own)
  for (let i = 0; i < 5; i++) await addDraft(world.own, deal)
  const plain = await answer(act.getAll.path)
  assert.equal(plain.headers['content-encoding'], undefined)
  const packed = await answer(act.getAll.path, 'br, gzip, deflate')
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.match(String(packed.headers['vary']), /accept-encoding/)
  assert.equal(Number(packed.headers['content-length']), packed.rawPayload.length)
  assert.deepEqual(JSON.parse(gunzipSync(packed.rawPayload).toString()), plain.json())
  assert.ok(packed.rawPayload.length * 3 < plain.rawPayload.length)
  const refused = await answer(act.getAll.path, 'gzip;q=0, br')
  assert.equal(refused.headers['content-encoding'], undefined)
})

test('small answers, streams of other kinds and those that carry a secret stay plain', async () => {
  const app = Fastify()
  compressAnswers(app)
  const long = { text: 'А'.repeat(2000) }
  for (const url of ['/api/v1/act/x', '/api/v1/auth/login', '/api/v1/modules/x', '/api/v1/agent/x'])
    app.get(url, () => long)
  app.get('/api/v1/act/small', () => ({ text: 'А' }))
  app.get('/api/v1/act/file', (_request, reply) => reply.type('text/csv').send('А'.repeat(2000)))
  const encoding = async (url: string) =>
    (await app.inject({ url, headers: { 'accept-encoding': 'gzip' } })).headers['content-encoding']
  assert.equal(await encoding('/api/v1/act/x'), 'gzip')
  const plain = ['auth/login', 'modules/x', 'agent/x', 'act/small', 'act/file']
  for (const path of plain) assert.equal(await encoding(`/api/v1/${path}`), undefined, path)
  await app.close()
})
