import { useState } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import { destination } from '#web/session/enter.ts'
import styles from '#web/session/sign-in.module.css'
import { signOut } from '#web/session/sign-out.ts'
import { setAccount, useStore } from '#web/state/store.ts'
import { PlainButton } from '#web/ui/layout/plain.tsx'
import { Enrolment } from './enrolment.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Where an installation asks it of a person, the second factor is set up before anything else. */
export function EnrolFirst() {
  const navigate = useNavigate()
  const [codes, setCodes] = useState<string[]>()
  const goOn = () => {
    const { account } = useStore.getState()
    const { second_factor_needed: _done, ...user } = account!.user
    setAccount({ ...user, has_second_factor: true })
    navigate(destination(new URL(location.href)) ?? '/', { replace: true })
  }
  if (codes) return <RecoveryCodes codes={codes} close={goOn} />
  return (
    <div className={styles['links']}>
      <div className={styles['note']} role="status">
        Здесь обязателен вход по коду. Включите его, чтобы продолжить.
      </div>
      <Enrolment done={setCodes} />
      <PlainButton look="quiet" onClick={() => void signOut()}>
        Выйти
      </PlainButton>
    </div>
  )
}
