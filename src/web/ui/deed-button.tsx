import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { toast } from './toast.ts'

interface DeedButtonProps extends ButtonProps {
  /** Why it cannot be pressed now; a whole sentence. */
  why: string | undefined
  title?: string | undefined
  tabIndex?: number
  'data-danger'?: boolean
  onClick: () => void
  children: ReactNode
}

/** A button that may be closed: it stays in the way of Tab and says why, by its title and to whoever presses it. */
export function DeedButton({ why, title, onClick, ...button }: DeedButtonProps) {
  return (
    <Button
      {...button}
      data-disabled={why !== undefined || undefined}
      aria-disabled={why !== undefined || undefined}
      title={why ?? title}
      onClick={() => (why === undefined ? onClick() : toast.warning(why))}
    />
  )
}
