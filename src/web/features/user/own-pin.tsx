import { Button } from '@mantine/core'
import { useState } from 'react'
import type { User } from '#contract/user/user-entities.ts'
import { user as userCalls } from '#contract/user/user.ts'
import { userAccess } from '#contract/user/user-access.ts'
import { CallError } from '#web/state/call-error.ts'
import { send } from '#web/api/send.ts'
import { useSend } from '#web/api/use-send.ts'
import { setAccount } from '#web/state/store.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import rows from './rows.module.css'
import styles from './account.module.css'

/** The server proposes a PIN; it is shown once and valid only after it is saved. */
export function OwnPin({ user }: { user: User }) {
  const [pcode, setPcode] = useState<string>()
  const save = useSend(userCalls.updateInfo)
  const propose = async () => {
    const made = await send(userAccess.generatePCode, {}).catch((error: unknown) => {
      if (error instanceof CallError) return undefined
      throw error
    })
    setPcode(made?.pcode)
  }
  const savePin = async () => {
    const body = { id: user.id, version: user.version, pcode: pcode! }
    const saved = await save.send({ body })
    if (!saved || Array.isArray(saved)) return
    setAccount(saved)
    setPcode(undefined)
    toast.success('Пин-код сохранён')
  }
  return (
    <>
      {user.pcode_temporary && (
        <p className={rows['warning']} role="alert">
          Ваш пин-код задан другим человеком и ничего не подтверждает. Создайте свой.
        </p>
      )}
      <p className={rows['hint']}>
        {user.has_pcode
          ? 'Пин-код есть. Новый заменит его сразу, как только вы его сохраните.'
          : 'Пин-кода ещё нет. Им подтверждают выплаты и исправления.'}
      </p>
      {pcode && (
        <>
          <output className={styles['pin']} aria-label="Новый пин-код">
            {pcode}
          </output>
          <p className={rows['hint']}>Запомните его: больше он нигде не показывается.</p>
        </>
      )}
      {save.refusal && (
        <p className={rows['warning']} role="alert">
          {save.refusal.explanation}
        </p>
      )}
      <div className={rows['buttons']}>
        {pcode && (
          <Button loading={save.sending} onClick={() => void savePin()}>
            Сохранить этот пин-код
          </Button>
        )}
        <Button variant="default" onClick={() => void propose()}>
          {pcode ? 'Другой пин-код' : 'Создать пин-код'}
        </Button>
      </div>
    </>
  )
}
