import { Popover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { useLayerFocus } from '../keyboard/layer-focus.ts'

interface AppPopoverProps extends Omit<PopoverProps, 'children' | 'trapFocus' | 'returnFocus'> {
  /** The element to which the popover is attached, mostly its button. */
  target: ReactElement
  /** Props of the box itself. */
  box?: Omit<PopoverDropdownProps, 'children'>
  children: ReactNode
}

/**
 * A box under its button with the keyboard handler of a window: the kit's focus trap would move the focus away while the user
 * types.
 */
export function AppPopover({ target, box, children, ...popover }: AppPopoverProps) {
  return (
    // It closes without an animation, so that the next key already goes to the element that gets the focus back.
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
