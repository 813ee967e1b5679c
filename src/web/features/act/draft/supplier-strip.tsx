import { Button } from '@mantine/core'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import { openSupplierCard } from '../../supplier/open-supplier-card.ts'

interface StripProps {
  id: string
  name: string
  about: (string | null | undefined)[]
  status: string
}

/** The supplier, with a link to the supplier's card. */
export function SupplierStrip({ id, name, about, status }: StripProps) {
  const keyOf = useHotkeyNames()
  useKeys([{ hotkey: 'card', label: 'Карточка поставщика', run: () => void openSupplierCard(id) }])
  return (
    <Panel
      title="Поставщик"
      actions={
        <Button variant="subtle" title={keyOf('card')} onClick={() => void openSupplierCard(id)}>
          Карточка
        </Button>
      }
    >
      <div>
        <strong>{name}</strong>
        <div>{about.filter(Boolean).join(' · ')}</div>
      </div>
      <div>
        <StatusBadge kind="supplier" status={status} />
      </div>
    </Panel>
  )
}
