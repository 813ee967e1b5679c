import { formatPhone } from '#contract/requisites/phone.ts'
import { bank } from '#contract/bank/bank.ts'
import type { Bank } from '#contract/bank/bank-entities.ts'
import { describeProvider } from '#contract/bank/bank-providers.ts'
import { company } from '#contract/company/company.ts'
import type { Company } from '#contract/company/company-entities.ts'
import { roleTitles } from '#contract/user/people-labels.ts'
import { methodKindTitles } from '#contract/core/display-text.ts'
import { statusTitle } from '#contract/core/status-titles.ts'
import { user } from '#contract/user/user.ts'
import type { User } from '#contract/user/user-entities.ts'
import { bankList } from '../../bank/bank-list-queries.ts'
import { companyList } from '../../company/company-list-queries.ts'
import { peopleList, type PeopleFilter } from '../../user/people/user-list-queries.ts'
import { listExport, type ExportColumns } from './list-export.ts'

const companyColumns: ExportColumns<Company> = {
  name: { title: 'Компания', kind: 'text', value: (row) => row.short_name },
  status: { title: 'Статус', kind: 'text', value: (row) => statusTitle('company', row.status) },
  full_name: { title: 'Полное название', kind: 'text', value: (row) => row.name },
  inn: { title: 'ИНН', kind: 'text', value: (row) => row.inn },
  director: { title: 'Руководитель', kind: 'text', value: (row) => row.director_name },
  phone: { title: 'Телефон', kind: 'text', value: (row) => formatPhone(row.phone) },
  sites: { title: 'Площадок', kind: 'integer', value: (row) => row.sites_count ?? null },
  users: { title: 'Людей', kind: 'integer', value: (row) => row.users_count ?? null },
  created_at: {
    title: 'Заведена',
    kind: 'day',
    value: (row, dayOf) => (row.created_at ? dayOf(row.created_at) : null),
  },
}

export const exportedCompanies = listExport({
  call: company.getAll,
  title: 'Компании',
  columns: companyColumns,
  list: companyList,
  rows: (_, items) => items,
})

const bankColumns: ExportColumns<Bank> = {
  name: { title: 'Банк', kind: 'text', value: (row) => row.name },
  code: { title: 'Код', kind: 'text', value: (row) => row.code },
  bik: { title: 'БИК', kind: 'text', value: (row) => row.bik },
  adapter: {
    title: 'Способ связи',
    kind: 'text',
    value: (row) => describeProvider(row.adapter).title,
  },
  methods: {
    title: 'Куда платит',
    kind: 'text',
    value: (row) => row.methods.map((kind) => methodKindTitles[kind]).join(', '),
  },
  base_url: { title: 'Адрес', kind: 'text', value: (row) => row.base_url },
  configs: { title: 'Настроек', kind: 'integer', value: (row) => row.configs_count ?? null },
  status: { title: 'Статус', kind: 'text', value: (row) => statusTitle('bank', row.status) },
}

export const exportedBanks = listExport({
  call: bank.getAll,
  title: 'Банки',
  columns: bankColumns,
  list: bankList,
  rows: (_, items) => items,
})

const pinOf = (row: User) => (row.pcode_temporary ? 'Временный' : row.has_pcode ? 'Есть' : 'Нет')

const peopleColumns: ExportColumns<User> = {
  full_name: { title: 'Имя', kind: 'text', value: (row) => row.info.full_name },
  login: { title: 'Логин', kind: 'text', value: (row) => row.login },
  company: { title: 'Компания', kind: 'text', value: (row) => row.company_name ?? 'Платформа' },
  roles: { title: 'Роли', kind: 'text', value: (row) => roleTitles(row.info) || 'Без ролей' },
  pin: { title: 'Пин-код', kind: 'text', value: pinOf },
  status: { title: 'Статус', kind: 'text', value: (row) => statusTitle('user', row.status) },
  last_sign_in_at: {
    title: 'Последний вход',
    kind: 'instant',
    value: (row) => row.last_sign_in_at ?? null,
  },
}

export const exportedPeople = listExport({
  call: user.superGetAll,
  title: 'Люди',
  columns: peopleColumns,
  list: (db, filter: PeopleFilter) => peopleList(db, filter, { detailed: true }),
  rows: (_, items) => items,
})
