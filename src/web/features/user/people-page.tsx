import type { User } from '#contract/user/user-entities.ts'
import { user } from '#contract/user/user.ts'
import { companyRoles } from '#contract/core/roles.ts'
import { companyId, useStore } from '#web/state/store.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { addPerson, PEOPLE_BULK, showPerson } from './card/people-actions.ts'
import { useCardInAddress } from './card/use-card-in-address.ts'
import { PEOPLE_COLUMNS, PEOPLE_STATUSES, roleFilter } from './people-columns.ts'

const COLUMNS = PEOPLE_COLUMNS.filter(({ id }) => id !== 'company')
const FILTERS = [roleFilter(companyRoles)]

/** The people of a manager's own company. */
export function Component() {
  useCardInAddress()
  const own = useStore(companyId)
  return (
    <ListScreen<User>
      id="people"
      title="Сотрудники"
      call={user.getByCompany}
      columns={COLUMNS}
      sort="full_name"
      search="Имя или логин"
      statuses={PEOPLE_STATUSES}
      filters={FILTERS}
      open={(row) => void showPerson(row)}
      create={{ label: 'Новый сотрудник', right: 'people.manage', run: () => void addPerson(own) }}
      bulk={PEOPLE_BULK}
      empty="В компании ещё нет сотрудников."
    />
  )
}
