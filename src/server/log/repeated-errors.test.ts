import assert from 'node:assert/strict'
import { test } from 'node:test'
import { supplier } from '#contract/supplier/supplier.ts'
import { DEADLINES } from '#server/deadlines.ts'
import { standBetween, type Between } from '#test/failures/tcp-between.ts'
import { logReader, type LogLine } from '#test/support/read-log.ts'
import { requestOf } from '#test/support/api.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'
import { openLog } from './log.ts'

const CALLS = 490
const errorOf = (line: LogLine) => line['error'] as { message: string }
const sum = (lines: readonly LogLine[]) =>
  lines.reduce((all, { again }) => all + Number(again ?? 1), 0)

test('an outage is one whole line a cause and then at most one count a second', async (t) => {
  const log = logReader()
  let line: Between | undefined
  const world = await openWorld({
    logTo: log,
    config: { logLevel: 'info', deadlines: DEADLINES },
    through: async (url) => {
      const at = new URL(url)
      line = await standBetween(Number(at.port))
      at.port = String(line.port)
      return at.href
    },
  })
  t.after(async () => {
    line!.cut(false)
    await world.close()
    await line!.close()
  })
  const { api } = world.own.operator
  const find = requestOf(supplier.find, { query: { mask: 'Иванов' } })
  const asOperator = { ...find, headers: { authorization: `Bearer ${api.token!}` } }
  await api.send(supplier.find, { query: { mask: 'Иванов' } })
  log.clear()
  line!.cut(true)
  const began = performance.now()
  const answers = await Promise.all(
    Array.from({ length: CALLS }, () => world.app.inject(asOperator)),
  )
  assert.ok(answers.every(({ statusCode }) => statusCode === 503))
  const refused = () => log.lines().filter(({ msg }) => msg === 'cannot serve')
  await until(() => sum(refused()) === CALLS)
  const seconds = Math.ceil((performance.now() - began) / 1000)
  const whole = refused().filter(({ err }) => err)
  const counted = refused().filter(({ again }) => again)
  assert.ok(whole.length <= 5, `${whole.length} causes`)
  assert.ok(counted.length <= whole.length * seconds, `${counted.length} in ${seconds} s`)
  assert.ok(JSON.stringify(counted).length < 1000 * counted.length)
  const named = counted.flatMap((told) => told['named'] as string[])
  const requests = new Set(log.of('access').map(({ request }) => request))
  assert.ok(named.length > 0 && named.every((id) => requests.has(id)))
  // Who was refused is still said once for each call.
  assert.equal(log.of('access').length, CALLS)
})

test('another cause, another work and a later try are no repeats', () => {
  const log = logReader()
  const own = openLog('info', log)
  const away = (id: number) => new Error(`no row ${id}`)
  own.failure({ event: 'a job failed', job: 'first', id: 'a', tries: 1 }, away(1))
  own.failure({ event: 'a job failed', job: 'first', id: 'b', tries: 1 }, away(2))
  own.failure({ event: 'a job failed', job: 'first', id: 'a', tries: 2 }, away(1))
  own.failure({ event: 'a job failed', job: 'other', id: 'c', tries: 1 }, away(1))
  own.failure({ event: 'a job failed', job: 'first', id: 'd', tries: 1 }, new Error('no room'))
  own.root.warn('without an error')
  own.root.warn('without an error')
  const told = () =>
    log.lines().map(({ id, msg, again, named }) => id ?? (again ? [again, named] : msg))
  assert.deepEqual(told(), ['a', 'a', 'c', 'd', 'without an error', 'without an error'])
  own.flush()
  assert.deepEqual(told().at(-1), [1, ['b']])
  const last = log.lines().at(-1)!
  assert.deepEqual([last['event'], last['job'], last['level']], ['a job failed', 'first', 'error'])
  assert.equal(errorOf(last).message, 'no row 1')
  assert.doesNotMatch(JSON.stringify(last), /stack/)
  own.flush()
  assert.equal(told().length, 7)
})

test('errors that all differ are held to fifty causes and one more', () => {
  const log = logReader()
  const own = openLog('info', log)
  const word = (n: number) => String.fromCodePoint(97 + (n % 26), 97 + Math.floor(n / 26))
  for (let n = 0; n < 400; n++) own.root.error({ err: new Error(`reason ${word(n)}`) }, 'failed')
  assert.equal(log.lines().length, 51)
  own.flush()
  assert.equal(log.lines().length, 52)
  assert.equal(log.lines().at(-1)!['again'], 349)
})

test('a cause that is over is written whole when it comes again', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const log = logReader()
  const own = openLog('info', log)
  const told = () => log.lines().map(({ err, again }) => (err ? 'whole' : again))
  for (const times of [3, 2, 1]) {
    for (let n = 0; n < times; n++) own.root.error({ err: new Error('away') }, 'failed')
    t.mock.timers.tick(1000)
  }
  assert.deepEqual(told(), ['whole', 2, 2, 1])
  t.mock.timers.tick(1000)
  own.root.error({ err: new Error('away') }, 'failed')
  assert.deepEqual(told(), ['whole', 2, 2, 1, 'whole'])
})

test('a cause does not repeat the frames of what it caused', () => {
  const log = logReader()
  const own = openLog('info', log)
  const cause = new Error('inner')
  own.root.error({ err: new Error('outer', { cause }) }, 'failed')
  const err = log.lines()[0]!['err'] as { stack: string; cause: { stack: string } }
  const frames = (text: string) => text.split('\n').filter(Boolean)
  const outer = new Set(frames(err.stack))
  assert.ok(outer.size > 1)
  assert.ok(frames(err.cause.stack).every((frame) => !outer.has(frame)))
})
