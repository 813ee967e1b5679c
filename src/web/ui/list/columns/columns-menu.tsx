import { Button } from '@mantine/core'
import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../layout/lazy-part.tsx'
import type { ColumnsMenuProps } from './columns-choice.tsx'
import { AppPopover } from '../../dialogs/app-popover.tsx'

const ColumnsChoice = lazyPart(async () => (await import('./columns-choice.tsx')).ColumnsChoice)

/** Which columns this user sees and in what order. */
export function ColumnsMenu<Row>(props: ColumnsMenuProps<Row>) {
  const [open, setOpen] = useState(false)
  return (
    <AppPopover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      target={
        <Button
          variant="default"
          title="Колонки"
          leftSection={<Columns3 size={16} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          <span data-word>Колонки</span>
        </Button>
      }
    >
      <ColumnsChoice {...props} />
    </AppPopover>
  )
}
