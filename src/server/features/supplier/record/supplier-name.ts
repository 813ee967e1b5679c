import { nameSearchText } from '#contract/requisites/names.ts'

/** The columns of which a supplier's name is made. */
export interface NameParts {
  readonly type: string
  readonly last_name?: string | null | undefined
  readonly first_name?: string | null | undefined
  readonly middle_name?: string | null | undefined
  readonly org_name?: string | null | undefined
}

/** Surname, name and patronymic; the organisation's name for a company. */
export function supplierName(parts: NameParts): string {
  if (parts.type === 'company') return parts.org_name ?? ''
  return [parts.last_name, parts.first_name, parts.middle_name].filter(Boolean).join(' ')
}

/** What the search by words looks in: people are also found by the name of their business. */
export function supplierSearchText(parts: NameParts): string {
  const business = parts.type === 'company' ? null : parts.org_name
  return nameSearchText([supplierName(parts), business].filter(Boolean).join(' '))
}
