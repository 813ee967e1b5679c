import { useSearchParams } from 'react-router'
import { company } from '#contract/company/company.ts'
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
    company.getOwn,
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
    linkFilter(
      'site_id',
      'Площадка',
      site,
      ID.test(site) && {
        name: data?.sites.find(({ id }) => id === site)?.name ?? 'Площадка',
        filter: { site_id: site },
      },
    ),
    linkFilter(
      'post_id',
      'Пост',
      post,
      ID.test(post) && {
        name: data?.posts.find(({ id }) => id === post)?.title ?? 'Пост',
        filter: { post_id: post },
      },
    ),
  ]
}
