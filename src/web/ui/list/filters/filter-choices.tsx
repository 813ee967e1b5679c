import { Select } from '@mantine/core'
import type { ListState } from '../address/list-address.ts'
import type { ListFilter } from '../list-types.ts'

export interface FilterChoicesProps {
  filters: ListFilter[]
  own: ListState['own']
  change: (part: Partial<ListState>) => void
}

/** The list's own filters; their choices are heavier than the list itself, so they load after the rows. */
export function FilterChoices({ filters, own, change }: FilterChoicesProps) {
  return filters.map((filter) => (
    <Select
      key={filter.key}
      aria-label={filter.label}
      placeholder={filter.whenNone?.label ?? filter.label}
      data={filter.options}
      value={own[filter.key] ?? null}
      clearable
      clearButtonProps={{ 'aria-label': `Убрать отбор: ${filter.label}` }}
      w={170}
      onChange={(value) => change({ own: withOwn(own, filter.key, value) })}
    />
  ))
}

function withOwn(own: Record<string, string>, key: string, value: string | null) {
  const { [key]: _, ...rest } = own
  return value ? { ...rest, [key]: value } : rest
}
