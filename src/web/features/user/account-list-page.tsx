import type { User } from '#contract/user/user-entities.ts'
import { user } from '#contract/user/user.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { addPerson, PEOPLE_BULK, showPerson } from './card/people-actions.ts'
import { useCardInAddress } from './card/use-card-in-address.ts'
import { PEOPLE_COLUMNS, PEOPLE_FILTERS, PEOPLE_STATUSES } from './people-columns.ts'

/** All users who may sign in to the platform. */
export function Component() {
  useCardInAddress()
  return (
    <ListScreen<User>
      id="accounts"
      title="Учётные записи"
      call={user.superGetAll}
      columns={PEOPLE_COLUMNS}
      sort="full_name"
      search="Имя или логин"
      statuses={PEOPLE_STATUSES}
      filters={PEOPLE_FILTERS}
      open={(row) => void showPerson(row)}
      create={{ label: 'Новая учётная запись', right: 'user.manage', run: () => void addPerson() }}
      bulk={PEOPLE_BULK}
      empty="Здесь появятся люди, которые могут войти в систему."
    />
  )
}
