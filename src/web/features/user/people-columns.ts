import { peopleColumns } from '#contract/lists/people-columns.ts'
import { companyRoles } from '#contract/core/roles.ts'
import { userStatuses } from '#contract/user/user-entities.ts'
import { screenColumns } from '#web/ui/list/columns/screen-columns.tsx'
import type { ListFilter } from '#web/ui/list/list-types.ts'
import { roleTitle } from '#web/ui/layout/people.ts'

/** What lists of people show, the same on every screen. */
export const PEOPLE_COLUMNS = screenColumns(peopleColumns, {
  full_name: { card: 'title', width: 220, grow: true },
  login: { card: 'subtitle', width: 140 },
  company: { width: 184 },
  roles: { card: 'subtitle', width: 176 },
  second_factor: { width: 120, hidden: true },
  pin: { width: 100 },
  status: { card: 'status', width: 140 },
})

export const PEOPLE_STATUSES = { kind: 'user', values: userStatuses } as const

export const roleFilter = (roles: readonly string[]): ListFilter => ({
  key: 'role',
  label: 'Роль',
  options: roles.map((role) => ({ value: role, label: roleTitle(role) })),
  toFilter: (value) => ({ role: [value] }),
})

export const PEOPLE_FILTERS: ListFilter[] = [roleFilter(['SUPERVISOR', ...companyRoles])]
