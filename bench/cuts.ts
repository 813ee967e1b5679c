import { readList, type ListSpec } from '#server/list/lists.ts'
import { findNameRests } from '#server/db/query/find-rows.ts'
import { MOST_FOUND } from '#server/list/searched-list.ts'
import { actList } from '#server/features/act/read/list-acts.ts'
import { supplierList } from '#server/features/supplier/search/list-suppliers.ts'
import type { SupplierFilter } from '#server/features/supplier/search/supplier-list-queries.ts'
import type { World } from '#test/support/world.ts'
import { percentile } from './percentile.ts'
import { tell } from './tell.ts'

/** A kept plan is decided on at the sixth run. */
const WARM_RUNS = 6
const RUNS = 15
const ROWS = { with: ['rows' as const], limit: 50 }

interface Page {
  readonly name: string
  /** The list with its short way to a page, and without it. */
  readonly run: (isCut: boolean) => Promise<unknown>
}

/** What each short way to a page of a list saves: the figures beside `cutByDue`, `cutByMonths`, `cutByPaid` and `cutByName`. */
export async function measureCuts(world: World): Promise<void> {
  for (const page of [...actPages(world), ...(await supplierPages(world))]) {
    const value = await medianOf(() => page.run(true))
    const baseline = await medianOf(() => page.run(false))
    tell({ name: page.name, value, unit: 'ms', baseline })
  }
}

function actPages({ own: { db } }: World): Page[] {
  const month = { date_from: '2026-01-01', date_to: '2026-01-31' }
  const year = { date_from: '2025-02-01', date_to: '2026-01-31' }
  const page = (name: string, filter: Parameters<typeof actList>[1]): Page => ({
    name: `acts: ${name}`,
    run: (isCut) => read(db, actList(db, { ...ROWS, ...filter }), isCut),
  })
  return (['desc', 'asc'] as const).flatMap((way) => [
    page(`by what is due, ${way}`, { sort: [['payable_kop', way]] }),
    page(`by what is due, ${way}, drafts`, { sort: [['payable_kop', way]], status: ['draft'] }),
    page(`by what is due, ${way}, to pay`, { sort: [['payable_kop', way]], payable: true }),
    page(`by sum, ${way}, a month`, { sort: [['total_kop', way]], ...month }),
    page(`by sum, ${way}, a year`, { sort: [['total_kop', way]], ...year }),
  ])
}

async function supplierPages({ own: { db } }: World): Promise<Page[]> {
  const pages: Page[] = []
  for (const way of ['desc', 'asc'] as const) {
    for (const offset of [0, 4950]) {
      const filter: SupplierFilter = { ...ROWS, offset, sort: [['ytd_paid_kop', way]] }
      const run = (isCut: boolean) => read(db, supplierList(db, filter), isCut)
      pages.push({ name: `suppliers by paid in the year, ${way}, from ${offset}`, run })
    }
    for (const search of ['морозов', 'морозов андрей', 'ковалев а']) {
      const filter: SupplierFilter = { ...ROWS, search, sort: [['name', way]] }
      const run = async (isCut: boolean) => {
        const nameRest = isCut ? await findNameRests(db, search, MOST_FOUND) : []
        if (typeof nameRest === 'string') throw new Error(`${search}: ${nameRest}`)
        await read(db, supplierList(db, filter, isCut ? { nameRest } : {}), isCut)
      }
      pages.push({ name: `suppliers by name, ${way}, of «${search}»`, run })
    }
  }
  return pages
}

function read<S extends string, D, T extends keyof D, Row extends object, Item, Sums>(
  db: World['own']['db'],
  spec: ListSpec<S, D, T, Row, Item, Sums>,
  isCut: boolean,
): Promise<unknown> {
  if (isCut) return readList(db, spec)
  // Its statements are remembered by what was asked.
  const askedAs = spec.askedAs && `whole ${spec.askedAs}`
  return readList(db, { ...spec, cut: undefined, ...(askedAs && { askedAs }) })
}

async function medianOf(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < WARM_RUNS + RUNS; index++) {
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
  }
  return percentile(times.slice(WARM_RUNS), 50)
}
