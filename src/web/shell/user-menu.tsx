import { ChevronDown, LogIn } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/screen-paths.ts'
import { useStore } from '../state/store.ts'
import { initials, shortName } from '../ui/layout/people.ts'
import styles from './header.module.css'
import { AppPopover } from '../ui/dialogs/app-popover.tsx'

const Content = lazy(async () => ({
  default: (await import('./user-menu-content.tsx')).UserMenuContent,
}))

/** Who is signed in and the menu under the name; signed out, the way to sign in. */
export function UserMenu({ openKeys }: { openKeys: () => void }) {
  const navigate = useNavigate()
  const user = useStore((state) => state.account?.user)
  const [open, setOpen] = useState(false)
  if (!user)
    return (
      <button
        type="button"
        className={styles['user']}
        onClick={() => void navigate(`${paths.home}?path=${encodeURIComponent(location.pathname)}`)}
      >
        <LogIn size={16} aria-hidden />
        Войти
      </button>
    )
  const name = user.info.full_name
  return (
    <AppPopover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={320}
      box={{ p: 4, 'aria-label': 'Меню пользователя' }}
      target={
        <button type="button" className={styles['user']} onClick={() => setOpen(!open)}>
          <span className={styles['initials']} aria-hidden>
            {initials(name)}
          </span>
          <span className={styles['name']}>{shortName(name)}</span>
          <ChevronDown size={14} aria-hidden />
          <span className="visually-hidden">Меню пользователя</span>
        </button>
      }
    >
      <Suspense fallback={null}>
        <Content user={user} openKeys={openKeys} close={() => setOpen(false)} />
      </Suspense>
    </AppPopover>
  )
}
