import { useEffect } from 'react'
import { lazyComponent } from '#web/lazy-component.tsx'
import { useNavigate } from '#web/router/hooks.ts'
import type { User } from '#contract/user/user-entities.ts'
import icon from '#web/icon.svg'
import { paths, to } from '#contract/screen-paths.ts'
import { quote } from '#contract/words/quote.ts'
import { setDenied, useSession } from '#web/session/session.ts'
import { SignInForm } from '#web/session/sign-in-form.tsx'
import styles from '#web/session/sign-in.module.css'
import { signOut } from '#web/session/sign-out.ts'
import { isSuper, opensCompany, useStore } from '#web/state/store.ts'
import { PlainButton } from '#web/ui/layout/plain.tsx'

const PasswordFirst = lazyComponent(async () => (await import('./new-password.tsx')).PasswordFirst)
const EnrolFirst = lazyComponent(
  async () => (await import('./second-factor/enrol-first.tsx')).EnrolFirst,
)

const helpAddress = to(paths.helpChapter, { chapter: 'sign-in' })

/** Sign-in; for a signed-in user, links to the user's areas. */
export function Component() {
  const account = useStore((state) => state.account)
  const problem = useSession((session) => session.problem)
  useEffect(() => {
    document.title = 'Вход — Приёмка'
  }, [])
  return (
    <div className={styles['page']}>
      <section className={styles['card']}>
        <div className={styles['brand']}>
          <img src={icon} width={36} height={36} alt="" />
          <h1>
            Приёмка
            <small>Учёт закупки по весу</small>
          </h1>
        </div>
        {problem === 'no-link' && <NoLink />}
        {account ? <SignedIn user={account.user} /> : <SignInForm />}
      </section>
      <a className={styles['help']} href={helpAddress} target="_blank" rel="noreferrer">
        Справка
      </a>
    </div>
  )
}

function NoLink() {
  const reason = useSession((session) => session.reason)
  return (
    <div className={styles['note']} role="alert">
      <p>{reason}. Вы остаётесь в системе: повторите чуть позже.</p>
      <PlainButton look="second" onClick={() => location.reload()}>
        Повторить
      </PlainButton>
    </div>
  )
}

function SignedIn({ user }: { user: User }) {
  if (!user.password_needed && !user.second_factor_needed)
    return <Areas name={user.info.full_name} />
  return user.password_needed ? <PasswordFirst user={user} /> : <EnrolFirst />
}

function Areas({ name }: { name: string }) {
  const navigate = useNavigate()
  const company = useStore(opensCompany)
  const supervisor = useStore(isSuper)
  const denied = useSession((session) => session.denied)
  useEffect(() => () => setDenied(null), [])
  return (
    <div className={styles['links']}>
      {denied && (
        <div className={styles['note']} role="alert">
          Нет доступа к разделу {quote(denied)}
        </div>
      )}
      <p>
        Вы вошли как <strong>{name}</strong>.
      </p>
      {supervisor && (
        <PlainButton onClick={() => navigate(paths.super)}>Обзор платформы</PlainButton>
      )}
      {company && <PlainButton onClick={() => navigate(paths.operator)}>Рабочее место</PlainButton>}
      <PlainButton look="second" onClick={() => navigate(paths.account)}>
        Учётная запись
      </PlainButton>
      <PlainButton look="quiet" onClick={() => void signOut()}>
        Выйти
      </PlainButton>
    </div>
  )
}
