import type { User } from '#contract/user/user-entities.ts'
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

export async function addPerson(companyId?: string): Promise<void> {
  const { openNewPerson } = await import('./person-form.tsx')
  await openNewPerson(companyId)
}
