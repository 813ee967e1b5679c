import type { User } from '#contract/user/user-entities.ts'
import { user } from '#contract/user/user.ts'
import { callOnce } from '#web/api/use-call.ts'
import { wasTold } from '#web/state/call-error.ts'
import { isSuper, useStore } from '#web/state/store.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import type { BulkAction } from '#web/ui/list/list-types.ts'

/** The contract's bound of one call. */
const MOST_LINKS = 50

const mayEnter = ({ status }: User) => status === 'invited' || status === 'active'

/** Actions on chosen people, the same on every list of people; their dialogs are loaded when first needed. */
export const PEOPLE_BULK: BulkAction<User>[] = [
  {
    label: 'Ссылки для входа',
    most: MOST_LINKS,
    run: async (rows) => (await import('./person-links.tsx')).giveLinks(rows),
    when: mayEnter,
    why: 'Среди выбранных есть заблокированные или уволенные',
  },
]

export async function showPerson(row: User): Promise<void> {
  const { openPerson } = await import('./person-form.tsx')
  await openPerson(row)
}

/** The card that an address names; who does not exist is said so over the list. */
export async function showPersonById(id: string): Promise<void> {
  const filter = { ids: [id], with: ['rows' as const] }
  const ask = { query: { filter } }
  const found = await (
    isSuper(useStore.getState())
      ? callOnce(user.superGetAll, ask)
      : callOnce(user.getByCompany, ask)
  ).catch(wasTold)
  const [row] = found?.items ?? []
  if (row) await showPerson(row)
  else if (found) toast.error('Такого сотрудника нет')
}

export async function addPerson(companyId?: string): Promise<void> {
  const { openNewPerson } = await import('./person-form.tsx')
  await openNewPerson(companyId)
}
