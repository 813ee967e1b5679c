import { useSearchParams } from '#web/router/hooks.ts'
import type { Company } from '#contract/company/company-entities.ts'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'

interface CompanyPickerProps {
  companies: readonly Company[]
  chosen: Company | undefined
  /** What may be chosen besides a company, before them: «Платформа». */
  others?: readonly { value: string; label: string }[]
  /** What else of the address stays: the tab. */
  stays?: Readonly<Record<string, string>>
}

/** Lets a super administrator choose the company whose records are shown; the choice is stored in the address. */
export function CompanyPicker({ companies, chosen, others = [], stays }: CompanyPickerProps) {
  const [params, setParams] = useSearchParams()
  const other = others.find(({ value }) => value === params.get('company'))
  return (
    <SearchSelect
      aria-label="Компания"
      allowDeselect={false}
      nothingFoundMessage="Такой компании нет"
      w={280}
      data={[
        ...others,
        ...companies.map(({ id, short_name }) => ({ value: id, label: short_name })),
      ]}
      value={other?.value ?? chosen?.id ?? null}
      onChange={(id) => id && setParams({ ...stays, company: id })}
    />
  )
}
