import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { exportedLists } from '#server/features/report/lists/exported-lists.ts'

/** The files that hold the columns of each exported list. */
const SCREENS: Record<string, string> = {
  'act/getAllActs': 'act/act-list-page.tsx',
  'supplier/getAllSuppliers': 'supplier/supplier-list-page.tsx',
  'payment/getAllPayments': 'payment/payment-list-page.tsx',
  'transactions/getList': 'visit/visit/visit-columns.tsx',
  'weightacts/getAllActs': 'weight-act/weight-act-list-page.tsx',
  'files/getList': 'file/document-list-page.tsx',
  'company/superGetCompaniesList': 'company/company-list-page.tsx',
  'bank/superGetBanksList': 'bank/bank-list-page.tsx',
  'user/superGetAllUsers': 'user/people-columns.tsx',
}
const FEATURES = path.join(import.meta.dirname, '../../src/web/features')

/** Columns of a screen as its source declares them: id, title and whether the footer sums it. */
function columnsOf(file: string): Map<string, { title: string; summed: boolean }> {
  const source = readFileSync(path.join(FEATURES, file), 'utf8')
  const list = /: Column<\w+>\[\] = \[\n([\s\S]*?)\n\]\n/.exec(source)![1]!
  const found = list.split(/\bid: '/).slice(1)
  return new Map(
    found.map((text) => {
      const title = /\btitle: '([^']+)'/.exec(text)![1]!
      return [/^\w+/.exec(text)![0], { title, summed: /\btotal: /.test(text) }]
    }),
  )
}

for (const [call, list] of exportedLists)
  test(`the export of «${list.title}» has the columns of its screen under the same titles and sums`, () => {
    const shown = columnsOf(SCREENS[call] ?? assert.fail(`no screen is known for ${call}`))
    const told = Object.entries(list.columns).map(
      ([id, { title, sum }]) => [id, { title, summed: sum !== undefined }] as const,
    )
    assert.deepEqual(
      [...shown].toSorted(([a], [b]) => a.localeCompare(b)),
      told.toSorted(([a], [b]) => a.localeCompare(b)),
    )
  })
