import { Button } from '@mantine/core'
import { useState } from 'react'
import { unbroken } from '../format.ts'
import type { ErrorProps } from './ask.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import styles from './dialogs.module.css'

/** What failed, what was saved, and what to report to the administrator. */
export function ErrorDialog(props: ErrorProps & { close: () => void }) {
  const { error, outcome, retry, close } = props
  const [at] = useState(() => new Date().toISOString())
  const details = [error.code ?? error.status, error.requestId, at].filter(Boolean).join(' · ')
  const run = () => {
    close()
    retry?.()
  }
  return (
    <div className={styles['body']}>
      <div className={styles['text']}>{unbroken(error.explanation)}</div>
      {outcome && <div className={styles['hint']}>{outcome}</div>}
      <pre className={styles['code']}>{details}</pre>
      <DialogButtons
        main={retry ? 'Повторить' : 'Понятно'}
        run={run}
        {...(retry && { cancel: close })}
      >
        <Button
          variant="subtle"
          onClick={() => void navigator.clipboard.writeText(`${error.explanation}\n${details}`)}
        >
          Скопировать
        </Button>
      </DialogButtons>
    </div>
  )
}
