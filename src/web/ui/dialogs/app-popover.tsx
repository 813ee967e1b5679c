import {
  cloneElement,
  lazy,
  Suspense,
  useId,
  useState,
  type HTMLAttributes,
  type ReactElement,
  type RefAttributes,
} from 'react'
import type { PopoverBoxProps } from '../layout/popover-box.tsx'
import { LoadingLayer } from '../feedback/waiting.tsx'

const PopoverBox = lazy(async () => ({
  default: (await import('../layout/popover-box.tsx')).PopoverBox,
}))

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
        <Suspense fallback={opened && <LoadingLayer />}>
          <PopoverBox {...box} id={id} anchor={anchor} opened={opened} withRoles={withRoles} />
        </Suspense>
      )}
    </>
  )
}
