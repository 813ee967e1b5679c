import { useSearchParams } from '#web/router/hooks.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { linkFilter, MAX_OWN } from '#web/ui/list/address/list-address.ts'
import type { ListFilter } from '#web/ui/list/list-types.ts'

const HOUR = /^(1?\d|2[0-3])$/
const ID = /^[\da-f-]{36}$/

/** Filters that only a link sets, from a row of «Машины по часам»: an hour, a site, a post. Each can be removed. */
export function usePlaceFilters(): ListFilter[] {
  const [address] = useSearchParams()
  const [hour, site, post] = ['vehicle_hour', 'site_id', 'post_id'].map((key) =>
    (address.get(key) ?? '').slice(0, MAX_OWN),
  ) as [string, string, string]
  const { data } = useCall(
    ownCompany.getOwn,
    {},
    { when: site + post !== '', fresh: REFERENCE_MS, quiet: true },
  )
  return [
    linkFilter(
      'vehicle_hour',
      'Машины за час',
      hour,
      HOUR.test(hour) && {
        name: `Час ${hour}:00–${Number(hour) + 1}:00`,
        filter: { vehicle_hour: Number(hour) },
      },
    ),
    placeFilter('site_id', 'Площадка', site, data?.sites.find(({ id }) => id === site)?.name),
    placeFilter('post_id', 'Пост', post, data?.posts.find(({ id }) => id === post)?.title),
  ]
}

const placeFilter = (key: string, label: string, id: string, name = label): ListFilter =>
  linkFilter(key, label, id, ID.test(id) && { name, filter: { [key]: id } })
