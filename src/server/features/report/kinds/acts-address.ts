import { paths } from '#contract/screen-paths.ts'

interface Purchases {
  readonly date_from: string
  readonly date_to: string
  readonly site_id?: string | undefined
  readonly product_id?: string | undefined
  /** One person's records: the one that was kept, and its aliases. */
  readonly supplier_ids?: readonly string[]
}

/** Records of one supplier that the address of a list has room for: 200 characters. */
export const NAMED_RECORDS = 5

/** The list of the purchases that a row of a report adds up: issued and signed acts, by its filters. */
export function actsAddress({ date_from, date_to, supplier_ids, ...ids }: Purchases): string {
  const address = new URLSearchParams([
    ['status', 'issued'],
    ['status', 'signed'],
  ])
  address.set('from', date_from)
  address.set('to', date_to)
  if (supplier_ids) address.set('supplier_id', supplier_ids.join(','))
  for (const [name, id] of Object.entries(ids)) if (id) address.set(name, id)
  return `${paths.acts}?${address.toString().replaceAll('%2C', ',')}`
}
