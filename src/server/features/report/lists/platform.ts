import { bank } from '#contract/bank/bank.ts'
import { company } from '#contract/company/company.ts'
import { user } from '#contract/user/user.ts'
import { bankColumns } from '#contract/lists/bank-columns.ts'
import { companyColumns } from '#contract/lists/company-columns.ts'
import { peopleColumns } from '#contract/lists/people-columns.ts'
import { bankList } from '../../bank/bank-list-queries.ts'
import { companyList } from '../../company/company-list-queries.ts'
import { peopleList, type PeopleFilter } from '../../user/people/user-list-queries.ts'
import { listExport } from './list-export.ts'

export const exportedCompanies = listExport({
  call: company.getAll,
  title: 'Компании',
  columns: companyColumns,
  list: companyList,
  rows: (_, items) => items,
})

export const exportedBanks = listExport({
  call: bank.getAll,
  title: 'Банки',
  columns: bankColumns,
  list: bankList,
  rows: (_, items) => items,
})

export const exportedPeople = listExport({
  call: user.superGetAll,
  title: 'Люди',
  columns: peopleColumns,
  list: (db, filter: PeopleFilter) => peopleList(db, filter, { detailed: true }),
  rows: (_, items) => items,
})
