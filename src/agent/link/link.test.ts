import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { AgentMessage, ServerMessage } from '#contract/device/agent-link.ts'
import { startLinkServer } from '#test/failures/link-server.ts'
import { agentClock } from '../clock.ts'
import { enrol, normalCode, readIdentity } from './identity.ts'
import { keepLink, type Link } from './link.ts'

const CODE = 'ABCD-1234'
const HELLO: AgentMessage = {
  msg: 'hello',
  v: 1,
  version: '0.1.0',
  boot_id: '019f3a52-7c00-7000-8000-000000000001',
  devices: [],
}

describe('the link to the server', () => {
  let dir: string
  let server: Awaited<ReturnType<typeof startLinkServer>>
  let link: Link | undefined
  const received: ServerMessage[] = []

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'priyomka-link-'))
  })
  after(() => rm(dir, { recursive: true }))
  beforeEach(async () => {
    received.length = 0
    server = await startLinkServer({ code: CODE, ahead_ms: 3_600_000 })
  })
  afterEach(async () => {
    await link?.stop()
    await server.close()
  })

  async function dial() {
    const identity = await enrol(dir, new URL(server.url), CODE, agentClock())
    // A clock that knows nothing of the server yet, as after a restart.
    const clock = agentClock()
    link = keepLink(identity, clock, {
      opened: () => HELLO,
      ready: () => {},
      message: (message) => void received.push(message),
    })
    await server.seen((m): m is Extract<AgentMessage, { msg: 'hello' }> => m.msg === 'hello')
    return clock
  }

  test('with clocks an hour apart one token is refused, then the link is made', async () => {
    const clock = await dial()
    assert.deepEqual(server.statuses, [401, 101])
    assert.ok(Math.abs(clock.wall() - (Date.now() + 3_600_000)) < 2000)
  })

  test('a used code is refused with the sentence of the server, and the identity stays', async () => {
    await dial()
    const again = enrol(dir, new URL(server.url), CODE, agentClock())
    await assert.rejects(again, /Код не подходит/)
    const kept = await readIdentity(dir)
    assert.equal(kept?.agent_id, server.ids.agent_id)
  })

  test('valid messages reach the agent; an invalid one ends the socket and the agent reconnects', async () => {
    await dial()
    server.send({ msg: 'ack', event_ids: [] })
    const from = server.messages.length
    server.send({ msg: 'ack', event_ids: [], surprise: 1 })
    await server.seen((m): m is Extract<AgentMessage, { msg: 'hello' }> => m.msg === 'hello', from)
    assert.deepEqual(received, [{ msg: 'ack', event_ids: [] }])
  })

  test('a question that this program does not know is answered in words, and the link stays', async () => {
    await dial()
    const from = server.messages.length
    const id = '019f3a52-7c00-7000-8000-000000000009'
    const asked = { msg: 'req', id, deadline_ms: 500 }
    server.send({ ...asked, call: 'zero', params: { post: 1, softly: true } })
    const answer = await server.seen(
      (m): m is Extract<AgentMessage, { msg: 'res' }> => m.msg === 'res',
      from,
    )
    assert.ok(!answer.ok)
    assert.equal(answer.id, id)
    assert.match(answer.message, /старше сервера.*Обновите/)
    assert.ok(link!.isUp())
    assert.deepEqual(received, [])
  })

  test('without a socket a message is dropped, not queued', async () => {
    await dial()
    server.cut()
    // When it dials again chance decides, so the moment between is looked for without a pause.
    while (link!.isUp()) await new Promise(setImmediate)
    assert.equal(link!.send({ msg: 'config_ok', rev: 1 }), false)
    const from = server.messages.length
    await server.seen((m): m is Extract<AgentMessage, { msg: 'hello' }> => m.msg === 'hello', from)
    assert.ok(!server.messages.some((m) => m.msg === 'config_ok'))
  })
})

test('an enrolment without an answer names the server and the reason', async () => {
  const nobody = enrol(tmpdir(), new URL('http://127.0.0.1:9'), CODE, agentClock())
  await assert.rejects(
    nobody,
    /^Error: http:\/\/127\.0\.0\.1:9 does not answer: (bad port|connect)/,
  )
})

test('enrolment codes are read with spaces, hyphens and either case', () => {
  assert.equal(normalCode(' abcd-1234 '), 'ABCD-1234')
  assert.equal(normalCode('oilz0000'), '011Z-0000')
  assert.throws(() => normalCode('ABCU-1234'))
  assert.throws(() => normalCode('ABC'))
})
