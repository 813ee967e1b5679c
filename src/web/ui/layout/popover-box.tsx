import { Popover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core'
import { useImperativeHandle, type ReactNode, type Ref } from 'react'
import { useLayerFocus } from '../keyboard/layer-focus.ts'

export interface PopoverBoxProps extends Omit<
  PopoverProps,
  'children' | 'trapFocus' | 'returnFocus'
> {
  id: string
  opened: boolean
  /** The element to which it is attached. */
  anchor: HTMLElement | null
  /** Props of the box itself. */
  box?: Omit<PopoverDropdownProps, 'children'>
  children: ReactNode
}

export function PopoverBox({ anchor, box, children, ...popover }: PopoverBoxProps) {
  return (
    // It closes without an animation, so that the next key already goes to the element that gets the focus back.
    <Popover {...popover} transitionProps={{ duration: 120, exitDuration: 0 }}>
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown tabIndex={-1} {...box} data-popover-layer>
        <PopoverKeyboard />
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Stands in for an element that is rendered elsewhere. */
function Anchor({ element, ref }: { element: HTMLElement | null; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element!, [element])
  return null
}

function PopoverKeyboard() {
  useLayerFocus()
  return null
}
