import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld({ config: { publicUrl: 'https://priyomka.example.ru' } })
after(() => world.close())

const PLACES = ['/', '/api/v1/auth/validateJWT', '/api/v1/nothing', '/healthz', '/nothing']

test('behind https every answer asks for https of a year, under all names below too', async () => {
  for (const url of PLACES) {
    const { headers } = await world.app.inject({ url })
    assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains', url)
  }
})

test('no call answers TRACE, and OPTIONS allows no other origin', async () => {
  for (const method of ['TRACE', 'OPTIONS'] as const)
    for (const url of PLACES) {
      const origin = 'https://elsewhere.example'
      const { statusCode, headers, body } = await world.app.inject({
        method: method as 'OPTIONS',
        url,
        headers: { origin, 'x-probe': 'echo-of-the-caller' },
      })
      assert.ok([404, 405].includes(statusCode), `${method} ${url}: ${statusCode}`)
      assert.doesNotMatch(body, /echo-of-the-caller/)
      assert.equal(headers['access-control-allow-origin'], undefined)
    }
})

test('neither the clone nor the settings beside the program are served', async () => {
  for (const url of [
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/package.json',
    '/assets/../.git/HEAD',
  ])
    assert.equal((await world.app.inject({ url })).statusCode, 404, url)
})
