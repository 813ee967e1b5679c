import { Button } from '@mantine/core'
import { useMay } from '#web/api/use-may.ts'
import { hasModule, useStore } from '#web/state/store.ts'

/** «Старая база» for those whose company has one and who may copy from it; others never learn of it. */
export function LegacyDatabaseButton({ search = '' }: { search?: string }) {
  const on = useStore(hasModule('test'))
  // Known with the first answers: a button that appears later would move its neighbours.
  const may = useMay('supplier.import')
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
