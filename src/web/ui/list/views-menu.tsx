import { Button } from '@mantine/core'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../layout/lazy-part.tsx'
import type { ViewsChoiceProps } from './views-choice.tsx'
import { AppPopover } from '../dialogs/app-popover.tsx'

const ViewsChoice = lazyPart(async () => (await import('./views-choice.tsx')).ViewsChoice)

/** Named filters with sort and columns of this user. */
export function ViewsMenu(props: Omit<ViewsChoiceProps, 'close'>) {
  const [open, setOpen] = useState(false)
  return (
    <AppPopover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={320}
      target={
        <Button
          variant="default"
          title="Представления"
          leftSection={<Bookmark size={16} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          <span data-word>Представления</span>
        </Button>
      }
    >
      <ViewsChoice {...props} close={() => setOpen(false)} />
    </AppPopover>
  )
}
