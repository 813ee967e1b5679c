import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useHotkeyNames } from '../keyboard/hotkeys.ts'
import { useKeys } from '../keyboard/keys.ts'
import styles from './dialogs.module.css'

interface DialogButtonsProps {
  main: string
  run: () => void
  cancel?: () => void
  /** «Назад» where it leads to the page before. */
  cancelWords?: string
  danger?: boolean
  disabled?: boolean
  busy?: boolean
  cancelFirst?: boolean
  /** Ctrl + Enter does not press the main button: below, the same keys mean something else. */
  keyless?: boolean
  /** There is nothing to type or to lose: Enter answers. */
  mainFirst?: boolean
  /** Placed left of the buttons: a second action. */
  children?: ReactNode
}

/** The foot of every dialog: «Отмена» and the one main action on Ctrl + Enter. */
export function DialogButtons(props: DialogButtonsProps) {
  const { main, run, cancel, danger, disabled, busy, cancelFirst, keyless, mainFirst } = props
  const keyOf = useHotkeyNames()
  const act = () => {
    if (!disabled && !busy) run()
  }
  useKeys(keyless ? [] : [{ hotkey: 'main', label: main, run: act }])
  return (
    <div className={styles['buttons']}>
      {props.children}
      <span className={styles['pair']}>
        {cancel && (
          <Button variant="default" onClick={cancel} data-autofocus={cancelFirst || undefined}>
            {props.cancelWords ?? 'Отмена'}
          </Button>
        )}
        <Button
          color={danger ? 'red.9' : 'brand'}
          onClick={act}
          data-autofocus={mainFirst || undefined}
          disabled={disabled ?? false}
          loading={busy ?? false}
          title={keyless ? undefined : keyOf('main')}
        >
          {main}
        </Button>
      </span>
    </div>
  )
}
