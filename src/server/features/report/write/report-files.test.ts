import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { files } from '#contract/file/file.ts'
import { sumMeanings } from '#contract/core/sum-meanings.ts'
import { report } from '#contract/report/report.ts'
import { addMethod, addSupplier } from '#test/builders/builders.ts'
import { addPastAct } from '#test/builders/past/past-acts.ts'
import { addPastPayment } from '#test/builders/past/past-payments.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { exchangeFaults } from '#test/builders/reports/exchange-schema.ts'
import { readCells } from '#test/builders/made-workbook.ts'
import { pdfTexts } from '#test/support/pdf-text.ts'
import { readCsv } from '#test/support/read-csv.ts'
import { holdReports } from '#test/support/report-files.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { Refusal } from '#http/refusal.ts'
import { NO_COMPANY } from '#server/db/uuid.ts'
import { reportKinds } from '../kinds/all.ts'
import { makeReport } from './make-report.ts'
import type { ReportKind } from '../report-kind.ts'
import { writeReport } from './write-report.ts'

const BOUNDS = { bytes: 10_000_000, rows: 10_000, columns: 60 }
const FORMULA = '=HYPERLINK("http://x";"ООО")'
const GOOD: Record<string, string> = {
  date_from: '2025-05-01',
  date_to: '2025-05-31',
  date: '2025-05-31',
  year: '2025',
  carnumber: 'А123ВС77',
}

let world: World
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
  const { own } = world
  const supplier = await addSupplier(own, { type: 'company', org_name: FORMULA })
  const act = await addPastAct(own, {
    supplier_id: supplier.id,
    date: '2025-05-10',
    net_g: 1_000_000,
    total_kop: 100_000_00,
  })
  await addPastPayment(own, {
    act,
    amount_kop: 40_000_00,
    methodId: (await addMethod(own, supplier)).id,
    bankConfigId: await addTrainingBank(own),
    saved_at: '2025-05-11T09:00:00Z',
    status: 'paid',
    finished_at: '2025-05-11T09:01:00Z',
  })
})
after(() => world.close())

async function fileOf(
  { type, source }: ReportKind,
  params: object,
  format: ReportKind['formats'][number],
): Promise<Uint8Array> {
  const { own, services, supervisor } = world
  const isOfPlatform = source.access === 'super'
  await services.q.updateTable('report').set({ created_at: '2020-01-01T00:00:00Z' }).execute()
  const { api } = isOfPlatform ? supervisor : own.manager
  const { reportId } = await api.send(report.create, { body: { type, params, format } })
  await makeReport(services, { company_id: isOfPlatform ? NO_COMPANY : own.id, id: reportId })
  const status = await api.send(report.getStatus, { query: { reportId } })
  assert.equal(status.status, 'ready', `${type} ${format}: ${status.error ?? ''}`)
  const blob = await api.send(files.get, { params: { id: status.file_id! } })
  return new Uint8Array(await blob.arrayBuffer())
}

/** A text as `pdfTexts` gives it. */
const lettersOf = (text: string) => text.replaceAll(/[\s\u00ad-]+/gu, '')

test('each report is written in each of its formats, with the heads of its columns and without formulas', async () => {
  let named = 0
  let printed = 0
  for (const kind of reportKinds) {
    const { type, params, formats, columns } = kind
    const required = Object.keys(params).filter((name) => params[name]!.required)
    const good = Object.fromEntries(required.map((name) => [name, GOOD[name]!]))
    const titles = Object.values(columns).map(({ title }) => title)
    const plain = (heads: readonly string[]) => heads.map((head) => head.replace(/, (₽|кг)$/, ''))
    for (const format of formats) {
      const bytes = await fileOf(kind, good, format)
      if (format === 'csv') {
        const rows = readCsv(bytes, BOUNDS).map(({ cells }) => cells)
        assert.deepEqual(plain(rows[0]!), titles, type)
        const cells = rows.flat()
        assert.ok(!cells.some((cell) => /^[=+@]/.test(cell)), `${type}: ${cells.join(';')}`)
        named += cells.filter((cell) => cell === `'${FORMULA}`).length
      } else if (format === 'pdf') {
        const text = (await pdfTexts(bytes)).join('')
        for (const head of [kind.title, ...titles]) assert.ok(text.includes(lettersOf(head)), head)
        assert.ok(text.includes('ООО«Ромашка»'))
        printed++
      } else if (format === 'xml') {
        assert.deepEqual(await exchangeFaults(Buffer.from(bytes).toString()), [], type)
      } else {
        const rows = readCells(bytes, BOUNDS).map(({ cells }) => cells)
        assert.deepEqual(plain(rows[0]!.map(String)), titles, type)
        named += rows.flat().filter((cell) => cell === FORMULA).length
      }
    }
  }
  // Reports that name the supplier do so in both formats.
  assert.ok(named >= 2 * 5, String(named))
  assert.ok(printed >= 9, String(printed))
})

test('a printed report says what was asked for, its rows and its sums', async () => {
  const kind = reportKinds.find(({ type }) => type === 'acts')!
  const params = { date_from: '2025-05-01', date_to: '2025-05-31', status: 'issued' }
  const text = (await pdfTexts(await fileOf(kind, params, 'pdf'))).join('')
  const words = ['С даты: 01.05.2025', 'По дату: 31.05.2025', 'Статус: Выписан', 'Лист 1 из 1']
  for (const word of words) assert.ok(text.includes(lettersOf(word)), word)
  assert.equal(text.match(/100000,00/g)!.length, 2)
  assert.match(text, /Итого/)
  assert.ok(text.includes(lettersOf(sumMeanings.purchases)), 'the sums say what they add up')
})

test('a printed report begins with the chart of its screen', async () => {
  const kind = reportKinds.find(({ type }) => type === 'unpaid_acts')!
  const text = (await pdfTexts(await fileOf(kind, { date: '2025-12-31' }, 'pdf'))).join('')
  const chart = text.indexOf(lettersOf(kind.chart!.title))
  assert.ok(chart > text.indexOf(lettersOf(kind.title)))
  assert.ok(chart < text.indexOf(lettersOf(Object.values(kind.columns)[0]!.title)))
  assert.match(text.slice(chart), /^[^₽]+\d,\d\d₽/)
})

test('more rows than a person would print are refused before anything is drawn', async () => {
  async function* pages() {
    for (let page = 0; page <= 10; page++) yield Array.from({ length: 500 }, (_, i) => i)
  }
  const columns = [
    { title: 'Номер', kind: 'integer' as const, value: (row: unknown) => row as number },
  ]
  const rights = { authorize: () => undefined, checkChoices: async () => undefined }
  const requested = { title: 'Проба', columns, ...rights, open: () => ({ pages }) }
  const db = { ...world.own.db, auditEvents: [], onCommit: [] }
  await assert.rejects(
    writeReport(db, requested, 'pdf', async () => undefined),
    (error) => error instanceof Refusal && /больше 5\s000 строк: для печати/.test(error.message),
  )
})
