import { useHotkeyNames } from '../ui/keyboard/hotkeys.ts'
import { ActionIcon } from '@mantine/core'
import { PanelLeft, Search } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useStore } from '../state/store.ts'
import { CompanyName } from './company-name.tsx'
import { Connection } from './connection-lamp.tsx'
import styles from './header.module.css'
import { homePath } from './pages/home-path.ts'
import { Notices } from './notices.tsx'
import { UserMenu } from './user-menu.tsx'

const NewRelease = lazy(async () => ({
  default: (await import('./new-release-button.tsx')).NewRelease,
}))

interface HeaderProps {
  fold: () => void
  openPalette: () => void
  openKeys: () => void
}

/** 48 px: the section, the search, the state of the connection, the user. */
export function Header({ fold, openPalette, openKeys }: HeaderProps) {
  const keyOf = useHotkeyNames()
  const account = useStore((state) => state.account)
  return (
    <header className={styles['header']}>
      {account && (
        <ActionIcon
          variant="subtle"
          aria-label="Свернуть или развернуть меню"
          title="Свернуть или развернуть меню (Ctrl + \)"
          onClick={fold}
        >
          <PanelLeft size={18} aria-hidden />
        </ActionIcon>
      )}
      <Link to={homePath()} className={styles['product']}>
        Приёмка
      </Link>
      <CompanyName />
      {account && (
        <button type="button" className={styles['search']} onClick={openPalette}>
          <Search size={16} aria-hidden />
          <span>Найти или сделать</span>
          <kbd>{keyOf('palette')}</kbd>
        </button>
      )}
      <div className={styles['right']}>
        <Suspense>
          <NewRelease />
        </Suspense>
        <Connection />
        {account && <Notices />}
        <UserMenu openKeys={openKeys} />
      </div>
    </header>
  )
}
