import { formatPhone } from '#contract/requisites/phone.ts'
import { companyStatuses, type Company } from '#contract/company/company-entities.ts'
import { company } from '#contract/company/company.ts'
import { count, day } from '#web/ui/format.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import type { Column } from '#web/ui/list/list-types.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { CompanyInfo } from './company-info.tsx'

const COLUMNS: Column<Company>[] = [
  {
    id: 'name',
    card: 'title',
    title: 'Компания',
    width: 200,
    grow: true,
    text: (row) => row.short_name,
    sort: 'name',
  },
  {
    id: 'status',
    card: 'status',
    title: 'Статус',
    width: 150,
    cell: (row) => <StatusBadge kind="company" status={row.status} />,
    sort: 'status',
  },
  {
    id: 'full_name',
    title: 'Полное название',
    width: 320,
    text: (row) => row.name,
    hidden: true,
  },
  {
    id: 'inn',
    card: 'subtitle',
    title: 'ИНН',
    width: 120,
    text: (row) => row.inn,
    sort: 'inn',
  },
  {
    id: 'director',
    title: 'Руководитель',
    width: 220,
    text: (row) => row.director_name,
  },
  { id: 'phone', title: 'Телефон', width: 140, text: (row) => formatPhone(row.phone) },
  {
    id: 'sites',
    title: 'Площадок',
    width: 90,
    align: 'end',
    cell: (row) => count(row.sites_count),
    text: (row) => String(row.sites_count ?? ''),
  },
  {
    id: 'users',
    title: 'Людей',
    width: 80,
    align: 'end',
    cell: (row) => count(row.users_count),
    text: (row) => String(row.users_count ?? ''),
  },
  {
    id: 'created_at',
    title: 'Заведена',
    width: 110,
    text: (row) => day(row.created_at),
    sort: 'created_at',
  },
]

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
      empty="Здесь появятся компании платформы."
    />
  )
}
