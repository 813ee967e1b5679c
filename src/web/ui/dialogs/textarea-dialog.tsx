import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { TextareaProps } from './ask.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import { writtenWords } from '../format.ts'
import styles from './dialogs.module.css'

type TextareaDialogProps = Omit<TextareaProps, 'title'> & {
  /** The text is being judged. */
  busy?: boolean
  close: (text?: string) => void
}

/** One text with a counter: reasons of voiding, blocking, manual weights. */
export function TextareaDialog(props: TextareaDialogProps) {
  const { label, main = 'Готово', hint, min = 1, max = 500, reasons = [], busy, close } = props
  const [value, setValue] = useState(props.value ?? '')
  const length = value.trim().length
  const short = length < min
  return (
    <div className={styles['body']}>
      {hint && <div className={styles['hint']}>{hint}</div>}
      <Textarea
        label={label}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        maxLength={max}
        rows={4}
        data-autofocus
      />
      <div className={styles['counter']}>{writtenWords(length, min, max)}</div>
      {reasons.length > 0 && (
        <div className={styles['chips']}>
          {reasons.map((reason) => (
            <button
              key={reason}
              type="button"
              className={styles['chip']}
              onClick={() => setValue(reason)}
            >
              {reason}
            </button>
          ))}
        </div>
      )}
      <DialogButtons
        main={main}
        run={() => close(value.trim())}
        cancel={() => close()}
        disabled={short}
        busy={busy ?? false}
      />
    </div>
  )
}
