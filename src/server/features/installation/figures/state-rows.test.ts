import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { installation } from '#contract/installation/installation.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import type { StatePart, StateRow } from '#contract/installation/state-rows.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'
import { setAside } from '../../../sweeps/set-aside-queries.ts'
import { databaseRows } from './database-rows.ts'
import type { DatabaseFigure } from './figures-queries.ts'
import { bankRows, payoutRows } from './money-rows.ts'
import { size, span } from './state-words.ts'
import './figures.ts'

const world = await openWorld()
after(() => world.close())
const { services, own, supervisor } = world
const { q } = services

/** The rows of one part, read anew. */
async function rowsOf(part: StatePart): Promise<StateRow[]> {
  if (services.state.figures) services.state.figures.begunAt = -Infinity
  await until(() => services.state.figures?.reading === undefined)
  const { rows } = await supervisor.api.send(installation.getState, {})
  return rows.filter((one) => one.part === part)
}
const told = (rows: readonly StateRow[]) =>
  rows.map(({ what, state, told: how }) => [what, state, how])
const amiss = (rows: readonly StateRow[]) => rows.filter(({ state }) => state !== 'good')

test('an installation without a fault has a row for each part and nothing to do but what it may collect', async () => {
  await rowsOf('jobs')
  const { rows } = await supervisor.api.send(installation.getState, {})
  const parts = [...new Set(rows.map(({ part }) => part))]
  assert.deepEqual(parts, ['server', 'database', 'jobs', 'money', 'sites', 'storage'])
  assert.deepEqual(
    amiss(rows).map(({ what, told: how }) => [what, how]),
    [],
  )
  assert.deepEqual(told(rows.filter(({ part }) => part === 'money')), [
    ['Выплаты в пути', 'good', 'Нет'],
    ['Счета в банках', 'good', 'Выплаты идут по 0 из 0'],
  ])
})

test('a sweep that passes over a row, an agent that is gone and a silent process are named with what to do', async () => {
  await setAside(q, 'payment.due', { company_id: own.id, id: uuidv7() })
  const [aside] = amiss(await rowsOf('jobs'))
  assert.deepEqual([aside!.what, aside!.told], ['Обход payment.due', 'Пропускает записей: 1'])
  assert.match(aside!.advice!, /a row was set aside/)

  await sql`insert into agent (company_id, id, site_id, public_key, program_version, status, last_seen_at)
    values (${own.id}, ${uuidv7()}, ${own.siteId}, 'x', '0.0.9', 'offline', now() - interval '125 minutes')`.execute(
    q,
  )
  assert.deepEqual(told(await rowsOf('sites')), [
    ['Ромашка, Площадка 1', 'bad', 'Без связи 2 ч 5 мин'],
    ['Версии программ', 'warning', 'Есть другие: 0.0.9'],
    ['На связи', 'good', '0 из 1'],
  ])

  await sql`insert into server_process (id, address, seen_at)
    values (${uuidv7()}, 'http://10.0.0.2:8080', now() - interval '90 seconds')`.execute(q)
  const [silent] = amiss(await rowsOf('server'))
  assert.deepEqual([silent!.what, silent!.told], ['Процесс http://10.0.0.2:8080', 'Молчит 1 мин'])
})

test('who holds a lock that others wait for is named', async () => {
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
  const { promise: isOver, resolve: over } = Promise.withResolvers<void>()
  const holder = q.connection().execute(async (connection) => {
    await sql`begin`.execute(connection)
    await sql`lock table supplier in access exclusive mode`.execute(connection)
    held()
    await isOver
    await sql`rollback`.execute(connection)
  })
  await isHeld
  // The server's own role waits: of other roles it sees no waiting.
  const waiter = own.manager.api.send(supplier.find, { query: { mask: 'Иванов' } })
  const [locks] = await until(
    async () => (await rowsOf('database')).filter(({ what }) => what === 'Блокировки'),
    ([row]) => row!.state !== 'good',
  ).finally(over)
  await Promise.all([holder, waiter])
  assert.match(locks!.told, /^сеанс \d+ \(priyomka\) держит \d$/)
})

test('a question that fails is told as not known, and the rest of the page stays', async () => {
  await sql`alter table set_aside rename to set_apart`.execute(q)
  const jobs = await rowsOf('jobs')
  assert.deepEqual(told(amiss(jobs)), [
    ['Отложенные записи', 'unknown', 'База не ответила на этот вопрос'],
  ])
  assert.ok((await rowsOf('money')).every(({ state }) => state === 'good'))
  await sql`alter table set_apart rename to set_aside`.execute(q)
})

test('payouts are judged by state and age, and a stopped bank is named with its reason', () => {
  const of = (status: 'unknown' | 'registering' | 'processing', oldest: number) =>
    payoutRows([{ status, count: 2, oldest_s: oldest, company: 'Ромашка' }], false)[0]!.state
  assert.deepEqual(
    [of('unknown', 3600), of('unknown', 3601), of('registering', 901), of('processing', 90_000)],
    ['good', 'bad', 'bad', 'good'],
  )
  assert.equal(payoutRows([], true).at(-1)!.state, 'bad')
  assert.equal(payoutRows(undefined, false)[0]!.state, 'unknown')
  const bank = { id: uuidv7(), company: 'Ромашка', title: 'Т-Банк', reason: 'Ключи не подошли' }
  const [sum, stopped] = bankRows([{ ...bank, is_stopped: true }], false)
  assert.equal(sum!.told, 'Выплаты идут по 0 из 1')
  const [held] = bankRows([{ ...bank, is_stopped: false }], true)
  assert.equal(held!.told, 'Все стоят, пока выплаты не отпустят вдвоём: 1')
  assert.deepEqual(
    [stopped!.what, stopped!.told],
    ['Ромашка, Т-Банк', 'Остановлен: Ключи не подошли'],
  )
})

test('the database is judged by connections, bloat, open transactions and slow statements', () => {
  const whole: DatabaseFigure = {
    version: '18.4',
    bytes: 3_400_000_000,
    connections: 30,
    most_connections: 100,
    waiting: 0,
    longest_s: 5,
    dead_rows: 10,
    live_rows: 90,
  }
  const states = (change: Partial<DatabaseFigure>, mean = 20) => {
    const slow = [{ text: 'select 1', calls: 12, mean_ms: mean }]
    const rows = databaseRows({ ...whole, ...change }, { blockers: [], tables: [], slow })
    return amiss(rows).map(({ what }) => what)
  }
  assert.deepEqual(states({}), [])
  assert.deepEqual(states({ connections: 91 }), ['Соединения'])
  assert.deepEqual(states({ longest_s: 1801 }), ['Самая долгая операция'])
  assert.deepEqual(states({ dead_rows: 80 }), ['Устаревшие строки'])
  assert.deepEqual(states({}, 501), ['Медленный запрос 1'])
  const unread = databaseRows(undefined, {
    blockers: undefined,
    tables: undefined,
    slow: undefined,
  })
  assert.ok(unread.every(({ state }) => state === 'unknown'))
})

test('spans and sizes are read at a glance', () => {
  assert.deepEqual([5, 65, 3600, 3660, 86_400, 183_600].map(span), [
    '5 с',
    '1 мин',
    '1 ч',
    '1 ч 1 мин',
    '1 дн',
    '2 дн 3 ч',
  ])
  assert.deepEqual([81_500_000, 3_400_000_000].map(size), ['81,5 МБ', '3,4 ГБ'])
})
