import { companyRoles } from '#contract/core/roles.ts'
import { userStatuses, type User } from '#contract/user/user-entities.ts'
import { dateTime } from '#web/ui/format.ts'
import type { Column, ListFilter } from '#web/ui/list/list-types.ts'
import { roleTitle, roleTitles } from '#web/ui/layout/people.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'

const rolesOf = (row: User) => roleTitles(row.info) || 'Без ролей'
const pinOf = (row: User) => (row.pcode_temporary ? 'Временный' : row.has_pcode ? 'Есть' : 'Нет')

/** What lists of people show, the same on every screen. */
export const PEOPLE_COLUMNS: Column<User>[] = [
  {
    id: 'full_name',
    card: 'title',
    title: 'Имя',
    width: 220,
    grow: true,
    text: (row) => row.info.full_name,
    sort: 'full_name',
  },
  {
    id: 'login',
    card: 'subtitle',
    title: 'Логин',
    width: 140,
    text: (row) => row.login,
    sort: 'login',
  },
  {
    id: 'company',
    title: 'Компания',
    width: 196,
    text: (row) => row.company_name ?? 'Платформа',
  },
  { id: 'roles', card: 'subtitle', title: 'Роли', width: 200, text: rolesOf },
  { id: 'pin', title: 'Пин-код', width: 100, text: pinOf },
  {
    id: 'status',
    card: 'status',
    title: 'Статус',
    width: 140,
    cell: (row) => <StatusBadge kind="user" status={row.status} />,
    sort: 'status',
  },
  {
    id: 'last_sign_in_at',
    title: 'Последний вход',
    width: 150,
    text: (row) => dateTime(row.last_sign_in_at),
    sort: 'last_sign_in_at',
  },
]

export const PEOPLE_STATUSES = { kind: 'user', values: userStatuses } as const

export const PEOPLE_FILTERS: ListFilter[] = [
  {
    key: 'role',
    label: 'Роль',
    options: ['SUPERVISOR', ...companyRoles].map((role) => ({
      value: role,
      label: roleTitle(role),
    })),
    toFilter: (value) => ({ role: [value] }),
  },
]
