import { Button } from '@mantine/core'
import { openDialog } from '../ask.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import styles from './dialogs.module.css'

export type Leave = 'save' | 'drop'

/** Three ways out of what was changed; closing the window means staying. */
export function askLeave(): Promise<Leave | undefined> {
  return openDialog<Leave>({ title: 'Есть несохранённые изменения' }, (close) => (
    <LeaveQuestion close={close} />
  ))
}

function LeaveQuestion({ close }: { close: (answer?: Leave) => void }) {
  return (
    <div className={styles['body']}>
      <div className={styles['text']}>Если уйти без сохранения, введённое пропадёт.</div>
      <DialogButtons main="Сохранить" run={() => close('save')}>
        <Button variant="default" onClick={() => close()} data-autofocus>
          Остаться
        </Button>
        <Button variant="default" onClick={() => close('drop')}>
          Не сохранять
        </Button>
      </DialogButtons>
    </div>
  )
}
