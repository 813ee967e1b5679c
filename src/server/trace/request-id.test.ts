import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { supplier } from '#contract/supplier/supplier.ts'
import { logReader } from '#test/support/read-log.ts'
import { requestOf } from '#test/support/api.ts'
import { openWorld } from '#test/support/world.ts'
import { requestIdOf } from './request-id.ts'

const log = logReader()
const world = await openWorld({ logTo: log, config: { logLevel: 'info' } })
after(() => world.close())

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const ID = '4bf92f35-77b3-4da6-a3ce-929d0e0e4736'
const UUID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

async function ask(traceparent?: string) {
  log.clear()
  const find = requestOf(supplier.find, { query: { mask: 'Иванов' } })
  const headers = { ...find.headers, ...(traceparent && { traceparent }) }
  const answer = await world.app.inject({ ...find, headers })
  assert.equal(answer.statusCode, 401)
  const [line] = log.of('access')
  return [answer.headers['x-request-id'], line!['request']]
}

test('a refusal and the log name a request as its browser does', async () => {
  assert.deepEqual(await ask(`00-${TRACE}-00f067aa0ba902b7-01`), [ID, ID])
})

test('without a name of its own, or with a broken one, a request gets a new one', async () => {
  const [told, logged] = await ask()
  assert.equal(told, logged)
  assert.match(String(told), UUID)
  for (const broken of [
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `01-${TRACE}-00f067aa0ba902b7-01`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${TRACE}-00f067aa0ba902b7-01\n"log":"security"`,
    [`00-${TRACE}-00f067aa0ba902b7-01`],
    undefined,
  ])
    assert.match(requestIdOf(broken), UUID)
})
