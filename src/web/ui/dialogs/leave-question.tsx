import { Button } from '@mantine/core'
import { openDialog } from './ask.ts'
import { plural } from '../format.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import styles from './dialogs.module.css'

export type Leave = 'save' | 'drop'

/** Three choices for unsaved changes of several forms; closing the dialog means staying. */
export function askLeave(forms = 1): Promise<Leave | undefined> {
  return openDialog<Leave>({ title: 'Есть несохранённые изменения' }, (close) => (
    <LeaveQuestion forms={forms} close={close} />
  ))
}

interface LeaveQuestionProps {
  forms: number
  close: (answer?: Leave) => void
}

function LeaveQuestion({ forms, close }: LeaveQuestionProps) {
  const several = forms > 1
  return (
    <div className={styles['body']}>
      <div className={styles['text']}>
        {several && `На экране изменены ${plural(forms, 'форма', 'формы', 'форм')}. `}
        Если уйти без сохранения, введённое пропадёт.
      </div>
      <DialogButtons main={several ? 'Сохранить всё' : 'Сохранить'} run={() => close('save')}>
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
