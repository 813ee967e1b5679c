import assert from 'node:assert/strict'
import { sumMeanings } from '#contract/core/sum-meanings.ts'
import { files } from '#contract/file/file.ts'
import { report } from '#contract/report/report.ts'
import type { ReportFormat } from '#contract/report/report-entities.ts'
import { makeReport, REPORT_JOB } from '#server/features/report/write/make-report.ts'
import { readCsv } from './read-csv.ts'
import type { Person, World } from './world.ts'

const BOUNDS = { bytes: 10_000_000, rows: 10_000, columns: 60 }

/** The queue takes reports and leaves them: a test makes each when it wants it made. */
export async function holdReports(world: World): Promise<void> {
  await world.services.jobs.start([{ name: REPORT_JOB, handler: async () => undefined }])
}

/** Orders a report as CSV, makes it and reads its rows, without the words under its sums. */
export async function orderCsv(
  world: World,
  person: Person,
  type: string,
  params: object,
  companyId = world.own.id,
): Promise<string[][]> {
  const bytes = await orderBytes(world, person, { type, params, format: 'csv' }, companyId)
  const words: readonly string[] = Object.values(sumMeanings)
  return readCsv(bytes, BOUNDS)
    .map(({ cells }) => cells)
    .filter(([first]) => !words.includes(first!))
}

interface Order {
  readonly type: string
  readonly params: object
  readonly format: ReportFormat
}

/** Orders a report, makes it and reads the file; the bound of an hour has a test of its own. */
export async function orderBytes(
  world: World,
  person: Person,
  order: Order,
  companyId = world.own.id,
): Promise<Uint8Array> {
  await world.services.q
    .updateTable('report')
    .set({ created_at: '2020-01-01T00:00:00Z' })
    .where('status', 'in', ['ready', 'failed'])
    .execute()
  const { reportId } = await person.api.send(report.create, { body: order })
  await makeReport(world.services, { company_id: companyId, id: reportId })
  const status = await person.api.send(report.getStatus, { query: { reportId } })
  assert.equal(status.status, 'ready', status.error ?? '')
  const blob = await person.api.send(files.get, { params: { id: status.file_id! } })
  return new Uint8Array(await blob.arrayBuffer())
}
