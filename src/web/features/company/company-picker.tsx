import { useSearchParams } from 'react-router'
import type { Company } from '#contract/company/company-entities.ts'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'

interface CompanyPickerProps {
  companies: readonly Company[]
  chosen: Company | undefined
}

/** Lets a super administrator choose the company whose records are shown; the choice is stored in the address. */
export function CompanyPicker({ companies, chosen }: CompanyPickerProps) {
  const [, setParams] = useSearchParams()
  return (
    <SearchSelect
      aria-label="Компания"
      allowDeselect={false}
      nothingFoundMessage="Такой компании нет"
      w={280}
      data={companies.map(({ id, short_name }) => ({ value: id, label: short_name }))}
      value={chosen?.id ?? null}
      onChange={(id) => id && setParams({ company: id })}
    />
  )
}
