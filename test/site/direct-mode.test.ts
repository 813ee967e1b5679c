import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as ask, type RequestOptions } from 'node:https'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IncomingMessage } from 'node:http'
import { reading, type Reading } from '#contract/device/reading.ts'
import { routeCheck } from '#contract/company/route-check.ts'
import { modules } from '#contract/core/modules.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { weight } from '#contract/device/device.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { setRouteTable, useLostRoutes } from '#web/api/route-table.ts'
import { send } from '#web/api/send.ts'
import { findAgents } from '#web/api/direct-line.ts'
import { followWeight, useLiveWeight } from '#web/features/visit/scale/live-weight.ts'
import { openDirectLine, type DirectLine } from './direct-line.ts'
import { selfMadeCertificate } from '../support/self-made-certificate.ts'
import { callServer } from '../yard-day/call-server.ts'
import { startProduct, type RunningProduct } from '../yard-day/running-product.ts'
import { yardControl } from '../yard-day/yard-control.ts'

/** Time for a lorry to stand still at tenfold speed, on a busy machine too. */

let direct: DirectLine
let product: RunningProduct

before(async () => {
  direct = await openDirectLine()
  product = await startProduct({
    speed: 10,
    seed: 3,
    serverEnv: {
      DEVICE_ORIGINS: direct.origin,
      NODE_EXTRA_CA_CERTS: direct.agentEnv['AGENT_DIRECT_CERT']!,
    },
    agentEnv: direct.agentEnv,
  })
  const { own, services } = product.world
  await services.q
    .insertInto('route_entry')
    .values({ company_id: own.id, id: uuidv7(), tag: 'weight', url: `${direct.origin}/api/v1/` })
    .execute()
})
after(async () => {
  await product?.close()
  await direct?.close()
})

test('a checked address of a working agent is told to accept the token, and its post to show a weight', async () => {
  const { supervisor, own } = product.world
  const call = callServer(product.url, supervisor.api.token!)
  const checked = await call(routeCheck.checkRoutes, { body: { id: own.id } })
  assert.ok(checked.is === 'done', JSON.stringify(checked))
  const { allowed, routes } = checked.answer
  assert.deepEqual(allowed, [direct.origin])
  assert.deepEqual(
    routes.map(({ tag, outcome, agent_online }) => [tag, outcome, agent_online]),
    [['weight', 'ok', true]],
  )
  assert.deepEqual(routes[0]!.posts[0], { number: 1, outcome: 'ok' })
})

test('a lorry is weighed by a reading that the browser got from the agent over TLS, with the token of the route table', async () => {
  const people = product.world.own
  const call = callServer(product.url, people.operator.api.token!)
  const listed = await call(modules.getOwn)
  assert.ok(listed.is === 'done')
  const [entry] = listed.answer.routeTable
  assert.equal(entry?.url, `${direct.origin}/api/v1/`)
  const headers = { authorization: `Bearer ${entry.token}`, origin: product.url }
  const weightUrl = `${entry.url}weight/get_weight?post=1`

  const { arrive } = yardControl(product.yardUrl)
  await arrive(1, 'А123ВС77', 12_480)
  const shown = await still(() => get(weightUrl, { headers }))
  assert.equal(shown.weight_g, 12_480_000)
  const body = { command: 'capture_in', reading: shown, carnumber: 'А123ВС77' } as const
  const weighed = await call(visitCalls.update, { body })
  assert.equal(weighed.is, 'done', JSON.stringify(weighed))

  const status = async (options: RequestOptions) => (await get(weightUrl, options)).status
  assert.equal(await status({ headers: { ...headers, origin: 'https://evil.example' } }), 403)
  assert.equal(await status({ headers: { origin: product.url } }), 401)
  const session = { authorization: `Bearer ${people.operator.api.token!}` }
  assert.equal(await status({ headers: session }), 401)
  const foreign = selfMadeCertificate().cert
  await assert.rejects(get(weightUrl, { headers, ca: foreign }), /certificate/)
  const elsewhere = { headers, servername: 'ves.example' }
  await assert.rejects(get(weightUrl, elsewhere), /Hostname|altnames/)
})

test('an agent that does not answer is asked through the server, and directly again as soon as it answers', async () => {
  const known = getCACertificates()
  setDefaultCACertificates([...known, direct.cert])
  const jwt = product.world.own.operator.api.token!
  Object.assign(globalThis, { location: new URL(product.url) })
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: { getItem: () => jwt },
  })
  Object.assign(globalThis, { requestAnimationFrame: (show: () => void) => setImmediate(show) })
  const stop = new AbortController()
  try {
    const { routeTable } = await send(modules.getOwn, {})
    setRouteTable(routeTable)
    const ask = () => send(weight.get, { query: { post: 1 } })
    const feed = followWeight(1, 100, stop.signal)
    await flows('direct')

    direct.line.cut(true)
    assert.equal((await ask()).post, 1)
    assert.deepEqual(useLostRoutes.getState().urls, [`${direct.origin}/api/v1/`])
    await flows('relayed')
    await findAgents()
    assert.equal(useLostRoutes.getState().urls.length, 1)

    direct.line.cut(false)
    await findAgents()
    assert.deepEqual(useLostRoutes.getState().urls, [])
    await flows('direct')

    const unknown = send(weight.get, { query: { post: 77 } })
    await assert.rejects(unknown, { code: 'common.not-found' })
    assert.deepEqual(useLostRoutes.getState().urls, [], 'a post of nobody says nothing of the line')

    setRouteTable(routeTable.map((entry) => ({ ...entry, token: `${jwt}` })))
    assert.equal((await ask()).post, 1)
    await findAgents()
    assert.equal(useLostRoutes.getState().urls.length, 1, 'an agent that knows no token is no way')
    setRouteTable(routeTable)
    await findAgents()
    assert.deepEqual(useLostRoutes.getState().urls, [])
    stop.abort()
    await feed
  } finally {
    stop.abort()
    setRouteTable([])
    setDefaultCACertificates(known)
  }
})

/** Ten readings come one after another, and by this way. */
async function flows(way: 'direct' | 'relayed'): Promise<void> {
  for (let heard = 0, from = direct.bytes(), last = -1; heard < 10; await sleep(10)) {
    const { seq = -1 } = useLiveWeight.getState().reading ?? {}
    if (seq === last || seq === -1) continue
    last = seq
    const now = direct.bytes()
    const own = now > from
    heard = own === (way === 'direct') ? heard + 1 : 0
    from = now
  }
}

interface Answer {
  status: number | undefined
  allowed: string | undefined
  body: string
}

/** As a browser that trusts the site's certificate. */
async function get(url: string, options: RequestOptions): Promise<Answer> {
  const sent = ask(url, { ca: direct.cert, ...options })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const allowed = answer.headers['access-control-allow-origin']
  return { status: answer.statusCode, allowed, body: await text(answer) }
}

async function still(look: () => Promise<Answer>): Promise<Reading> {
  for (;;) {
    const { status, allowed, body } = await look()
    assert.equal(allowed, product.url)
    const shown = status === 200 ? reading.parse(JSON.parse(body)) : undefined
    if (shown?.stable && shown.blockers.length === 0) return shown
    await sleep(50)
  }
}
