import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { report } from '#contract/report/report.ts'
import { serverOf, type Tx } from '#server/db/handle.ts'
import { askPrimaryPlace } from '#server/db/standby/prove-standby.ts'
import { readApart, standbyState } from '#server/db/standby/read-apart.ts'
import { NO_COMPANY } from '#server/db/uuid.ts'
import type { Services } from '#server/services.ts'
import { until } from '../../support/until.ts'
import {
  ask,
  closeWorld,
  enter,
  hasty,
  holdActs,
  holdReplay,
  log,
  look,
  namesIn,
  portOf,
  primaryPort,
  seesOnPrimary,
  standby,
  standbyPort,
  startAnew,
  there,
  waitingThere,
  withStandby,
  world,
} from './standby-world.ts'

const { addSupplier } = await import('../../builders/builders.ts')
const { addIssuedAct } = await import('../../builders/issued-acts.ts')
const { orderCsv } = await import('../../support/report-files.ts')
const { makeReport } = await import('#server/features/report/write/make-report.ts')

const { own, other, services } = world
const state = standbyState(services)
after(closeWorld)
beforeEach(() => {
  startAnew()
  log.clear()
})

/** Until a reading is one of the standby again. */
const servesAgain = () =>
  until(
    () => {
      state.restsUntil = 0
      return look()
    },
    ({ port }) => port === standbyPort,
  )

const listed = (by: Services) =>
  orderCsv({ ...world, services: by }, own.operator, 'list', {
    call: 'supplier/getAllSuppliers',
    columns: ['name'],
  })

test('reports and previews are read from the standby, by the rows of one company, and know what was just written', async () => {
  await addSupplier(other, { last_name: 'Чужой' })
  await enter('Второй')
  const { port, names } = await look()
  assert.equal(port, standbyPort)
  assert.ok(names.includes('Второй') && !names.includes('Чужой'), names.join())
  await enter('Третий')
  assert.match(JSON.stringify(await listed(services)), /Третий/)
  const seller = await addSupplier(own)
  for (const sum of [1000, 2000]) {
    await addIssuedAct(own, seller.id, sum)
    const { totals } = await own.manager.api.send(report.preview, {
      query: { type: 'unpaid_acts', params: { date: new Date().toISOString().slice(0, 10) } },
    })
    assert.ok(totals!.includes(sum === 1000 ? 1000 : 3000), JSON.stringify(totals))
  }
  assert.deepEqual([...state.readings], [['standby', 4]])
  assert.match(
    await services.state.meters!.metrics(),
    /priyomka_report_readings_total\{place="standby",fault="none"\} 4\n/,
  )
})

test('nothing is written where it is read', async () => {
  const writes = (tx: Tx) =>
    sql`update supplier set last_name = 'x' where company_id = ${own.id}`.execute(tx.q)
  await assert.rejects(readApart(serverOf(services, own.id), writes), { code: '25006' })
  assert.ok(!(await look()).names.includes('x'))
})

test('a refusal of the report itself is not asked of the primary again', async () => {
  let times = 0
  const refused = new RangeError('of the report itself')
  const work = async () => {
    times++
    throw refused
  }
  await assert.rejects(readApart(serverOf(services, own.id), work), refused)
  assert.deepEqual([times, ...state.readings], [1, ['standby', 1]])
})

test('reports over all companies are read from the primary', async () => {
  assert.equal((await look(serverOf(services, NO_COMPANY))).port, primaryPort)
  assert.deepEqual([...state.readings], [])
})

test('what the standby has not replayed yet is waited for', async (t) => {
  await holdReplay(t)
  await enter('Позже')
  let isOver = false
  const reading = look().finally(() => (isOver = true))
  await until(async () => {
    if (isOver) return true
    const asking = `select from pg_stat_activity where application_name = 'priyomka-reports'`
    return (await ask(there(), asking)).rowCount! > 0
  })
  await ask(there(), 'select pg_wal_replay_resume()')
  assert.equal((await reading).port, standbyPort)
  assert.ok((await reading).names.includes('Позже'))
})

