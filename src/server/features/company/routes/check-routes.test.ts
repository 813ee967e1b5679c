import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { routeCheck } from '#contract/company/route-check.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { selfMadeCertificate } from '#test/support/self-made-certificate.ts'
import { openWorld } from '#test/support/world.ts'
import { askAgent, askPost } from './check-routes.ts'

const asked: string[] = []
/** Answers as an agent does: the token first, then the path, then the post. */
const yard = createServer((request, response) => {
  const { url = '', headers } = request
  asked.push(url)
  const statuses: Record<string, number> = {
    '/weight/': 404,
    '/weight/get_weight?post=1': 200,
    '/weight/get_weight?post=2': 503,
    '/weight/get_weight?post=3': 404,
    '/elsewhere/weight/': 302,
  }
  const status = headers.authorization === 'Bearer good' ? (statuses[url] ?? 200) : 401
  response.writeHead(status, status === 302 ? { location: '/weight/' } : {}).end('{}')
})
const untrusted = createSecure(selfMadeCertificate(), (_request, response) => response.end())
const [plain, secure] = [await open(yard), await open(untrusted)]
const world = await openWorld({
  config: { deviceOrigins: [`https://127.0.0.1:${secure}`, 'https://127.0.0.1:1'] },
})
const { own, other, supervisor } = world
after(async () => {
  yard.close()
  untrusted.close()
  await world.close()
})

async function open(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const base = `http://127.0.0.1:${plain}/`
const check = async () => {
  const { routes } = await supervisor.api.send(routeCheck.checkRoutes, { body: { id: own.id } })
  return Object.fromEntries(routes.map(({ tag, outcome }) => [tag, outcome]))
}

test('an address is asked for nothing: 404 with this token is the agent, anything else is not', async () => {
  assert.equal(await askAgent(base, 'weight', 'good'), 'ok')
  assert.equal(await askAgent(base, 'weight', 'forged'), 'refused')
  assert.equal(await askAgent(base, 'camera', 'good'), 'other')
  assert.equal(await askAgent(`${base}elsewhere/`, 'weight', 'good'), 'other')
  assert.equal(await askAgent('http://127.0.0.1:1/', 'weight', 'good'), 'silent')
  assert.equal(await askAgent(`https://127.0.0.1:${secure}/`, 'weight', 'good'), 'certificate')
})

test('each post is asked as its screen asks, and no picture is taken', async () => {
  const at = (post: number, token = 'good') => askPost(base, 'weight', { post, token })
  assert.deepEqual(await Promise.all([at(1), at(2), at(3)]), ['ok', 'silent', 'absent'])
  assert.equal(await at(1, 'forged'), 'failed')
  const before = asked.length
  assert.equal(await askPost(base, 'camera', { post: 1, token: 'good' }), undefined)
  assert.equal(asked.length, before)
})

test('the table is judged in the order in which a browser would fail', async () => {
  const entry = (tag: string, url: string) =>
    own.db.q
      .insertInto('route_entry')
      .values({ company_id: own.id, id: uuidv7(), tag, url })
      .execute()
  const agent = (siteId: string, company = own) =>
    company.db.q
      .insertInto('agent')
      .values({
        company_id: company.id,
        id: uuidv7(),
        site_id: siteId,
        public_key: Buffer.alloc(32, 1),
        program_version: '0.1.0',
      })
      .execute()
  assert.deepEqual(await check(), {})
  await entry('weight', `https://127.0.0.1:${secure}/`)
  await entry('camera', 'https://elsewhere.example/')
  await entry('carnumber', 'https://127.0.0.1:1/')
  await agent(other.siteId, other)
  assert.deepEqual(await check(), {
    weight: 'no-agent',
    camera: 'not-allowed',
    carnumber: 'no-agent',
  })
  await agent(own.siteId)
  assert.deepEqual(await check(), {
    weight: 'certificate',
    camera: 'not-allowed',
    carnumber: 'silent',
  })
  const second = uuidv7()
  await own.db.q
    .insertInto('site')
    .values({
      company_id: own.id,
      id: second,
      name: 'Вторая',
      address: 'г. Тула',
      is_default: false,
    })
    .execute()
  await agent(second)
  assert.equal((await check())['weight'], 'many-agents')
})

test('only SUPERVISOR has addresses asked, and only of a company that exists', async () => {
  const input = { body: { id: own.id } }
  assert.equal((await world.nobody.refused(routeCheck.checkRoutes, input)).status, 401)
  for (const { api } of [own.manager, own.operator, other.manager])
    assert.equal((await api.refused(routeCheck.checkRoutes, input)).status, 403)
  const gone = { body: { id: uuidv7() } }
  const refusal = await supervisor.api.refused(routeCheck.checkRoutes, gone)
  assert.equal(refusal.code, 'common.not-found')
})
