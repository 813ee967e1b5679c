import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())

const report = (payload: string, type = 'application/csp-report') =>
  world.nobody.raw({
    method: 'POST',
    url: '/api/v1/csp-report',
    headers: { 'content-type': type },
    payload,
  })

const told = {
  'document-uri': 'http://127.0.0.1:8080/operator/suppliers?mask=Иванов#x',
  'violated-directive': 'script-src-elem',
  'blocked-uri': 'https://evil.example/x.js?stolen=1',
  'source-file': 'eval',
  'line-number': 7,
  'original-policy': "default-src 'none'",
}

test('a blocked action of a page is one line of the log, without queries', async (t) => {
  const log = t.mock.method(world.app.log, 'warn', () => undefined)
  const answer = await report(JSON.stringify({ 'csp-report': told }))
  assert.deepEqual([answer.statusCode, answer.body], [204, ''])
  const line: unknown = log.mock.calls[0]!.arguments[0]
  const { req_id: id, ...facts } = line as Record<string, unknown>
  assert.match(String(id), /^[\da-f-]{36}$/)
  assert.deepEqual(facts, {
    directive: 'script-src-elem',
    page: 'http://127.0.0.1:8080/operator/suppliers',
    blocked: 'https://evil.example/x.js',
    source: 'eval',
    line: 7,
  })
})

test('long values are cut, and a body that is no report writes no line', async (t) => {
  const log = t.mock.method(world.app.log, 'warn', () => undefined)
  const bad: [string, string | undefined, number][] = [
    ['{', undefined, 400],
    ['[]', undefined, 400],
    ['{"csp-report":{"blocked-uri":5}}', undefined, 400],
    ['{"__proto__":{"x":1}}', undefined, 400],
    [`{"csp-report":{"x":"${'x'.repeat(17_000)}"}}`, undefined, 413],
    [JSON.stringify({ 'csp-report': told }), 'application/json', 415],
    [JSON.stringify({ 'csp-report': told }), 'text/plain', 415],
  ]
  for (const [payload, type, status] of bad)
    assert.equal((await report(payload, type)).statusCode, status, payload.slice(0, 40))
  assert.equal(log.mock.callCount(), 0)
  await report(JSON.stringify({ 'csp-report': { 'effective-directive': 'x'.repeat(5000) } }))
  const line = log.mock.calls[0]!.arguments[0] as { directive?: string }
  assert.equal(line.directive!.length, 300)
})

test('more than thirty reports a minute from all senders are refused', async (t) => {
  const log = t.mock.method(world.app.log, 'warn', () => undefined)
  const statuses: number[] = []
  for (let n = 0; n < 62; n++) statuses.push((await report('{"csp-report":{}}')).statusCode)
  const last = await report('{"csp-report":{}}')
  assert.ok(log.mock.callCount() <= 60, 'two windows at most fell into this test')
  assert.equal(statuses.filter((status) => status === 204).length, log.mock.callCount())
  assert.deepEqual([last.statusCode, last.json().code], [429, 'common.too-many'])
  assert.ok(Number(last.headers['retry-after']) > 0)
})
