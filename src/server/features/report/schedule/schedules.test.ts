import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { schedules, type ScheduleOrder } from '#contract/report/schedules.ts'
import {
  addSchedule,
  clearSchedules,
  DAILY_ORDER,
  orderedReports,
  schedulesOf,
  setDue,
} from '#test/builders/reports/report-schedules.ts'
import { holdReports } from '#test/support/report-files.ts'
import { openWorld, type Person, type World } from '#test/support/world.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { runDueSchedules } from './run-schedules.ts'

let world: World
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
})
after(() => world.close())
beforeEach(() => clearSchedules(world))

const q = () => world.services.q

const refusedOf = (person: Person, change: Partial<ScheduleOrder>) =>
  person.api.refused(schedules.createSchedule, { body: { ...DAILY_ORDER, ...change } })

test('it is run at once, switched off and on, changed and deleted; its reports stay', async () => {
  const { operator, manager } = world.own
  const made = await addSchedule(operator, { recipients: [manager.id] })
  const run = { body: { id: made.id, client_id: uuidv7() } }
  const { reportId } = await operator.api.send(schedules.runSchedule, run)
  assert.equal((await operator.api.send(schedules.runSchedule, run)).reportId, reportId)
  // Whoever may control reports runs it too, and it is its owner's report.
  await manager.api.send(schedules.runSchedule, { body: { id: made.id } })
  const rows = await orderedReports(world)
  assert.deepEqual(
    rows.map(({ due_at, created_by }) => [due_at, created_by]),
    [
      [null, operator.id],
      [null, operator.id],
    ],
  )
  const off = { body: { id: made.id, version: made.version, is_on: false } }
  const stopped = await manager.api.send(schedules.switchSchedule, off)
  assert.deepEqual([stopped.status, stopped.next_at], ['off', null])
  assert.equal((await manager.api.refused(schedules.switchSchedule, off)).code, 'common.stale')
  await setDue(world, made, '2031-03-01T04:00:00Z')
  await runDueSchedules(world.services, new Date('2031-03-01T04:00:30Z'))
  assert.equal((await orderedReports(world)).length, 2)
  const { type: _t, ...fields } = {
    ...DAILY_ORDER,
    title: 'По пятницам',
    repeats: 'week' as const,
    weekdays: [5],
  }
  const change = { body: { ...fields, id: made.id, version: stopped.version } }
  assert.equal((await manager.api.refused(schedules.updateSchedule, change)).code, 'access.denied')
  const changed = await operator.api.send(schedules.updateSchedule, change)
  assert.deepEqual(
    [changed.title, changed.weekdays, changed.recipients, changed.status],
    ['По пятницам', [5], [], 'off'],
  )
  const { version } = await operator.api.send(schedules.switchSchedule, {
    body: { id: made.id, version: changed.version, is_on: true },
  })
  await operator.api.send(schedules.deleteSchedule, { body: { id: made.id, version } })
  assert.deepEqual(await schedulesOf(operator), [])
  assert.equal((await orderedReports(world)).length, 2)
})

test('what cannot be ordered again is refused at its field', async () => {
  const { operator, manager, user: nobody } = world.own
  const list = { call: 'act/getAllActs', columns: ['number'], filter: { date_from: '2026-01-01' } }
  const cases: [Partial<ScheduleOrder>, string][] = [
    [{ type: 'no_such' }, 'type'],
    [{ type: 'act_bundle', format: 'pdf', params: { act_id: uuidv7() } }, 'type'],
    [{ period: null }, 'period'],
    [{ type: 'duplicates' }, 'period'],
    [{ type: 'list', params: list, period: null }, 'period'],
    [{ format: 'xml' }, 'format'],
    [{ params: { site_id: world.other.siteId } }, 'params.site_id'],
    [{ recipients: [nobody.id] }, 'recipients'],
    [{ recipients: [world.other.operator.id] }, 'recipients'],
    [{ recipients: [manager.id] }, 'recipients'],
  ]
  for (const [change, field] of cases) {
    const refused = await refusedOf(manager, change)
    assert.deepEqual(
      [refused.code, Object.keys(refused.fields ?? {})],
      ['report.bad-params', [field]],
      field,
    )
  }
  const wrong: [Partial<ScheduleOrder>, string][] = [
    [{ at_time: '24:00' }, 'at_time'],
    [{ repeats: 'week' }, 'weekdays'],
    [{ repeats: 'week', weekdays: [1, 1] }, 'weekdays'],
    [{ repeats: 'month' }, 'month_day'],
  ]
  for (const [change, field] of wrong) {
    const refused = await refusedOf(operator, change)
    assert.deepEqual(
      [refused.code, Object.keys(refused.fields ?? {})],
      ['common.validation', [field]],
      field,
    )
  }
  // A control report is the manager's.
  const control = await refusedOf(operator, { type: 'self_check' })
  assert.equal(control.code, 'access.denied')
  const readers = { query: { type: 'self_check' } }
  assert.deepEqual(await manager.api.send(schedules.getScheduleReaders, readers), [])
})

test('the number of schedules of a company has a bound', async () => {
  const { id } = await addSchedule(world.own.operator)
  await q()
    .insertInto('report_schedule')
    .columns([
      'company_id',
      'id',
      'title',
      'type',
      'params',
      'format',
      'repeats',
      'at_time',
      'zone',
      'next_at',
      'created_by',
    ])
    .expression((eb) =>
      eb
        .selectFrom(sql<{ n: number }>`generate_series(1, 99)`.as('n'))
        .innerJoin('report_schedule as s', (join) => join.on('s.id', '=', id))
        .select([
          's.company_id',
          sql<string>`gen_random_uuid()`.as('id'),
          's.title',
          's.type',
          's.params',
          's.format',
          's.repeats',
          's.at_time',
          's.zone',
          's.next_at',
          's.created_by',
        ]),
    )
    .execute()
  assert.equal((await refusedOf(world.own.operator, {})).code, 'report.too-many-schedules')
})

test('another company’s schedule does not exist, nor does a colleague’s who gives nothing to the asker', async () => {
  const { manager } = world.own
  const made = await addSchedule(manager)
  for (const stranger of [world.other.manager, world.own.operator]) {
    assert.deepEqual(await schedulesOf(stranger), [])
    const at = { id: made.id, version: made.version }
    const { type: _t, ...fields } = DAILY_ORDER
    const refusals = [
      await stranger.api.refused(schedules.updateSchedule, { body: { ...fields, ...at } }),
      await stranger.api.refused(schedules.switchSchedule, { body: { ...at, is_on: false } }),
      await stranger.api.refused(schedules.deleteSchedule, { body: at }),
      await stranger.api.refused(schedules.runSchedule, { body: { id: made.id } }),
    ]
    assert.deepEqual(new Set(refusals.map(({ code }) => code)), new Set(['common.not-found']))
  }
  assert.equal((await schedulesOf(manager)).length, 1)
})
