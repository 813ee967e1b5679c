import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import styles from './dialogs/price-dialogs.module.css'

interface WindowButtonsProps {
  main: string
  run: () => void
  cancel: () => void
  disabled?: boolean
  busy?: boolean
  /** The safe answer has the focus. */
  cancelFirst?: boolean
  children?: ReactNode
}

/** The foot of the price list's windows; apart from the kit's, which would then be a file that every screen waits for. */
export function WindowButtons(props: WindowButtonsProps) {
  const { main, run, cancel, disabled, busy, cancelFirst, children } = props
  const keyOf = useHotkeyNames()
  const act = () => {
    if (!disabled && !busy) run()
  }
  useKeys([{ hotkey: 'main', label: main, run: act }])
  return (
    <div className={styles['foot']}>
      {children}
      <Button
        variant="default"
        className={styles['cancel'] ?? ''}
        onClick={cancel}
        data-autofocus={cancelFirst || undefined}
      >
        Отмена
      </Button>
      <Button
        onClick={act}
        disabled={disabled ?? false}
        loading={busy ?? false}
        title={keyOf('main')}
      >
        {main}
      </Button>
    </div>
  )
}
