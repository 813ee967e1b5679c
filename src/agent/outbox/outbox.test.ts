import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { EventType } from '#contract/device/agent-events.ts'
import type { AgentMessage } from '#contract/device/agent-link.ts'
import { until } from '#test/support/until.ts'
import { agentClock } from '../clock.ts'
import { eventStore } from './event-store.ts'
import { openDatabase } from './open-database.ts'
import { openOutbox } from './outbox.ts'
import { photoStore } from './photo-store.ts'

type Event = Extract<AgentMessage, { msg: 'evt' }>

const DEVICE = '019f3a52-7c00-7000-8000-000000000001'

describe('the outbox', () => {
  let dir: string
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'priyomka-outbox-'))
  })
  after(() => rm(dir, { recursive: true }))

  test('500 events over 50 restarts, lost links and lost answers arrive once each and in order', async () => {
    const stored = new Map<string, Event>()
    const order: string[] = []
    let up = false
    let noted = 0
    let repeats = 0
    for (let life = 0; life < 50; life++) {
      const acks: string[] = []
      const outbox = openOutbox(join(dir, 'restarts'), agentClock(), (message) => {
        if (!up || message.msg !== 'evt') return false
        if (stored.has(message.event_id)) repeats++
        else order.push(message.event_id)
        stored.set(message.event_id, message)
        // Every third acknowledgement is lost on the way.
        if ((stored.size + life) % 3 > 0) acks.push(message.event_id)
        return true
      })
      for (let i = 0; i < 10; i++) {
        outbox.note('zero', DEVICE, { weight_g: noted++ })
        up = (life + i) % 4 > 0
        if (i % 5 === 2) outbox.linkOpened()
        if (up) outbox.acknowledged(acks.splice(0))
      }
      outbox.close()
    }
    up = true
    const outbox = openOutbox(join(dir, 'restarts'), agentClock(), (message) => {
      const event = message as Event
      if (!stored.has(event.event_id)) order.push(event.event_id)
      stored.set(event.event_id, event)
      queueMicrotask(() => outbox.acknowledged([event.event_id]))
      return true
    })
    outbox.linkOpened()
    const left = openDatabase(join(dir, 'restarts', 'outbox.sqlite'))
    await until(() => left.prepare('SELECT count(*) AS n FROM event').get()!['n'] === 0)
    left.close()
    outbox.close()
    assert.equal(stored.size, 500)
    assert.ok(repeats > 20, `${repeats} repeats`)
    assert.deepEqual(order, order.toSorted())
    const weights = order.map((id) => stored.get(id)!.body['weight_g'])
    assert.deepEqual(weights, [...weights.keys()])
  })

  test('at most sixteen events are sent without an answer', () => {
    const sent: string[] = []
    const outbox = openOutbox(join(dir, 'window'), agentClock(), (message) => {
      sent.push((message as Event).event_id)
      return true
    })
    for (let i = 0; i < 40; i++) outbox.note('zero', DEVICE, { weight_g: i })
    assert.equal(sent.length, 16)
    outbox.acknowledged(sent.slice(0, 5))
    assert.equal(sent.length, 21)
    outbox.close()
  })

  test('a full outbox drops and counts the oldest events, states of devices before weights', () => {
    const database = openDatabase(join(dir, 'bounds', 'outbox.sqlite'))
    const now = Date.parse('2026-11-21T00:00:00Z')
    const events = eventStore(database, () => now, 10)
    const add = (n: number, at: string, type: EventType = 'zero') =>
      events.add({
        event_id: `01${String(n).padStart(24, '0')}`,
        type,
        at,
        device_id: null,
        body: {},
      })
    const left = () => events.after('', 100).map((event) => Number(event.event_id.slice(2)))
    add(1, '2026-10-01T00:00:00.000Z')
    for (let n = 2; n < 20; n++) add(n, '2026-11-20T00:00:00.000Z')
    assert.deepEqual(left(), [10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
    assert.equal(events.dropped(), 9)
    for (let n = 20; n < 30; n++) add(n, '2026-11-20T00:00:00.000Z', 'device_state')
    assert.deepEqual(left(), [11, 12, 13, 14, 15, 16, 17, 18, 19, 29])
    database.close()
  })

  test('stored pictures keep to their bounds of size and age, and dropped ones are counted', async () => {
    const database = openDatabase(join(dir, 'photos', 'outbox.sqlite'))
    const now = Date.parse('2026-11-21T00:00:00Z')
    const photos = photoStore(database, join(dir, 'photos', 'files'), () => now, 1000)
    const add = (id: string, taken_at: string) =>
      photos.add({ id, episode_id: 'e', device_id: DEVICE, camera: 1, taken_at }, Buffer.alloc(400))
    add('old', '2026-11-01T00:00:00.000Z')
    add('a', '2026-11-20T00:00:00.000Z')
    add('b', '2026-11-20T00:00:01.000Z')
    add('c', '2026-11-20T00:00:02.000Z')
    assert.deepEqual(
      photos.ofLoad('e').map(({ id }) => id),
      ['b', 'c'],
    )
    assert.equal(photos.dropped(), 2)
    assert.equal(photos.nextToSend(), undefined)
    photos.announce('c', '01EVENT')
    assert.equal(photos.nextToSend()!.id, 'c')
    assert.equal((await photos.read('c')).length, 400)
    const mode = (await stat(join(dir, 'photos', 'files', 'c.jpg'))).mode & 0o777
    assert.equal(mode, 0o600)
    database.close()
  })

  test('ids grow after a restart even when the clock was set back', () => {
    const clock = agentClock()
    let wall = Date.now()
    const moved = { ...clock, wall: () => wall }
    const open = () => openOutbox(join(dir, 'clock'), moved, () => false)
    const first = open()
    const before = first.note('zero', DEVICE, { weight_g: 0 })
    first.close()
    wall -= 3_600_000
    const second = open()
    assert.ok(second.newId() > before)
    second.close()
  })

  test('when the disk takes nothing, the event is lost and the agent works on', () => {
    const outbox = openOutbox(join(dir, 'full'), agentClock(), () => false)
    const database = openDatabase(join(dir, 'full', 'outbox.sqlite'))
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON event
      BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`)
    outbox.note('zero', DEVICE, { weight_g: 0 })
    outbox.together(() => {
      outbox.note('zero', DEVICE, { weight_g: 0 })
      outbox.note('zero', DEVICE, { weight_g: 0 })
    })
    assert.equal(outbox.dropped().events, 2)
    database.close()
    outbox.close()
  })

  test('while a file cannot be opened no event is lost: the agent works on, and the next start sends them', async () => {
    const path = join(dir, 'closed')
    const sent: string[] = []
    const open = () =>
      openOutbox(path, agentClock(), (message) => sent.push((message as Event).event_id) > 0)
    const first = open()
    const waiting = first.note('zero', DEVICE, { weight_g: 0 })
    first.close()
    // As on a full disk, SQLite finds no place for its log.
    await mkdir(join(path, 'outbox.sqlite-wal'))
    const second = open()
    sent.length = 0
    const meanwhile = second.note('zero', DEVICE, { weight_g: 20 })
    second.linkOpened()
    second.close()
    await rmdir(join(path, 'outbox.sqlite-wal'))
    const third = open()
    third.linkOpened()
    third.close()
    assert.deepEqual(sent, [meanwhile, meanwhile, waiting])
  })

  test('a damaged file is set aside, and the agent works on', async () => {
    await mkdir(join(dir, 'damaged'))
    await writeFile(join(dir, 'damaged', 'outbox.sqlite'), 'not a database '.repeat(500))
    const outbox = openOutbox(join(dir, 'damaged'), agentClock(), () => true)
    outbox.note('zero', DEVICE, { weight_g: 0 })
    assert.equal(outbox.dropped().events, 0)
    outbox.close()
    const files = await readdir(join(dir, 'damaged'))
    assert.equal(files.filter((name) => name.includes('.damaged-')).length, 1)
  })
})
