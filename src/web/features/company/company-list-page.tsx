import { companyColumns } from '#contract/lists/company-columns.ts'
import { companyStatuses, type Company } from '#contract/company/company-entities.ts'
import { company } from '#contract/company/company.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { screenColumns } from '#web/ui/list/columns/screen-columns.tsx'
import { createCompany } from './open-company.ts'
import { openSetUp } from './set-up/open-set-up.ts'

const CompanyInfo = lazyPart(async () => (await import('./company-info.tsx')).CompanyInfo)

const COLUMNS = screenColumns(companyColumns, {
  name: { card: 'title', width: 200, grow: true },
  status: { card: 'status', width: 150 },
  full_name: { width: 320, hidden: true },
  inn: { card: 'subtitle', width: 120 },
  director: { width: 220 },
  phone: { width: 140 },
  users: { width: 80 },
  created_at: { width: 110 },
})

const cardOf = (id: string) => <CompanyInfo key={id} id={id} />

/** Companies of the platform; the card at the right is for reading. */
export function Component() {
  return (
    <ListScreen<Company>
      id="companies"
      title="Компании"
      call={company.getAll}
      columns={COLUMNS}
      sort="name"
      search="Название или ИНН"
      statuses={{ kind: 'company', values: companyStatuses }}
      card={cardOf}
      create={{
        label: 'Новая компания',
        right: 'company.manage',
        run: () => void createCompany(openSetUp),
      }}
      empty="Здесь появятся компании платформы."
    />
  )
}
