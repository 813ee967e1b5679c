import { roleTitles } from '../user/people-labels.ts'
import type { User } from '../user/user-entities.ts'
import type { ListColumns } from './column.ts'

const pinOf = (row: User) => (row.pcode_temporary ? 'Временный' : row.has_pcode ? 'Есть' : 'Нет')

export const peopleColumns = {
  full_name: {
    title: 'Имя',
    kind: 'text',
    value: (row) => row.info.full_name,
    sort: 'full_name',
  },
  login: { title: 'Логин', kind: 'text', value: (row) => row.login, sort: 'login' },
  company: { title: 'Компания', kind: 'text', value: (row) => row.company_name ?? 'Платформа' },
  roles: { title: 'Роли', kind: 'text', value: (row) => roleTitles(row.info) || 'Без ролей' },
  second_factor: {
    title: 'Вход по коду',
    kind: 'text',
    value: (row) => (row.has_second_factor ? 'Включён' : 'Нет'),
  },
  pin: { title: 'Пин-код', kind: 'text', value: pinOf },
  status: {
    title: 'Статус',
    kind: 'status',
    of: 'user',
    value: (row) => row.status,
    sort: 'status',
  },
  last_sign_in_at: {
    title: 'Последний вход',
    kind: 'instant',
    value: (row) => row.last_sign_in_at,
    sort: 'last_sign_in_at',
  },
} satisfies ListColumns<User>
