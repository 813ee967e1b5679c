import type { FollowedRecipe } from './recipe-steps.ts'

export const report: FollowedRecipe = {
  page: 'report',
  steps: [
    {
      file: 'src/server/features/report/kinds/dusty-products.ts',
      add: `import { act } from '#contract/act/act.ts'
import { reportKind } from '../report-kind.ts'
import { periodParams } from '../report-params.ts'
import { sumPurchases, type PurchasedProduct } from './purchases-by-product.ts'

  export const dustyProducts = reportKind({
  type: 'dusty_products',
  title: 'Пыльный товар',
  sentence: 'Сколько купили пыльного',
  permission: 'report.create',
  source: act.getAll,
  params: periodParams,
  columns: {
    product: { title: 'Товар', kind: 'text', value: (row: PurchasedProduct) => row.product_name },
    net: { title: 'Нетто', kind: 'weight', value: (row) => row.net_g, addend: (row) => row.net_g },
  },
  formats: ['xlsx', 'csv'],
  chart: { title: 'Пыльный товар', unit: 'g', name: 'product', value: 'net' },
  async *rows(db, params) {
    yield* await sumPurchases(db, params)
  },
})
`,
      forgotten: /dusty-products/,
    },
    {
      file: 'src/server/features/report/kinds/all.ts',
      after: "import { export1c } from './exchange/export-1c.ts'\n",
      add: "import { dustyProducts } from './dusty-products.ts'\n",
      forgotten: /dustyProducts/,
    },
    {
      file: 'src/server/features/report/kinds/all.ts',
      after: 'export const reportKinds: readonly ReportKind[] = [\n',
      add: '  dustyProducts,\n',
    },
  ],
  tests: ['src/server/features/report/report-kinds.test.ts'],
}

export const call: FollowedRecipe = {
  page: 'call',
  steps: [
    {
      file: 'src/contract/price/price.ts',
      after: 'export const price = {\n',
      add: `  countChanges: call({
    method: 'GET',
    path: '/api/v1/price/countChanges',
    access: 'operator',
    module,
    summary: 'How often a price was changed',
    query: z.strictObject({ product_id: s.id('product') }),
    result: z.strictObject({ changes: s.count }),
    refusals: ['price.never-changed'],
    about: ['price_cell'],
  }),
`,
      forgotten: /countChanges/,
    },
    {
      file: 'src/contract/core/refusals.ts',
      after: "  'price.plan-past': [409, 'Этот момент уже прошёл. Выберите время впереди'],\n",
      add: "  'price.never-changed': [409, 'Цену ещё не меняли'],\n",
      forgotten: /price\.never-changed/,
    },
    {
      file: 'src/server/features/price/read-prices.ts',
      after: 'type History = Answer<typeof price.getHistory>\n',
      add: `
  export async function countChanges(
  db: Db,
  { query }: CallInput<typeof price.countChanges>,
): Promise<Answer<typeof price.countChanges>> {
  if (!(await productExists(db, query.product_id))) refuse('common.not-found')
  const changes = await changeCount(db, query.product_id)
  if (changes === 0) refuse('price.never-changed')
  return { changes }
}
`,
      forgotten: /countChanges/,
    },
    {
      file: 'src/server/features/price/read-prices.ts',
      after: "from './history-queries.ts'\n",
      add: "import { changeCount } from './history-queries.ts'\n",
    },
    {
      file: 'src/server/features/price/history-queries.ts',
      after:
        '// As many columns as a price list may have; plans beyond them are cancelled one by one from their own cells.\nconst MAX_PLANS = 200\n',
      add: `
/** How often the prices of a product were changed. */
  export async function changeCount(db: Db, productId: string): Promise<number> {
  const row = await db.q
    .selectFrom('price_history')
    .where('company_id', '=', db.companyId)
    .where('product_id', '=', productId)
    .select(sql<number>\`count(*)\`.as('changes'))
    .executeTakeFirstOrThrow()
  return row.changes
}
`,
      forgotten: /changeCount/,
    },
    {
      file: 'src/server/features/price/price-routes.ts',
      after: "from './read-prices.ts'\n",
      add: "import { countChanges } from './read-prices.ts'\n",
    },
    {
      file: 'src/server/features/price/price-routes.ts',
      after: '  serve(price.getHistory, getHistory),\n',
      add: '  serve(price.countChanges, countChanges),\n',
    },
  ],
  tests: ['src/contract/calls.test.ts', 'test/rules/access.test.ts'],
}
