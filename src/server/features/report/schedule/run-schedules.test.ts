import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { files } from '#contract/file/file.ts'
import { report } from '#contract/report/report.ts'
import { schedules, type ReportSchedule } from '#contract/report/schedules.ts'
import { user } from '#contract/user/user.ts'
import {
  addSchedule,
  clearSchedules,
  orderedReports,
  schedulesOf,
  setDue,
} from '#test/builders/reports/report-schedules.ts'
import { openSecondProcess } from '#test/failures/second-process.ts'
import { holdReports } from '#test/support/report-files.ts'
import { addPerson, openWorld, type Person, type World } from '#test/support/world.ts'
import { DatabaseAway } from '#server/db/connection/database-away.ts'
import { makeReport } from '../write/make-report.ts'
import { runDueSchedules } from './run-schedules.ts'

let world: World
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
})
after(() => world.close())
beforeEach(() => clearSchedules(world))

const q = () => world.services.q

async function makeOrdered() {
  for (const { id } of await orderedReports(world))
    await makeReport(world.services, { company_id: world.own.id, id })
}

const noticesOf = async ({ api }: Person) =>
  (await api.send(user.getNotices, { query: {} })).items.map(({ kind, title }) => [kind, title])

test('a due report is ordered once by two processes, for the days before it, and its next time follows', async () => {
  const { operator } = world.own
  const made = await addSchedule(operator)
  assert.deepEqual([made.status, made.is_own, made.last], ['active', true, null])
  assert.ok(made.next_at! > new Date().toISOString())
  await setDue(world, made, '2031-03-01T04:00:00Z')
  const now = new Date('2031-03-01T04:00:30Z')
  const second = await openSecondProcess(world)
  try {
    await runDueSchedules(world.services, new Date('2031-03-01T03:59:59Z'))
    assert.deepEqual(await orderedReports(world), [])
    await Promise.all(
      [world.services, second.world.services, world.services].map((services) =>
        runDueSchedules(services, now),
      ),
    )
  } finally {
    await second.close()
  }
  const [row, ...more] = await orderedReports(world)
  assert.deepEqual(more, [])
  assert.deepEqual(row!.params, { date_from: '2031-02-28', date_to: '2031-02-28' })
  assert.equal(row!.created_by, operator.id)
  assert.equal(new Date(row!.due_at!).toISOString(), '2031-03-01T04:00:00.000Z')
  const [shown] = await schedulesOf(operator)
  assert.equal(shown!.last!.status, 'queued')
  assert.equal(new Date(shown!.next_at!).toISOString(), '2031-03-02T04:00:00.000Z')
})

test('a due time that has its report has no second one, even if the schedule did not move on', async () => {
  const made = await addSchedule(world.own.operator)
  const now = new Date('2031-03-01T04:00:30Z')
  for (let i = 0; i < 2; i++) {
    await setDue(world, made, '2031-03-01T04:00:00Z')
    await runDueSchedules(world.services, now)
  }
  assert.equal((await orderedReports(world)).length, 1)
})

test('a process that falls between the order and its signal leaves nothing, and the next one makes the report', async () => {
  await setDue(world, await addSchedule(world.own.operator), '2031-03-01T04:00:00Z')
  const now = new Date('2031-03-01T04:00:30Z')
  const enqueue = () => Promise.reject(new DatabaseAway('killed', false))
  const dying = { ...world.services, jobs: { ...world.services.jobs, enqueue } }
  await assert.rejects(runDueSchedules(dying, now))
  assert.deepEqual(await orderedReports(world), [])
  await runDueSchedules(world.services, now)
  assert.equal((await orderedReports(world)).length, 1)
})

test('a server that was away makes the latest missed report alone, for its own days', async () => {
  await setDue(world, await addSchedule(world.own.operator), '2031-03-01T04:00:00Z')
  await runDueSchedules(world.services, new Date('2031-03-05T20:30:00Z'))
  const rows = await orderedReports(world)
  assert.equal(rows.length, 1)
  assert.deepEqual(rows[0]!.params, { date_from: '2031-03-04', date_to: '2031-03-04' })
  await runDueSchedules(world.services, new Date('2031-03-05T20:31:00Z'))
  assert.equal((await orderedReports(world)).length, 1)
})

test('where the company moves to another zone, a day has one report still', async () => {
  const made = await addSchedule(world.own.operator)
  await setDue(world, made, '2031-03-01T04:00:00Z')
  await runDueSchedules(world.services, new Date('2031-03-01T04:00:30Z'))
  const move = (timezone: string) =>
    q().updateTable('company').set({ timezone }).where('id', '=', world.own.id).execute()
  await move('Europe/Kaliningrad')
  try {
    for (const at of ['2031-03-01T05:30:00Z', '2031-03-02T04:30:00Z'])
      await runDueSchedules(world.services, new Date(at))
    assert.equal((await orderedReports(world)).length, 1)
    await runDueSchedules(world.services, new Date('2031-03-02T05:00:00Z'))
    assert.equal((await orderedReports(world)).length, 2)
  } finally {
    await move('Europe/Moscow')
  }
})

