import { Button } from '@mantine/core'
import { userAccess } from '#contract/user/user-access.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { hasModule, useStore } from '#web/state/store.ts'

/** «Старая база» for those whose company has one and who may copy from it; others never learn of it. */
export function LegacyDatabaseButton({ search = '' }: { search?: string }) {
  const on = useStore(hasModule('test'))
  const { data } = useCall(
    userAccess.getActions,
    { query: {} },
    { when: on, fresh: REFERENCE_MS, quiet: true },
  )
  const may = data?.folders.some(({ actions }) =>
    actions.some(({ code, mine }) => code === 'supplier.import' && mine.allowed),
  )
  if (!on || !may) return null
  return (
    <Button variant="default" onClick={() => void openLegacyDatabase(search)}>
      Старая база
    </Button>
  )
}

/** The legacy database over any screen: search, preview, copy (domain.md 10). */
async function openLegacyDatabase(search = ''): Promise<void> {
  const { showLegacyDatabase: showOldBase } = await import('./legacy-database-dialog.tsx')
  return showOldBase(search)
}