test('a standby that stands still in time shows nobody an older moment, and is read again once it goes on', async (t) => {
  await holdReplay(t)
  await enter('Четвёртый')
  await seesOnPrimary('behind', 'Четвёртый', hasty(services))
  await enter('Пятый')
  state.restsUntil = 0
  assert.match(JSON.stringify(await listed(hasty(services))), /Пятый/)
  await ask(there(), 'select pg_wal_replay_resume()')
  // For a while nobody tries it again, and the log does not repeat itself.
  assert.equal((await look()).port, primaryPort)
  assert.deepEqual([...state.readings], [['behind', 3]])
  await servesAgain()
  const told = log.lines().flatMap(({ msg }) => (/reports are read/.test(String(msg)) ? [msg] : []))
  assert.deepEqual(told, [
    'reports are read from the primary',
    'reports are read from the standby again',
  ])
})

test('a commit that the standby shows before the primary does is waited for', async (t) => {
  const owner = services.config.ownerUrl!
  const waitFor = (names: string) =>
    ask(owner, `alter system set synchronous_standby_names = '${names}'`, 'select pg_reload_conf()')
  t.after(() => waitFor(''))
  await waitFor('nobody')
  const entered = enter('Ранний')
  const shown = `select from supplier where last_name = 'Ранний'`
  await until(async () => (await ask(there(), shown)).rowCount === 1)
  let isOver = false
  const reading = look().finally(() => (isOver = true))
  const reader = `select from pg_stat_activity where application_name = 'priyomka-reports' and state like 'idle in%'`
  await until(async () => isOver || (await ask(there(), reader)).rowCount === 1)
  await waitFor('')
  assert.equal((await reading).port, standbyPort)
  await entered
})

test('what an open transaction keeps in the memory of the primary keeps nobody from the standby', async (t) => {
  const owner = services.config.ownerUrl!
  const writer = new pg.Client({ connectionString: owner })
  await writer.connect()
  t.after(() => writer.end())
  await writer.query('begin')
  const isFlushed = async (lsn?: string) => {
    const { rows } = await ask(
      owner,
      `select pg_current_wal_flush_lsn() >= ${lsn ? `'${lsn}'` : 'pg_current_wal_insert_lsn()'} as flushed`,
    )
    return (rows[0] as { flushed: boolean }).flushed
  }
  await holdReplay(t)
  await until(async () => {
    await writer.query(`update supplier set comment = 'ещё'`)
    return !(await isFlushed())
  })
  const { lsn } = await askPrimaryPlace(own.db)
  await seesOnPrimary('behind', 'Первый', hasty(services))
  assert.ok(await isFlushed(lsn))
})

test('a reading in the way of the log is cancelled there and read from the primary, from its beginning', async (t) => {
  const letLogGo = (delay: 0 | -1) =>
    ask(
      there(),
      `alter system set max_standby_streaming_delay = ${delay}`,
      'select pg_reload_conf()',
    )
  await letLogGo(0)
  t.after(() => letLogGo(-1))
  const ports: number[] = []
  const names = await readApart(serverOf(services, own.id), async (tx) => {
    ports.push(await portOf(tx))
    if (ports.length > 1) return namesIn(tx)
    const reading = sql`select pg_sleep(600) from supplier`.execute(tx.q).then(() => [''])
    reading.catch(() => undefined)
    await until(async () => (await waitingThere('PgSleep')) === 1)
    await ask(
      services.config.ownerUrl!,
      'begin; lock table supplier in access exclusive mode; commit',
    )
    return reading
  })
  assert.deepEqual(ports, [standbyPort, primaryPort])
  assert.ok(names.includes('Первый'))
  assert.deepEqual([...state.readings], [['cancelled', 1]])
  // It says nothing about the next one.
  assert.equal((await look()).port, standbyPort)
})

