import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes, randomUUID, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { SignJWT } from 'jose'
import { reading } from '#contract/device/reading.ts'
import { startYard } from '#simulators/yard/yard.ts'
import type { Yard } from '#simulators/yard/running-yard.ts'
import { truckScaleConfig } from '#test/site/agent-config.ts'
import { until } from '#test/support/until.ts'
import { agentClock } from '../clock.ts'
import type { Identity } from '../link/identity.ts'
import { openOutbox, type Outbox } from '../outbox/outbox.ts'
import { openScaleMemory } from '../scales/scale-memory.ts'
import { runSite, type Site } from '../site/site.ts'
import type { Listening } from '../listen.ts'
import { serveDirect } from './serve-direct.ts'
import { serverKeys } from './server-keys.ts'

const KID = 'key-1'

describe('direct calls of browsers', () => {
  const clock = agentClock()
  const pair = generateKeyPairSync('ed25519')
  const jwk = { ...pair.publicKey.export({ format: 'jwk' }), kid: KID }
  let dir: string
  let yard: Yard
  let outbox: Outbox
  let site: Site
  let server: Server
  let identity: Identity
  let direct: Listening
  let fetched = 0

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'priyomka-direct-'))
    yard = await startYard({})
    server = createServer((_request, response) => {
      fetched++
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    identity = {
      agent_id: randomUUID(),
      company_id: randomUUID(),
      site_id: randomUUID(),
      server: new URL(`http://127.0.0.1:${port}`),
      key: pair.privateKey,
    }
    outbox = openOutbox(dir, clock, () => false)
    site = runSite({
      clock,
      signer: identity,
      memory: await openScaleMemory(join(dir, 'scales.json')),
      plateReader: { read: () => Promise.resolve([]), warm: () => {} },
      allowLoopback: true,
      ffmpeg: 'ffmpeg',
      probe: { host: '127.0.0.1', port: 9 },
      outbox,
      linkUp: () => false,
      reading: () => {},
      state: () => {},
      plate: () => {},
      relays: () => {},
    })
    assert.deepEqual(await site.apply(truckScaleConfig(yard, randomUUID(), randomBytes(32))), [])
    const keys = await serverKeys(dir, identity.server, clock)
    const settings = { port: 0, host: '127.0.0.1', cert: null, key: null }
    direct = await serveDirect(settings, identity, site, keys, clock)
    await until(() => site.scale(1).latest() !== undefined)
  })
  after(async () => {
    await direct?.close()
    await site?.stop()
    outbox?.close()
    server?.close()
    await yard?.close()
    await rm(dir, { recursive: true })
  })

  interface Forged {
    alg?: string
    key?: KeyObject | Uint8Array
    kid?: string
    typ?: string
    aud?: string
    iss?: string
    exp?: number
    company_id?: string
    scope?: string[]
    posts?: number[]
  }

  function token(forged: Forged = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const { scope = ['weight'], posts = [1, 2], company_id = identity.company_id } = forged
    return new SignJWT({ company_id, posts, scope })
      .setProtectedHeader({
        alg: forged.alg ?? 'EdDSA',
        kid: forged.kid ?? KID,
        typ: forged.typ ?? 'device+jwt',
      })
      .setIssuer(forged.iss ?? identity.server.origin)
      .setAudience(forged.aud ?? `agent:${identity.agent_id}`)
      .setSubject(randomUUID())
      .setExpirationTime(forged.exp ?? now + 600)
      .sign(forged.key ?? pair.privateKey)
  }

  async function ask(path: string, bearer: string, more: RequestInit = {}) {
    return fetch(`http://127.0.0.1:${direct.port}/api/v1/${path}`, {
      ...more,
      headers: { authorization: `Bearer ${bearer}`, ...more.headers },
    })
  }

  test('a token of the server opens the weight of its posts and nothing else', async () => {
    const answer = await ask('weight/get_weight?post=1', await token())
    assert.equal(answer.status, 200)
    const shown = reading.parse(await answer.json())
    // No sample is older than the program that took it.
    assert.ok(shown.age_ms <= performance.now())
    assert.equal((await ask('weight/get_weight', await token())).status, 200)
    assert.equal((await ask('weight/get_weight?post=3', await token())).status, 404)
    assert.equal((await ask('carnumber/get_carnumber?post=1', await token())).status, 403)
    assert.equal((await ask('weightacts/getList', await token())).status, 404)
    const silent = await ask('weight/get_weight?post=2', await token())
    assert.equal(silent.status, 503)
    assert.equal(((await silent.json()) as { code: string }).code, 'device.not-configured')
  })

  test('a forged token, one of another agent and an expired one are refused', async () => {
    const other = generateKeyPairSync('ed25519').privateKey
    const raw = Buffer.from(jwk.x!, 'base64url')
    const now = Math.floor(Date.now() / 1000)
    const forged: Forged[] = [
      { key: other },
      { alg: 'HS256', key: raw },
      { aud: `agent:${randomUUID()}` },
      { iss: 'https://elsewhere.example' },
      { exp: now - 120 },
      { typ: 'session+jwt' },
      { company_id: randomUUID() },
    ]
    for (const one of forged)
      assert.equal(
        (await ask('weight/get_weight', await token(one))).status,
        401,
        JSON.stringify(one),
      )
    const [, body] = (await token()).split('.')
    const none = Buffer.from('{"alg":"none","typ":"device+jwt"}').toString('base64url')
    assert.equal((await ask('weight/get_weight', `${none}.${body}.`)).status, 401)
    const skewed = await token({ exp: now - 30 })
    assert.equal((await ask('weight/get_weight', skewed)).status, 200)
  })

  test('unknown keys are asked for once a minute, and known ones serve without the server', async () => {
    const before = fetched
    for (let i = 0; i < 5; i++)
      assert.equal((await ask('weight/get_weight', await token({ kid: `new-${i}` }))).status, 401)
    assert.ok(fetched - before <= 1, `${fetched - before} fetches`)
    const again = await serverKeys(dir, new URL('http://127.0.0.1:9'), clock)
    assert.ok(await again.find(KID))
  })

  test('a key that the server no longer shows is forgotten within ten minutes of use, and a server that is away takes none', async () => {
    const own = await mkdtemp(join(dir, 'keys-'))
    let later = 0
    const moved = { ...clock, wall: () => clock.wall() + later }
    const shown = [jwk]
    const other = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: shown }))
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const at = new URL(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)
    assert.ok(await (await serverKeys(own, at, moved)).find(KID))
    shown[0] = { ...jwk, kid: 'key-2' }
    const online = await serverKeys(own, at, moved)
    later = 9 * 60_000
    assert.ok(await online.find(KID))
    later = 11 * 60_000
    await online.find(KID)
    await until(async () => (await online.find(KID)) === undefined)
    assert.ok(await online.find('key-2'))
    other.close()
    later = 60 * 60_000
    const away = await serverKeys(own, at, moved)
    assert.ok(await away.find('key-2'))
  })

  test('CORS headers allow only pages of the own server', async () => {
    const preflight = (origin: string) =>
      ask('weight/get_weight', '', { method: 'OPTIONS', headers: { origin } })
    const own = await preflight(identity.server.origin)
    assert.equal(own.status, 204)
    assert.equal(own.headers.get('access-control-allow-origin'), identity.server.origin)
    assert.equal(own.headers.get('access-control-allow-credentials'), null)
    for (const origin of [
      'https://evil.example',
      'null',
      `${identity.server.origin}.evil.example`,
    ]) {
      const foreign = await preflight(origin)
      assert.equal(foreign.status, 403)
      assert.equal(foreign.headers.get('access-control-allow-origin'), null)
      const read = await ask('weight/get_weight', await token(), { headers: { origin } })
      assert.equal(read.status, 403)
      assert.equal(read.headers.get('access-control-allow-origin'), null)
    }
  })

  test('the stream carries readings, and a token allows no commands', async () => {
    const stream = await ask('weight/stream?post=1', await token())
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('event: weight')) text += (await reader.read()).value ?? ''
    await reader.cancel()
    const zero = { method: 'POST', body: '{"post":1}' }
    assert.equal((await ask('weight/zero', await token(), zero)).status, 404)
  })
})
