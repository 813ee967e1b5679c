import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedJourneys } from './changed-journeys.ts'
import type { ImportGraph } from './import-graph.ts'

const PRICE = 'src/web/features/price/price-page.tsx'
const ACTS = 'src/web/features/act/act-list-page.tsx'

/** Files with what they import, and the texts of journeys. */
function treeOf(imports: Record<string, string[]>, texts: Record<string, string>) {
  const files = [PRICE, ACTS, 'src/web/main.tsx', ...Object.keys(imports), ...Object.keys(texts)]
  const graph: ImportGraph = new Map(files.map((file) => [file, imports[file] ?? []]))
  return (...changed: string[]) => changedJourneys(graph, changed, (file) => texts[file] ?? '')
}

const TEXTS = {
  'test/e2e/price/price.e2e.ts': "await page.goto('/operator/price')",
  'test/e2e/trade/act.e2e.ts': 'await page.goto(`/operator/acts?id=${made.id}`)',
  'test/e2e/list/both.e2e.ts': "goto('/operator/acts'); goto('/operator/price?day=1')",
}

test('a change of a page, or of what it imports, walks the journeys that name its address, the nearest first', () => {
  const reach = treeOf({ [PRICE]: ['src/web/features/price/cell.tsx'] }, TEXTS)
  const both = ['test/e2e/price/price.e2e.ts', 'test/e2e/list/both.e2e.ts']
  assert.deepEqual(reach(PRICE), { journeys: both })
  assert.deepEqual(reach('src/web/features/price/cell.tsx'), { journeys: both })
  assert.deepEqual(reach('src/web/features/act/nobody.tsx', 'README.md'), { journeys: [] })
})

test('an address is found in the steps of a journey, and with an id in it', () => {
  const reach = treeOf(
    {
      'src/web/features/act/act-page.tsx': [],
      'test/e2e/trade/steps.e2e.ts': ['test/e2e/support/steps.ts'],
      'test/e2e/list/all.e2e.ts': ['test/e2e/support/addresses.ts'],
    },
    {
      'test/e2e/support/steps.ts': 'goto(`/operator/act/${acts.find(({ id }) => id)!.id}?tab=1`)',
      'test/e2e/support/addresses.ts': "'/operator/act/1'",
      'test/e2e/shell/every.e2e.ts':
        "for (const path of addressesOf(records)) goto('/operator/act/1')",
    },
  )
  assert.deepEqual(reach('src/web/features/act/act-page.tsx').journeys, [
    'test/e2e/trade/steps.e2e.ts',
  ])
})

test('the server’s part of a feature reaches the screens of that feature', () => {
  const reach = treeOf({}, TEXTS)
  assert.deepEqual(reach('src/server/features/price/save-price.ts').journeys, [
    'test/e2e/price/price.e2e.ts',
    'test/e2e/list/both.e2e.ts',
  ])
  assert.deepEqual(reach('src/server/features/price/save-price.test.ts').journeys, [])
})

test('what every screen has, and what many have, asks for the whole walk', () => {
  const store = 'src/web/session/store.ts'
  const format = 'src/web/ui/format.ts'
  const pages = [
    'report/workplace',
    'payment/payment-list',
    'report/money/money',
    'visit/manual-visit',
  ]
  const importers = [...pages, 'report/report', 'user/people', 'product/product']
  const reach = treeOf(
    {
      'src/web/main.tsx': [store],
      ...Object.fromEntries(
        importers.map((page) => [`src/web/features/${page}-page.tsx`, [format]]),
      ),
    },
    TEXTS,
  )
  assert.match(reach(store).advice!, /test:web \(every screen has src\/web\/session\/store\.ts\)/)
  // «Отчёты» is a screen of two areas.
  assert.match(reach(format).advice!, /test:web \(the change reaches 8 screens\)/)
  assert.deepEqual(reach(store, PRICE).journeys, [])
})

test('of many journeys eight are walked, and the others are named', () => {
  const many = Array.from({ length: 10 }, (_, at) => [
    `test/e2e/price/p${at}.e2e.ts`,
    "'/operator/price'",
  ])
  const { journeys, advice } = treeOf({}, Object.fromEntries(many) as Record<string, string>)(PRICE)
  assert.equal(journeys.length, 8)
  assert.match(advice!, /npm test -- test\/e2e\/price\/p8\.e2e\.ts test\/e2e\/price\/p9\.e2e\.ts$/)
})
