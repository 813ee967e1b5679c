import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { auth } from '#contract/user/auth.ts'
import { entities } from '#contract/core/entities.ts'
import { liveBye, liveChanges, type LiveChange } from '#contract/core/live.ts'
import { user } from '#contract/user/user.ts'
import { inTransaction, type Db } from '#server/db/handle.ts'
import { addAuditEvent } from '#server/db/audit.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
let address = ''
before(async () => {
  world = await openWorld()
  address = await world.app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => world.close())

const change = (db: Db, ...ids: string[]) =>
  inTransaction(db, async (db) => {
    for (const id of ids) addAuditEvent(db, { action: 'act.update', entity: 'act', id })
  })

test('the changes of one transaction come as one event of the declared shape', async () => {
  const stream = await openStream(world.own.operator.api.token)
  const ids = [uuidv7(), uuidv7()]
  await change(world.own.db, ids[0]!, ids[1]!, ids[0]!)
  const told = await stream.changes()
  assert.deepEqual(
    told.map(({ entity, id }) => `${entity} ${id}`).toSorted(),
    ids.map((id) => `act ${id}`).toSorted(),
  )
  stream.close()
})

test('more than two hundred changes at once are sent by entity, without ids', async () => {
  const stream = await openStream(world.own.operator.api.token)
  await change(world.own.db, ...Array.from({ length: 201 }, () => uuidv7()))
  assert.deepEqual(await stream.changes(), [{ entity: 'act', id: null }])
  stream.close()
})

test('a company gets no changes of another one, the supervisor gets both', async () => {
  const stranger = await openStream(world.other.operator.api.token)
  const supervisor = await openStream(world.supervisor.api.token)
  const [own, other] = [uuidv7(), uuidv7()]
  await change(world.own.db, own)
  assert.deepEqual(await supervisor.changes(), [{ entity: 'act', id: own }])
  await change(world.other.db, other)
  assert.deepEqual(await supervisor.changes(), [{ entity: 'act', id: other }])
  assert.deepEqual(await stranger.changes(), [{ entity: 'act', id: other }])
  stranger.close()
  supervisor.close()
})

test('a stream begins with the changes since it was requested, and nothing older', async () => {
  const { token } = world.own.operator.api
  const begun = performance.now()
  await inTransaction(world.own.db, async (db) =>
    addAuditEvent(db, { action: 'act.update', entity: 'bank', id: uuidv7() }),
  )
  const late = await openStream(token, { behind_ms: '60000' })
  const sent = (await late.changes()).find(({ entity }) => entity === 'bank')
  // Committed after `begun`, and heard of before the stream was asked for.
  assert.ok(sent!.ago_ms! >= 0 && sent!.ago_ms! <= performance.now() - begun)
  late.close()
  const { live } = world.services
  const since = (companyId: string) => live.changed(companyId, performance.now() - begun)
  const [past, ...more] = since(world.own.id)
  assert.equal(past?.entity, 'bank')
  assert.deepEqual(more, [])
  assert.deepEqual(since(world.other.id), [])
  const calm = await openStream(token, { behind_ms: '0' })
  const id = uuidv7()
  await change(world.own.db, id)
  assert.deepEqual(await calm.changes(), [{ entity: 'act', id }])
  calm.close()
  const long = await fetch(`${address}/api/v1/live/stream?behind_ms=60001`, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(long.status, 400)
})

test('after a lost database connection every entity is sent as changed', async () => {
  const stream = await openStream(world.own.operator.api.token)
  const others = `pid <> pg_backend_pid() and datname = current_database()`
  await sql
    .raw(`select pg_terminate_backend(pid) from pg_stat_activity
      where ${others} and application_name = 'priyomka-live'`)
    .execute(world.own.db.q)
  // It ends, so that the screen comes back and reads all again; until the source is there it is refused in words.
  await stream.ended
  for (let status = 0; status !== 200;) {
    const refused = await fetch(`${address}/api/v1/live/stream`, {
      headers: { authorization: `Bearer ${world.own.operator.api.token}` },
    })
    status = refused.status
    if (status !== 200) assert.match(await refused.text(), /common.unavailable/)
    else await refused.body?.cancel()
  }
  const late = await openStream(world.own.operator.api.token, { behind_ms: '60000' })
  assert.equal((await late.changes()).length, entities.length)
  late.close()
  stream.close()
})

test('a stream needs a session and ends with it', async (t) => {
  const refused = await fetch(`${address}/api/v1/live/stream`)
  assert.equal(refused.status, 401)
  await refused.body?.cancel()
  t.mock.timers.enable({ apis: ['setInterval'] })
  const stream = await openStream(world.own.user.api.token)
  await world.own.user.api.send(auth.logout)
  t.mock.timers.tick(30_000)
  const bye = await stream.next('bye')
  assert.deepEqual(z.parse(liveBye, JSON.parse(bye)), { reason: 'auth.required' })
  await stream.ended
})

test('a person who is blocked or loses his roles loses the stream at once, after the change of himself', async () => {
  const { own, supervisor } = world
  const person = own.manager
  const change_ = async (changes: object) => {
    const { items } = await supervisor.api.send(user.superGetAll)
    const { version } = items.find(({ id }) => id === person.id)!
    await supervisor.api.send(user.superUpdate, { body: { id: person.id, version, ...changes } })
  }
  const before = await openStream(person.api.token)
  await change_({ roles: [] })
  assert.deepEqual(JSON.parse(await before.next('bye')), { reason: 'access.denied' })
  await before.ended
  const bare = await openStream(person.api.token)
  const notice = uuidv7()
  await change(own.db, uuidv7())
  await inTransaction(own.db, async (db) =>
    addAuditEvent(db, { action: 'act.update', entity: 'notice', id: notice }),
  )
  assert.deepEqual(await bare.changes(), [{ entity: 'notice', id: notice }])
  await supervisor.api.send(user.superSetStatus, { body: { id: person.id, new_status: 'blocked' } })
  assert.deepEqual(JSON.parse(await bare.next('bye')), { reason: 'auth.required' })
  await bare.ended
})

/** Reads the events of one stream, `ping` first: nothing committed afterwards is missed. */
async function openStream(token: string | undefined, query: Record<string, string> = {}) {
  const end = new AbortController()
  const response = await fetch(`${address}/api/v1/live/stream?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: end.signal,
  })
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type')!, /^text\/event-stream/)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (name: string): Promise<string> => {
    for (;;) {
      const place = text.indexOf('\n\n')
      if (place >= 0) {
        const [event = '', data = ''] = text.slice(0, place).split('\n')
        text = text.slice(place + 2)
        if (event === `event: ${name}`) return data.slice('data: '.length)
        continue
      }
      const { value, done } = await reader.read()
      if (done) throw new Error(`the stream ended before ${name}`)
      text += value
    }
  }
  await next('ping')
  return {
    next,
    changes: async (): Promise<LiveChange[]> =>
      z.parse(liveChanges, JSON.parse(await next('change'))),
    get ended() {
      return reader.read().then(({ done }) => assert.equal(done, true))
    },
    close: () => end.abort(),
  }
}
