import { keyName, useHotkeyNames } from '../ui/keyboard/hotkeys.ts'
import { ActionIcon } from '@mantine/core'
import {
  PanelLeft,
  Search,
  Circle,
  CircleDot,
  Contrast,
  ChevronDown,
  LogIn,
  Bell,
  CircleQuestionMark,
} from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { lazyComponent } from '../lazy-component.tsx'
import { useNavigate } from '../router/hooks.ts'
import { Link } from '../router/link.tsx'
import { FIRST_NOTICES } from '../session/first-answers.ts'
import { useStore, companyId } from '../state/store.ts'
import styles from './header.module.css'
import { homePath } from './pages/home-path.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { REFERENCE_MS, useCall } from '../api/use-call.ts'
import { setZone } from '../ui/format.ts'
import { StatusBadge } from '../ui/feedback/status-badge.tsx'
import { useClockGap } from '../ui/server-clock.ts'
import { useConnection, type ConnectionState } from '../state/connection.ts'
import { paths } from '#contract/screen-paths.ts'
import { initials, shortName } from '../ui/layout/people.ts'
import { AppPopover } from '../ui/dialogs/app-popover.tsx'
import { userPreferences } from '#contract/user/user-preferences.ts'
import { useSend } from '../api/use-send.ts'
import { lazyPart } from '../ui/layout/lazy-part.tsx'
import bell from './notices.module.css'

const NewRelease = lazyComponent(async () => (await import('./lazy-header-parts.tsx')).NewRelease)

interface HeaderProps {
  fold: () => void
  open: (overlay: 'palette' | 'keys' | 'help') => void
  shortcuts: ReactNode
}

/** 48 px: the section, the search, the state of the connection, the user. */
export function Header({ fold, open, shortcuts }: HeaderProps) {
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
        <button
          type="button"
          className={styles['search']}
          data-tour="search"
          onClick={() => open('palette')}
        >
          <Search size={16} aria-hidden />
          <span>Найти или сделать</span>
          <kbd>{keyOf('palette')}</kbd>
        </button>
      )}
      {shortcuts}
      <div className={styles['right']}>
        <NewRelease />
        <Connection />
        {account && <Notices />}
        <ActionIcon
          variant="subtle"
          aria-label="Справка"
          data-tour="help"
          title={`Справка об этом экране (${keyName('F1')})`}
          onClick={() => open('help')}
        >
          <CircleQuestionMark size={18} aria-hidden />
        </ActionIcon>
        <UserMenu open={open} />
      </div>
    </header>
  )
}

const NoticesList = lazyPart(async () => (await import('./lazy-header-parts.tsx')).NoticesList)

const EVERY_MS = 30_000

/** The bell: matters that need attention, and below them the messages that were on screen for two seconds. */
function Notices() {
  const { data } = useCall(userPreferences.getNotices, FIRST_NOTICES, {
    every: EVERY_MS,
    fresh: EVERY_MS,
    quiet: true,
  })
  const read = useSend(userPreferences.readNotices, { refreshes: [userPreferences.getNotices] })
  const [open, setOpen] = useState(false)
  const notices = data?.items ?? []
  const unread = notices.filter((notice) => !notice.read_at).length
  const markRead = () => {
    const latest = notices[0]
    if (unread > 0 && latest) void read.send({ body: { until: latest.at } })
  }
  const name = unread > 0 ? `Уведомления, непрочитанных: ${unread}` : 'Уведомления'
  return (
    <AppPopover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      onClose={markRead}
      box={{ p: 'xs', className: bell['notices'] ?? '' }}
      target={
        <ActionIcon
          variant="subtle"
          aria-label={name}
          title={name}
          className={bell['bell'] ?? ''}
          onClick={() => setOpen(!open)}
        >
          <Bell size={18} aria-hidden />
          {unread > 0 && (
            <span className={bell['unread']} aria-hidden>
              {unread}
            </span>
          )}
        </ActionIcon>
      }
    >
      <NoticesList notices={notices} close={() => setOpen(false)} />
    </AppPopover>
  )
}

const Content = lazyComponent(async () => (await import('./user-menu-content.tsx')).UserMenuContent)

/** Who is signed in and the menu under the name; signed out, the way to sign in. */
function UserMenu({ open: openOverlay }: Pick<HeaderProps, 'open'>) {
  const navigate = useNavigate()
  const user = useStore((state) => state.account?.user)
  const [open, setOpen] = useState(false)
  if (!user)
    return (
      <button
        type="button"
        className={styles['user']}
        onClick={() => navigate(`${paths.home}?path=${encodeURIComponent(location.pathname)}`)}
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
      <Content user={user} openKeys={() => openOverlay('keys')} close={() => setOpen(false)} />
    </AppPopover>
  )
}

const ClockGap = lazyComponent(async () => (await import('./lazy-header-parts.tsx')).ClockGap)

const LAMPS: Record<ConnectionState, { icon: typeof Circle; text: string }> = {
  online: { icon: CircleDot, text: 'На связи' },
  slow: { icon: Contrast, text: 'Медленно' },
  lost: { icon: Circle, text: 'Нет связи с сервером' },
}

/** Text and shape with the colour; losing the link blocks nothing. */
function Connection() {
  const state = useConnection((connection) => connection.state)
  const { icon: Icon, text } = LAMPS[state]
  const gap = useClockGap((clock) => clock.gap)
  return (
    <>
      {gap !== 0 && <ClockGap gap={gap} />}
      <span className={styles['lamp']} data-state={state} role="status" title={text}>
        <Icon size={14} aria-hidden />
        <span className={state === 'lost' ? undefined : styles['lampText']}>{text}</span>
      </span>
    </>
  )
}

/** The company whose data are on the screen; the company's zone is the zone of every shown time. */
function CompanyName() {
  const signedIn = useStore((state) => state.account !== null)
  const own = useStore(companyId) !== '0'
  const { data } = useCall(ownCompany.getOwn, {}, { when: own, fresh: REFERENCE_MS, quiet: true })
  useEffect(() => {
    if (data) setZone(data.timezone)
  }, [data])
  if (!signedIn) return null
  if (!own) return <span className={styles['company']}>Платформа</span>
  if (!data) return null
  return (
    <span className={styles['company']} title={data.name}>
      <span>{data.short_name ?? data.name}</span>
      {data.status !== 'active' && <StatusBadge kind="company" status={data.status} />}
    </span>
  )
}
