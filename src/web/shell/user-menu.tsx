import { Popover, SegmentedControl } from '@mantine/core'
import { ChevronDown, Keyboard, LogIn, LogOut, UserRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
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
  const [open, setOpen] = useState(false)
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
  const choose = (run: () => void) => () => {
    setOpen(false)
    run()
  }
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button type="button" className={styles['user']} onClick={() => setOpen(!open)}>
          <span className={styles['initials']} aria-hidden>
            {initials(info.full_name)}
          </span>
          <span className={styles['name']}>{shortName(info.full_name)}</span>
          <ChevronDown size={14} aria-hidden />
          <span className="visually-hidden">Меню пользователя</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label="Меню пользователя">
        <div className={styles['who']}>
          {info.full_name}
          <small>{[info.position, roleTitles(info)].filter(Boolean).join(' · ')}</small>
          {account.user.company_name && <small>{account.user.company_name}</small>}
        </div>
        <hr />
        <Item icon={UserRound} run={choose(() => void navigate(paths.account))}>
          Учётная запись
        </Item>
        <Item icon={Keyboard} run={choose(openKeys)}>
          Горячие клавиши
        </Item>
        <hr />
        <Setting
          label="Тема"
          data={SCHEMES}
          value={scheme}
          change={(value) => savePreferences({ scheme: value })}
        />
        <Setting
          label="Плотность"
          data={DENSITIES}
          value={density ?? 'compact'}
          change={(value) => savePreferences({ density: value })}
        />
        <hr />
        <Item icon={LogOut} run={choose(() => void leave())}>
          Выйти
        </Item>
      </Popover.Dropdown>
    </Popover>
  )
}

interface ItemProps {
  icon: typeof LogOut
  run: () => void
  children: ReactNode
}

function Item({ icon: Icon, run, children }: ItemProps) {
  return (
    <button type="button" className={styles['item']} onClick={run}>
      <Icon size={16} aria-hidden />
      {children}
    </button>
  )
}

interface SettingProps<T extends string> {
  label: string
  data: { value: T; label: string }[]
  value: T
  change: (value: T) => void
}

function Setting<T extends string>({ label, data, value, change }: SettingProps<T>) {
  return (
    <div className={styles['menu']}>
      <div>{label}</div>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={label}
        data={data}
        value={value}
        onChange={(next) => change(next as T)}
      />
    </div>
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
