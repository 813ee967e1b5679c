import { useSearchParams } from 'react-router'
import { ownCompany } from '#contract/company/own-company.ts'
import { product } from '#contract/price/product.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { linkFilter, MAX_OWN } from '#web/ui/list/address/list-address.ts'
import type { ListFilter } from '#web/ui/list/list-types.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** Names are read where the address has ids. */
const asked = (ids: string) => ({ when: IDS.test(ids), fresh: REFERENCE_MS, quiet: true })

/** Filters that only a link sets, from a report's row: a product, a supplier with its aliases, a site. Each can be removed. */
export function useRecordFilters(): ListFilter[] {
  const [address] = useSearchParams()
  const [products, suppliers, site] = ['product_id', 'supplier_id', 'site_id'].map((key) =>
    (address.get(key) ?? '').slice(0, MAX_OWN),
  ) as [string, string, string]
  const goods = useCall(
    product.getAll,
    { query: { filter: { ids: products.split(',') } } },
    asked(products),
  )
  const people = useCall(
    supplier.getAll,
    { query: { filter: { ids: suppliers.split(','), with: ['rows'] } } },
    asked(suppliers),
  )
  const own = useCall(ownCompany.getOwn, {}, asked(site))
  return [
    recordFilter('product_id', 'Товар', products, goods.data?.items),
    recordFilter('supplier_id', 'Поставщик', suppliers, people.data?.items),
    recordFilter('site_id', 'Площадка', site, own.data?.sites),
  ]
}

const IDS = /^[\da-f-]{36}(,[\da-f-]{36})*$/

function recordFilter(
  key: string,
  label: string,
  value: string,
  records: readonly Named[] | undefined,
): ListFilter {
  const ids = value.split(',')
  const names = records?.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  return linkFilter(
    key,
    label,
    value,
    IDS.test(value) && {
      name: names?.join(', ') || label,
      // A site is one.
      filter: { [key]: key === 'site_id' ? value : ids },
    },
  )
}
