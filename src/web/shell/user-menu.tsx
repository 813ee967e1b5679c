import { Menu, SegmentedControl } from '@mantine/core'
import { ChevronDown, Keyboard, LogIn, LogOut, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router'
import { held } from '../session/leave-guard.ts'
import { signOut } from '../session/sign-out.ts'
import { paths } from '../paths.ts'
import { savePreferences, usePreferences, type Density, type Scheme } from '../state/preferences.ts'
import { useStore } from '../state/store.ts'
import { ask } from '../ui/ask.ts'
import { initials, roleTitles, shortName } from '../ui/people.ts'
import styles from './header.module.css'

const SCHEMES: { value: Scheme; label: string }[] = [
  { value: 'light', label: 'Светлая' },
  { value: 'dark', label: 'Тёмная' },
  { value: 'auto', label: 'Как в системе' },
]
const DENSITIES: { value: Density; label: string }[] = [
  { value: 'compact', label: 'Плотно' },
  { value: 'comfortable', label: 'Свободно' },
  { value: 'touch', label: 'Для пальцев' },
]

/** Name, place and settings of the signed-in person; signed out, the way to sign in. */
export function UserMenu({ openKeys }: { openKeys: () => void }) {
  const navigate = useNavigate()
  const account = useStore((state) => state.account)
  const { scheme, density } = usePreferences()
  if (!account)
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
  const { info } = account.user
  return (
    <Menu position="bottom-end" width={300} withinPortal>
      <Menu.Target>
        <button type="button" className={styles['user']}>
          <span className={styles['initials']} aria-hidden>
            {initials(info.full_name)}
          </span>
          <span className={styles['name']}>{shortName(info.full_name)}</span>
          <ChevronDown size={14} aria-hidden />
          <span className="visually-hidden">Меню пользователя</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles['who']}>
          {info.full_name}
          <small>{[info.position, roleTitles(info)].filter(Boolean).join(' · ')}</small>
          {account.user.company_name && <small>{account.user.company_name}</small>}
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<UserRound size={16} aria-hidden />}
          onClick={() => void navigate(paths.account)}
        >
          Учётная запись
        </Menu.Item>
        <Menu.Item leftSection={<Keyboard size={16} aria-hidden />} onClick={openKeys}>
          Горячие клавиши
        </Menu.Item>
        <Menu.Divider />
        <div className={styles['menu']}>
          <div>Тема</div>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label="Тема"
            data={SCHEMES}
            value={scheme}
            onChange={(value) => savePreferences({ scheme: value as Scheme })}
          />
        </div>
        <div className={styles['menu']}>
          <div>Плотность</div>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label="Плотность"
            data={DENSITIES}
            value={density ?? 'compact'}
            onChange={(value) => savePreferences({ density: value as Density })}
          />
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={() => void leave()}>
          Выйти
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Signing out loses what a form holds, so it is named first. */
async function leave() {
  const sure =
    !held() ||
    (await ask.confirm({
      title: 'Выйти и потерять введённое?',
      text: 'На экране есть несохранённые изменения. После выхода они и черновики будут удалены.',
      main: 'Выйти',
      danger: true,
    }))
  if (sure) await signOut()
}
