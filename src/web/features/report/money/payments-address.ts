import type { paymentsBehind } from '#contract/payment/money-flow.ts'
import { paths } from '#contract/screen-paths.ts'

/** The list of payments under a filter, by the parameters of its screen. */
export function paymentsAddress(filter: ReturnType<typeof paymentsBehind>): string {
  const params = new URLSearchParams(filter.status.map((status) => ['status', status]))
  const put = (key: string, value: string | undefined) => value && params.set(key, value)
  put('from', filter.date_from)
  put('to', filter.date_to)
  if (filter.day_of !== 'saved') put('day_of', filter.day_of)
  put('bank', filter.bank_config_id?.[0])
  put('kind', filter.kind?.[0])
  if (filter.waits_for_file !== undefined) put('file', filter.waits_for_file ? 'yes' : 'no')
  put('test', 'no')
  return `${paths.payments}?${params}`
}
