import { Button } from '@mantine/core'
import type { User } from '#contract/user/user-entities.ts'
import { user } from '#contract/user/user.ts'
import { useChosenCompany } from '#web/features/company/company-choice.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { addPerson, PEOPLE_BULK, showPerson } from './card/people-actions.ts'
import { useCardInAddress } from './card/use-card-in-address.ts'
import { PEOPLE_COLUMNS, PEOPLE_FILTERS, PEOPLE_STATUSES } from './people-columns.ts'

// The list is rendered first; the choice of another company loads a moment later into reserved space.
const ServiceTools = lazyPart(
  async () => (await import('./service/service-tools.tsx')).ServiceTools,
  <>
    <span style={{ width: 280, height: 'var(--control)' }} />
    <Button variant="default" disabled>
      Программы
    </Button>
  </>,
)

const COLUMNS = PEOPLE_COLUMNS.filter(({ id }) => id !== 'company')
const FILTERS = PEOPLE_FILTERS

/** People of one company, the first one until another is chosen. */
export function Component() {
  useCardInAddress()
  const { companies, chosen, loading, chosenNow } = useChosenCompany()
  const known = loading ? null : {}
  return (
    <ListScreen<User>
      key={chosen?.id}
      id="operators"
      title="Сотрудники"
      call={user.superGetAll}
      columns={COLUMNS}
      sort="full_name"
      search="Имя или логин"
      statuses={PEOPLE_STATUSES}
      filters={FILTERS}
      actions={<ServiceTools companies={companies} chosen={chosen} />}
      open={(row) => void showPerson(row)}
      create={{
        label: 'Новый сотрудник',
        right: 'user.manage',
        run: () => void chosenNow().then((company) => addPerson(company?.id)),
      }}
      bulk={PEOPLE_BULK}
      fixed={chosen ? { company_id: [chosen.id] } : known}
      empty="У этой компании ещё нет людей."
    />
  )
}
