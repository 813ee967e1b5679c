import {
  cloneElement,
  useId,
  useState,
  type HTMLAttributes,
  type ReactElement,
  type RefAttributes,
} from 'react'
import type { PopoverBoxProps } from '../layout/popover-box.tsx'
import { lazyComponent } from '../../lazy-component.tsx'
import { LoadingLayer } from '../feedback/waiting.tsx'
import { useKeys } from '../keyboard/keys.ts'
import { PartBoundary } from '../layout/part-boundary.tsx'

const PopoverBox = lazyComponent(
  async () => (await import('../layout/popover-box.tsx')).PopoverBox,
  ({ opened, onChange }) =>
    opened && (
      <LoadingLayer>
        <CloseKey close={() => onChange?.(false)} />
      </LoadingLayer>
    ),
)

interface AppPopoverProps extends Omit<PopoverBoxProps, 'id' | 'anchor'> {
  /** The element to which the popover is attached, mostly its button. */
  target: ReactElement<HTMLAttributes<HTMLElement> & RefAttributes<HTMLElement>>
}

/**
 * A box under its button with the keyboard handler of a window: the kit's focus trap would move the focus away while the user
 * types. Placing a box takes 17 KiB of code: it is loaded when one is opened for the first time.
 */
export function AppPopover({ target, opened, withRoles = true, ...box }: AppPopoverProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened && !wasOpened) setWasOpened(true)
  const close = () => box.onChange?.(false)
  const giveUp = () => {
    close()
    setWasOpened(false)
  }
  const id = useId()
  const roles = withRoles && {
    id,
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': opened,
    'aria-controls': opened ? `${id}-dropdown` : undefined,
  }
  return (
    <>
      {cloneElement(target, { ...roles, ref: setAnchor })}
      {wasOpened && (
        <PartBoundary close={giveUp}>
          <PopoverBox {...box} id={id} anchor={anchor} opened={opened} withRoles={withRoles} />
        </PartBoundary>
      )}
    </>
  )
}

/** A box that is still on its way is closed as an open one is. */
function CloseKey({ close }: { close: () => void }) {
  useKeys([{ keys: 'Escape', label: 'Закрыть', inField: true, run: close }])
  return null
}