async function orderActs(): Promise<string> {
  const params = { call: 'act/getAllActs', columns: ['number'] }
  const body = { type: 'list', params, format: 'csv' } as const
  return (await own.operator.api.send(report.create, { body })).reportId
}

const statusOf = (reportId: string) =>
  own.operator.api.send(report.getStatus, { query: { reportId } })

test('a cancelled report gives up its statement in the standby', async () => {
  const holder = await holdActs()
  const reportId = await orderActs()
  // Only the interruption ends its wait.
  const patient = withStandby(`${services.config.standbyUrl!}?lock_timeout=0`)
  const making = makeReport(patient, { company_id: own.id, id: reportId })
  await until(async () => (await waitingThere()) === 1)
  await own.operator.api.send(report.cancel, { body: { reportId } })
  // The lock is still held.
  await making
  assert.equal(await waitingThere(), 0)
  assert.equal((await statusOf(reportId)).status, 'cancelled')
  await holder.end()
})

test('a standby that dies in the middle of a report costs it nothing, and the next one does not wait for it', async () => {
  await addIssuedAct(own, (await addSupplier(own)).id, 100)
  const holder = await holdActs()
  const reportId = await orderActs()
  const making = makeReport(services, { company_id: own.id, id: reportId })
  await until(async () => (await waitingThere()) === 1)
  await holder.query('select 1')
  await standby.stop()
  await holder.end()
  await making
  const { status, error } = await statusOf(reportId)
  assert.deepEqual({ status, error }, { status: 'ready', error: null })
  assert.deepEqual([...state.readings], [['away', 1]])
  state.restsUntil = 0
  assert.equal((await look()).port, primaryPort)
  await standby.start()
  await servesAgain()
})

test('another database of the same machine, another role, another system and the primary itself are no standby', async () => {
  const another = new URL(services.config.standbyUrl!)
  another.pathname = '/postgres'
  for (const [url, fault] of [
    [another.href, 'foreign'],
    [there(), 'foreign'],
    [services.config.databaseUrl, 'promoted'],
  ] as const) {
    const strange = withStandby(url)
    assert.equal((await look(serverOf(strange, own.id))).port, primaryPort)
    assert.deepEqual([...standbyState(strange).readings], [[fault, 1]])
  }
  const { rows } = await ask(there(), 'select system_identifier from pg_control_system()')
  const { identity } = await askPrimaryPlace(own.db)
  assert.equal(identity.split(' ')[0], String(rows[0].system_identifier))
})

test('an old copy that follows nobody is behind', async () => {
  await standby.stop()
  standby.forgetPrimary()
  await standby.start()
  await enter('Шестой')
  await seesOnPrimary('behind', 'Шестой', hasty(services))
})

test('a copy that was promoted and took writes is not read, nor what follows it afterwards', async () => {
  await standby.promote()
  const lie = `update supplier set last_name = 'Ложь' where company_id = '${own.id}'`
  const record = `with e as (insert into audit_event (company_id, form, seq, action, prev_hash, hash)
      select company_id, 2, seq + 1, 'supplier.update', hash, 'another' from audit_head where company_id = '${own.id}'
      returning company_id, seq, prev_hash, hash)
    update audit_head h set seq = e.seq, prev_hash = e.prev_hash, hash = e.hash from e where e.company_id = h.company_id`
  // Its log becomes longer than the one of the primary.
  const grow = 'create table lie as select generate_series(1, 100000) as n'
  await ask(there(), lie, record, grow)
  await seesOnPrimary('promoted', 'Шестой')
  assert.ok(!(await look()).names.includes('Ложь'))
  await standby.stop()
  standby.forgetPrimary()
  await standby.start()
  startAnew()
  await seesOnPrimary('foreign', 'Шестой', hasty(services))
})
