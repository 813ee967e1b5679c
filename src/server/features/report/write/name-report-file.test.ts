import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { files } from '#contract/file/file.ts'
import { holdReports, orderBytes } from '#test/support/report-files.ts'
import { openWorld } from '#test/support/world.ts'
import { nameReportFile } from './make-report.ts'

const world = await openWorld()
after(() => world.close())
await holdReports(world)

test('the file of a report is named by its title and its days', () => {
  const named = (params: unknown) => nameReportFile('Отчёт', params)
  const [date_from, date_to] = ['2025-05-01', '2025-05-31']
  assert.equal(named({ date_from, date_to }), 'Отчёт, 01.05.2025–31.05.2025')
  assert.equal(named({ date_from, date_to: date_from }), 'Отчёт, 01.05.2025')
  assert.equal(named({ filter: { date_from } }), 'Отчёт, с 01.05.2025')
  assert.equal(named({ filter: { date_to, search: 'лом' } }), 'Отчёт, по 31.05.2025')
  assert.equal(named({ date: date_to }), 'Отчёт, на 31.05.2025')
  assert.equal(named({ year: '2025' }), 'Отчёт, 2025 год')
  for (const params of [{}, null, undefined, 'x', { ids: [1] }, { date_from: 5 }])
    assert.equal(named(params), 'Отчёт')
})

test('the list of files shows by which report a file was made and over which days', async () => {
  const { own, other } = world
  const days = { date_from: '2025-05-01', date_to: '2025-05-31' }
  await orderBytes(world, own.manager, { type: 'weighing_log', params: days, format: 'csv' })
  const call = 'act/getAllActs'
  const list = { call, filter: { date_from: '2025-05-01' }, columns: ['number'] }
  await orderBytes(world, own.manager, { type: 'list', params: list, format: 'csv' })
  const { items } = await own.manager.api.send(files.getAll, {
    query: { filter: { kind: ['report'], sort: [['created_at', 'asc']] } },
  })
  assert.deepEqual(
    items.map(({ entity, entity_title }) => [entity, entity_title]),
    [
      ['report', 'Журнал взвешиваний, 01.05.2025–31.05.2025'],
      ['report', 'Акты, с 01.05.2025'],
    ],
  )
  const info = await own.manager.api.send(files.getInfo, { params: { id: items[0]!.id } })
  assert.equal(info.entity_title, items[0]!.entity_title)
  const foreign = await other.manager.api.refused(files.getInfo, { params: { id: items[0]!.id } })
  assert.equal(foreign.code, 'common.not-found')
})
