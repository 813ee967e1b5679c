import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReportFormat } from '#contract/report/report-entities.ts'
import { Refusal } from '#http/refusal.ts'
import { reportKinds } from '../kinds/all.ts'
import { exportedLists } from '../lists/exported-lists.ts'
import { composedFiles } from './composed-files.ts'
import { readOrder } from './ordered-file.ts'

const SOME_ID = '00000000-0000-4000-8000-000000000000'
const USUAL: Record<string, string> = {
  date_from: '2026-01-01',
  date_to: '2026-01-31',
  date: '2026-01-31',
  year: '2026',
  carnumber: 'А123ВС77',
}

interface Ordered {
  readonly type: string
  readonly format: ReportFormat
  readonly names: readonly string[]
  readonly good: object
}

/** Good parameters of all that is ordered, and the names of those that it has. */
const orders: readonly Ordered[] = [
  ...reportKinds.map(({ type, params, formats }) => ({
    type,
    format: formats[0]!,
    names: Object.keys(params),
    good: Object.fromEntries(Object.entries(USUAL).filter(([name]) => params[name]?.required)),
  })),
  ...composedFiles.map(({ type, format }) => ({
    type,
    format,
    names: type === 'act_bundle' ? ['act_id'] : ['filter', 'scans'],
    good: type === 'act_bundle' ? { act_id: SOME_ID } : { scans: false },
  })),
  ...[...exportedLists].map(([call, { columns }]) => ({
    type: 'list',
    format: 'csv' as const,
    names: ['call', 'filter', 'columns'],
    good: { call, columns: Object.keys(columns).slice(0, 1) },
  })),
]

/** The fields of the refusal; undefined where the parameters are taken. */
function refusedFields({ type, format }: Ordered, params: unknown) {
  try {
    readOrder({ type, format, params })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.detail.fields
    throw error
  }
}

const WRONG = [undefined, null, 7, true, '', 'x', [], ['x'], {}, { x: 1 }, { limit: 'x' }]

test('whatever is wrong with a parameter is said at its field, in Russian', () => {
  let refused = 0
  for (const order of orders) {
    const { type, names, good } = order
    assert.equal(refusedFields(order, good), undefined, type)
    for (const name of names)
      for (const value of [...WRONG, 'x'.repeat(9000)]) {
        const fields = refusedFields(order, { ...good, [name]: value })
        if (!fields) continue
        refused++
        const said = `${type} ${name} ${JSON.stringify(value)?.slice(0, 40)}: ${JSON.stringify(fields)}`
        assert.ok(Object.keys(fields).length > 0, said)
        for (const [field, words] of Object.entries(fields)) {
          assert.match(field, new RegExp(String.raw`^params\.${name}\b`), said)
          // A key or a column that does not exist is named as it was sent.
          const own = words.replace(/^(Неизвестное поле:|Нет колонки) .*/, '$1')
          assert.match(own, /^[А-ЯЁ][^a-z]+$/i, said)
        }
      }
    for (const params of [undefined, null, 7, [], 'x', { ...good, x: 1 }])
      for (const words of Object.values(refusedFields(order, params) ?? {}))
        assert.match(words, /^[А-ЯЁ]/)
  }
  assert.ok(refused > 300, String(refused))
})

test('what is left out has to be filled in, as in every form', () => {
  const archive = orders.find(({ type }) => type === 'act_archive')!
  assert.deepEqual(refusedFields(archive, {}), { 'params.scans': 'Заполните поле' })
  assert.deepEqual(refusedFields(archive, { scans: 'yes' }), {
    'params.scans': 'Неверный вид значения',
  })
})
