import { Button } from '@mantine/core'
import type { Leave } from '../leave-guard.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import styles from './dialogs.module.css'

/** Three ways out of a changed form; closing the window means staying. */
export function LeaveQuestion({ close }: { close: (answer?: Leave) => void }) {
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
