import type { Company } from '../company/company-entities.ts'
import { formatPhone } from '../requisites/phone.ts'
import type { ListColumns } from './column.ts'

export const companyColumns = {
  name: { title: 'Компания', kind: 'text', value: (row) => row.short_name, sort: 'name' },
  status: {
    title: 'Статус',
    kind: 'status',
    of: 'company',
    value: (row) => row.status,
    sort: 'status',
  },
  full_name: { title: 'Полное название', kind: 'text', value: (row) => row.name },
  inn: { title: 'ИНН', kind: 'text', value: (row) => row.inn, sort: 'inn' },
  director: { title: 'Руководитель', kind: 'text', value: (row) => row.director_name },
  phone: { title: 'Телефон', kind: 'text', value: (row) => formatPhone(row.phone) },
  sites: { title: 'Площадок', kind: 'integer', value: (row) => row.sites_count },
  users: { title: 'Людей', kind: 'integer', value: (row) => row.users_count },
  created_at: {
    title: 'Заведена',
    kind: 'day',
    value: (row) => row.created_at,
    sort: 'created_at',
  },
} satisfies ListColumns<Company>
