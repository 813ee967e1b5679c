import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { toast } from '../feedback/toast.ts'

interface ActionButtonProps extends ButtonProps {
  /** Why it cannot be pressed now; a whole sentence. */
  disabledReason: string | undefined
  title?: string | undefined
  tabIndex?: number
  'data-danger'?: boolean
  onClick: () => void
  children: ReactNode
}

/** A button that may be disabled: it stays in the tab order and shows the reason in its title and when it is pressed. */
export function ActionButton({ disabledReason, title, onClick, ...button }: ActionButtonProps) {
  return (
    <Button
      {...button}
      data-disabled={disabledReason !== undefined || undefined}
      aria-disabled={disabledReason !== undefined || undefined}
      title={disabledReason ?? title}
      onClick={() => (disabledReason === undefined ? onClick() : toast.warning(disabledReason))}
    />
  )
}
