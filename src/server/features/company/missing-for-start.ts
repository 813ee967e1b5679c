import type { CompanyCard } from '#contract/company/company-entities.ts'

const REQUIRED_FIELDS = {
  name: 'Укажите название',
  inn: 'Укажите ИНН',
  ogrn: 'Укажите ОГРН',
  phone: 'Укажите телефон',
} as const

/** Data that a company still lacks before it may start work, by field (domain.md 3.1). */
export function missingFor(
  company: Readonly<Record<keyof typeof REQUIRED_FIELDS, string>>,
  sites: readonly { status: string }[],
): NonNullable<CompanyCard['missing']> {
  const empty = Object.entries(REQUIRED_FIELDS)
    .filter(([field]) => company[field as keyof typeof REQUIRED_FIELDS] === '')
    .map(([field, message]) => ({ field, message }))
  const hasSite = sites.some((site) => site.status === 'active')
  return hasSite ? empty : [...empty, { field: 'sites', message: 'Добавьте действующую площадку' }]
}