test('a ready report is told to its owner and to the chosen who may have it still, and they alone open its file', async () => {
  const { operator, manager } = world.own
  const second = await addPerson(world.app, world.services, world.own.id, 'reader', 'USER', [
    'OPERATOR',
  ])
  const made = await addSchedule(manager, { recipients: [operator.id, second.id] })
  assert.ok((await schedulesOf(operator))[0]!.recipients.every(({ is_allowed }) => is_allowed))
  await setDue(world, made, '2031-03-01T04:00:00Z')
  await runDueSchedules(world.services, new Date('2031-03-01T04:00:30Z'))
  await q().updateTable('app_user').set({ roles: [] }).where('id', '=', second.id).execute()
  await makeOrdered()
  const told = [['report_ready', 'Отчёт готов: «Закупки за вчера»']]
  for (const person of [manager, operator]) assert.deepEqual(await noticesOf(person), told)
  const notices = await q().selectFrom('notice').select('user_id').execute()
  assert.deepEqual(new Set(notices.map((row) => row.user_id)), new Set([manager.id, operator.id]))
  const [shown] = await schedulesOf(operator)
  assert.equal(shown!.last!.status, 'ready')
  assert.deepEqual(
    shown!.recipients.map(({ is_allowed }) => is_allowed),
    [true, false],
  )
  const { items } = await operator.api.send(report.getAll, { query: {} })
  const file = { params: { id: items[0]!.file_id! } }
  assert.ok((await operator.api.send(files.get, file)).size > 0)
  const mine = await operator.api.send(report.getAll, { query: { filter: { own: true } } })
  assert.equal(mine.items.length, 0)
  const seen = await operator.api.send(report.getStatus, { query: { reportId: items[0]!.id } })
  assert.equal(seen.status, 'ready')
  assert.equal((await world.other.manager.api.refused(files.get, file)).code, 'common.not-found')
})

test('a schedule whose owner lost the right or was blocked stops with its reason, and people are told', async () => {
  const { operator, manager } = world.own
  const owner = await addPerson(world.app, world.services, world.own.id, 'owner', 'USER', [
    'OPERATOR',
  ])
  const made = await addSchedule(owner, { recipients: [operator.id] })
  const run = async () => {
    await setDue(world, made, '2031-03-01T04:00:00Z')
    await runDueSchedules(world.services, new Date('2031-03-01T04:00:30Z'))
    const [shown] = await schedulesOf(manager)
    return [shown!.status, shown!.stop_reason, shown!.next_at]
  }
  const change = (values: { roles?: string[]; status?: string }) =>
    q().updateTable('app_user').set(values).where('id', '=', owner.id).execute()
  await change({ roles: [] })
  assert.deepEqual(await run(), ['stopped', 'rights', null])
  const stopped =
    'Расписание «Закупки за вчера» остановлено: у владельца больше нет права на этот отчёт'
  assert.deepEqual(await noticesOf(operator), [['schedule_stopped', stopped]])
  const told = await q()
    .selectFrom('notice')
    .where('user_id', '=', owner.id)
    .select('kind')
    .execute()
  assert.equal(told.length, 1)
  await change({ roles: ['OPERATOR'], status: 'blocked' })
  await q().updateTable('report_schedule').set({ status: 'active', stop_reason: null }).execute()
  assert.deepEqual(await run(), ['stopped', 'person', null])
  assert.deepEqual(await orderedReports(world), [])
  const [{ id, version }] = (await schedulesOf(manager)) as [ReportSchedule]
  const on = { body: { id, version, is_on: true } }
  const refused = await manager.api.refused(schedules.switchSchedule, on)
  assert.equal(refused.code, 'report.owner-may-not')
  const now = await manager.api.refused(schedules.runSchedule, { body: { id } })
  assert.equal(now.code, 'report.owner-may-not')
  await change({ status: 'active' })
  const again = await manager.api.send(schedules.switchSchedule, on)
  assert.deepEqual([again.status, again.stop_reason], ['active', null])
})

test('the schedules of a suspended company wait, and the latest report is made when it goes on', async () => {
  await setDue(world, await addSchedule(world.own.operator), '2031-03-01T04:00:00Z')
  const set = (status: string) =>
    q().updateTable('company').set({ status }).where('id', '=', world.own.id).execute()
  await set('suspended')
  await runDueSchedules(world.services, new Date('2031-03-02T04:00:30Z'))
  await set('active')
  assert.deepEqual(await orderedReports(world), [])
  await runDueSchedules(world.services, new Date('2031-03-03T04:00:30Z'))
  assert.equal((await orderedReports(world)).length, 1)
})

test('a report that fails shows why at its schedule', async () => {
  const { operator } = world.own
  const made = await addSchedule(operator)
  await q().updateTable('report_schedule').set({ params: '{"site_id":"no id"}' }).execute()
  await setDue(world, made, '2031-03-01T04:00:00Z')
  await runDueSchedules(world.services, new Date('2031-03-01T04:00:30Z'))
  await makeOrdered()
  const [shown] = await schedulesOf(operator)
  const { status, error } = shown!.last!
  assert.deepEqual(
    [status, error, shown!.status],
    ['failed', 'Неверные параметры отчёта', 'active'],
  )
  assert.deepEqual((await noticesOf(operator))[0]![0], 'report_failed')
})

test('a list of the screens and an archive are ordered with the days of their filter', async () => {
  const params = { call: 'act/getAllActs', columns: ['number'], filter: { status: ['issued'] } }
  const list = await addSchedule(world.own.manager, { type: 'list', params, period: 'last_month' })
  const archive = {
    type: 'act_archive',
    params: { filter: {}, scans: false },
    format: 'zip' as const,
  }
  const zip = await addSchedule(world.own.manager, { ...archive, period: 'last_week' })
  for (const made of [list, zip]) await setDue(world, made, '2031-03-01T04:00:00Z')
  await runDueSchedules(world.services, new Date('2031-03-01T04:00:30Z'))
  const orders = (await orderedReports(world)).map(({ params: given }) => given)
  const days = { date_from: '2031-02-17', date_to: '2031-02-23' }
  assert.deepEqual(
    orders.find((given) => !('call' in (given as object))),
    { filter: days, scans: false },
  )
  const month = { status: ['issued'], date_from: '2031-02-01', date_to: '2031-02-28' }
  assert.deepEqual(
    orders.find((given) => 'call' in (given as object)),
    { ...params, filter: month },
  )
})
