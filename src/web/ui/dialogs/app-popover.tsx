import { Popover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { useLayerFocus } from '../keyboard/layer-focus.ts'

interface AppPopoverProps extends Omit<PopoverProps, 'children' | 'trapFocus' | 'returnFocus'> {
  /** What it hangs at, mostly its button. */
  target: ReactElement
  /** Of the box itself. */
  box?: Omit<PopoverDropdownProps, 'children'>
  children: ReactNode
}

/** A box under its button with the hands of a window: the kit's trap would take the focus from under what is typed. */
export function AppPopover({ target, box, children, ...popover }: AppPopoverProps) {
  return (
    // It goes at once, so that the next key is heard where the hands go back to.
    <Popover {...popover} transitionProps={{ duration: 120, exitDuration: 0 }}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown tabIndex={-1} {...box} data-popover-layer>
        <PopoverKeyboard />
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

function PopoverKeyboard() {
  useLayerFocus()
  return null
}
