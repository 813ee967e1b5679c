import { hashKey, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { REFERENCE_MS } from '#web/api/use-call.ts'
import { userId, useStore } from '#web/state/store.ts'
import { untilAnswered } from '#web/state/until-answered.ts'
import { linkFilter, MAX_OWN } from '#web/ui/list/address/list-address.ts'
import type { ListFilter } from '#web/ui/list/list-types.ts'

/** Filters that only a link sets, from a report's row: a product, a supplier with its aliases, a site. Each can be removed. */
export function useRecordFilters(): ListFilter[] {
  return [
    useRecordFilter('product_id', 'Товар'),
    useRecordFilter('supplier_id', 'Поставщик'),
    useRecordFilter('site_id', 'Площадка'),
  ]
}

/** Few addresses have ids: the list of acts loads what reads their names only then. */
async function readNames(key: string, ids: string[]) {
  const { RECORD_NAMES } = await import('./record-names.ts')
  return RECORD_NAMES[key]!(ids)
}

const IDS = /^[\da-f-]{36}(,[\da-f-]{36})*$/

function useRecordFilter(key: string, label: string): ListFilter {
  const [address] = useSearchParams()
  const user = useStore(userId)
  const value = (address.get(key) ?? '').slice(0, MAX_OWN)
  const ids = value.split(',')
  const isSet = IDS.test(value)
  const records = useQuery({
    queryKey: [user, key, value],
    queryFn: ({ signal, queryKey }) =>
      untilAnswered(hashKey(queryKey), () => readNames(key, ids), signal),
    enabled: isSet,
    staleTime: REFERENCE_MS,
  })
  const names = records.data?.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  return linkFilter(
    key,
    label,
    value,
    isSet && {
      name: names?.join(', ') || label,
      // A site is one.
      filter: { [key]: key === 'site_id' ? value : ids },
    },
  )
}
