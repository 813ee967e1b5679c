import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { report } from '#contract/report/report.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { holdReports } from '#test/support/report-files.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { makeReport } from './write/make-report.ts'

let world: World
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
})
after(() => world.close())

test('at most five reports wait at once, and at most thirty are made in an hour', async () => {
  const person = world.other.operator
  const params = { call: 'act/getAllActs', columns: ['number'] }
  const body = { type: 'list', params, format: 'csv' } as const
  const ids: string[] = []
  const send = async () => (await person.api.send(report.create, { body })).reportId
  for (let i = 0; i < 5; i++) ids.push(await send())
  const refusal = await person.api.refused(report.create, { body })
  assert.deepEqual([refusal.status, refusal.code], [409, 'report.too-many'])
  for (const id of ids) await makeReport(world.services, { company_id: world.other.id, id })
  const { q } = world.services
  // Twenty-four more of other times of the hour, and one that failed.
  const source = await q
    .selectFrom('report')
    .where('id', '=', ids[0]!)
    .select(['company_id', 'type', 'params', 'format', 'status', 'file_id', 'created_by'])
    .executeTakeFirstOrThrow()
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const older = Array.from({ length: 24 }, (_, n) => ({
    ...source,
    params: JSON.stringify(source.params),
    id: uuidv7(),
    created_at: at(50 - n),
  }))
  await q.insertInto('report').values(older).execute()
  const failed = { ...older[0]!, id: uuidv7(), status: 'failed', file_id: null }
  await q.insertInto('report').values(failed).execute()
  const thirtieth = await send()
  await makeReport(world.services, { company_id: world.other.id, id: thirtieth })
  const refused = await person.api.refused(report.create, { body })
  assert.deepEqual([refused.status, refused.code], [429, 'common.too-many'])
  // The oldest of the thirty is an hour old in ten minutes; minutes are told whole.
  const free = new Date(Math.ceil((Date.parse(older[0]!.created_at) + 3_600_000) / 60_000) * 60_000)
  const clock = free.toLocaleTimeString('ru', {
    timeZone: 'Europe/Moscow',
    hour: '2-digit',
    minute: '2-digit',
  })
  assert.equal(
    refused.message,
    `Не больше 30 файлов в час. Готовые лежат в разделе «Отчёты», следующий можно заказать с ${clock}`,
  )
  await q
    .updateTable('report')
    .set({ created_at: at(61) })
    .where('id', '=', older[0]!.id)
    .execute()
  await send()
})
