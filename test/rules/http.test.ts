import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { allCalls } from '#contract/calls.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { api } = world.own.operator

const ANSWERS: Record<string, InjectOptions> = {
  '200': { url: '/healthz' },
  '401': { url: '/api/v1/act/getAllActs', headers: { authorization: 'Bearer nonsense' } },
  '404': { url: '/api/v1/nothing/here' },
  '404 page': { url: '/.git/config' },
  '415': {
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { 'content-type': 'text/plain' },
    payload: '{}',
  },
  '400': { method: 'POST', url: '/api/v1/auth/login', payload: {} },
}

const SCREEN =
  /^default-src 'none'.*require-trusted-types-for 'script'.*report-uri \/api\/v1\/csp-report; frame-ancestors 'none'$/
const DATA = /^default-src 'none'; frame-ancestors 'none'$/

test('every answer carries the protecting headers, whatever its status', async () => {
  for (const [name, request] of Object.entries(ANSWERS)) {
    const { headers, statusCode } = await world.nobody.raw(request)
    assert.equal(String(statusCode), name.slice(0, 3), name)
    const isCall = String(request.url).startsWith('/api/')
    assert.match(String(headers['content-security-policy']), isCall ? DATA : SCREEN, name)
    assert.equal(headers['x-frame-options'], 'DENY', name)
    assert.equal(headers['x-content-type-options'], 'nosniff', name)
    assert.equal(headers['referrer-policy'], 'no-referrer', name)
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin', name)
    assert.match(String(headers['permissions-policy']), /microphone=\(\)/, name)
    assert.equal(headers['set-cookie'], undefined, name)
    assert.equal(headers['access-control-allow-origin'], undefined, name)
    assert.equal(headers['x-powered-by'], undefined, name)
    if (isCall) assert.equal(headers['cache-control'], 'no-store', name)
  }
})

test('only printed pages may be framed, and only by our own pages', async () => {
  const framed = ['/print/act/1', '/print/consent/1?x=1', '/operator/price?paper=1']
  const alone = [
    '/',
    '/printing',
    '/operator/price',
    '/operator/price?notpaper=1',
    '/operator/acts?paper=1',
    '/api/v1/nothing?x=/print/act/1',
    '//print/act/1',
  ]
  for (const url of [...framed, ...alone]) {
    const { headers } = await world.nobody.raw({ url })
    const [who, old] = framed.includes(url) ? ["'self'", 'SAMEORIGIN'] : ["'none'", 'DENY']
    assert.match(String(headers['content-security-policy']), new RegExp(`frame-ancestors ${who}$`))
    assert.equal(headers['x-frame-options'], old, url)
  }
})

test('an unknown call is refused as a call, not with a page of the screens', async () => {
  const answer = await world.nobody.raw({ url: '/api/v1/nothing/here' })
  assert.equal(answer.statusCode, 404)
  assert.equal(answer.json().code, 'common.not-found')
})

test('no call answers a navigation or a page of another site', async () => {
  for (const headers of [
    { 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-purpose': 'prefetch;prerender' },
  ]) {
    const answer = await api.raw({ url: '/api/v1/modules/getModuleList', headers })
    assert.equal(answer.statusCode, 403)
    assert.equal(answer.json().code, 'access.denied')
  }
})

test('only JSON is read: forms and texts are refused and change nothing', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json5',
    'application/csp-report',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json; charset=windows-1251',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; profile=x',
  ]) {
    const answer = await api.raw({
      method: 'PUT',
      url: '/api/v1/user/updateUsersInfo',
      headers: { 'content-type': type },
      payload: 'x=1',
    })
    assert.equal(answer.statusCode, 415, type)
    assert.equal(answer.json().code, 'common.unsupported-type')
  }
})

test('JSON may say that it is UTF-8, in any spelling', async () => {
  for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
    const answer = await api.raw({
      method: 'PUT',
      url: '/api/v1/user/updateUsersInfo',
      headers: { 'content-type': type },
      payload: '{"full_name":5}',
    })
    assert.equal(answer.json().code, 'common.validation', type)
  }
})

test('broken, dangerous, deep and large JSON is refused in Russian', async () => {
  const deep = `${'['.repeat(40)}${']'.repeat(40)}`
  const bodies: [string, number][] = [
    ['{', 400],
    ['{"__proto__":{"x":1}}', 400],
    ['{"constructor":{"prototype":{}}}', 400],
    [deep, 400],
    [`{"login":"${'x'.repeat(300_000)}"}`, 413],
  ]
  for (const [payload, status] of bodies) {
    const answer = await world.nobody.raw({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    assert.equal(answer.statusCode, status, payload.slice(0, 40))
    assert.match(answer.json().message, /[а-яё]/i)
  }
})

test('malformed requests are refused in Russian, with the protecting headers', async () => {
  const start = 'GET /api/v1/act/getAllActs HTTP/1.1\r\nhost: x\r\n'
  const body = 'content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'
  const bytes: [string, number, string][] = [
    [`${start}x-long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'common.too-large'],
    [`${start}no colon\r\n\r\n`, 400, 'common.validation'],
    [`${start}${body}`, 400, 'common.validation'],
    ['\u0000\u0001\u0002\r\n\r\n', 400, 'common.validation'],
  ]
  const { port } = new URL(await world.app.listen({ host: '127.0.0.1', port: 0 }))
  for (const [sent, status, code] of bytes) {
    const answer = await overSocket(Number(port), sent)
    const [head = '', json = '{}'] = answer.split('\r\n\r\n')
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `))
    assert.match(head, /content-security-policy: default-src 'none'/)
    assert.match(head, /cache-control: no-store/)
    assert.deepEqual(Object.keys(JSON.parse(json) as object), ['code', 'message'])
    assert.match(json, new RegExp(`"${code}".*[а-яё]`, 'i'))
  }
})

async function overSocket(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

test('a repeated, unknown or broken query parameter is refused', async () => {
  for (const query of [
    'filter={}&filter={}',
    'surprise=1',
    'filter={bad',
    'filter={"unknown":1}',
    'filter={"limit":1e400}',
  ]) {
    const answer = await api.raw({ url: `/api/v1/supplier/getAllSuppliers?${encodeURI(query)}` })
    assert.equal(answer.statusCode, 400, query)
    assert.match(answer.json().message, /[а-яё]/i)
  }
})

test('OpenAPI has every declared call, filters as objects and the entity of every id', async () => {
  const answer = await world.nobody.raw({ url: '/api/v1/openapi.json' })
  const document = answer.json<{
    paths: Record<
      string,
      Record<string, { summary: string; parameters: { name: string; content?: unknown }[] }>
    >
  }>()
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((m) => `${m.toUpperCase()} ${path}`),
  )
  assert.deepEqual(
    listed.toSorted(),
    allCalls
      .map(({ call }) => `${call.method} ${call.path.replaceAll(/:(\w+)/g, '{$1}')}`)
      .toSorted(),
  )
  const list = document.paths['/api/v1/act/getAllActs']!['get']!
  const filter = list.parameters.find(({ name }) => name === 'filter')
  assert.match(JSON.stringify(filter?.content), /"type":"object".*"x-entity":"supplier"/)
})

test('outside the demo OpenAPI needs a sign-in', async () => {
  const real = await openWorld({ config: { demo: false } })
  const url = '/api/v1/openapi.json'
  try {
    const stranger = await real.nobody.raw({ url })
    assert.deepEqual([stranger.statusCode, stranger.json().code], [401, 'auth.required'])
    assert.equal((await real.own.user.api.raw({ url })).statusCode, 200)
  } finally {
    await real.close()
  }
})
