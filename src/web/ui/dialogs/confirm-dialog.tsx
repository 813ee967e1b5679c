import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ConfirmProps } from './ask.ts'
import { unbroken } from '../format.ts'
import { Facts } from '../layout/facts.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import styles from './dialogs.module.css'

const bare = (text: string) => text.replaceAll(/[\s\u00a0]/g, '').replace('.', ',')

/** Yes or nothing; what cannot be undone names its facts and may ask to type the sum. */
export function ConfirmDialog(props: ConfirmProps & { close: (yes?: true) => void }) {
  const { text, main, facts, danger, typed, close } = props
  const [value, setValue] = useState('')
  const ready = typed === undefined || bare(value) === bare(typed)
  return (
    <div className={styles['body']}>
      <div className={styles['text']}>{typeof text === 'string' ? unbroken(text) : text}</div>
      {facts && <Facts facts={facts} />}
      {typed !== undefined && (
        <TextInput
          label={`Введите «${typed}», чтобы продолжить`}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <DialogButtons
        main={main}
        run={() => close(true)}
        cancel={() => close()}
        danger={danger ?? false}
        disabled={!ready}
        mainFirst={!danger && typed === undefined}
        cancelFirst={!!danger && typed === undefined}
      />
    </div>
  )
}
