import { Tabs } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { User } from '#contract/user/user-entities.ts'
import { isSuper, useStore } from '#web/state/store.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import styles from './card.module.css'

const PersonRights = lazyPart(async () => (await import('./person-rights.tsx')).PersonRights)
const PersonLinkList = lazyPart(async () => (await import('./person-access.tsx')).PersonLinkList)
const PersonPasskeys = lazyPart(async () => (await import('./person-access.tsx')).PersonPasskeys)
const PersonSessions = lazyPart(async () => (await import('./person-sessions.tsx')).PersonSessions)
const PersonEvents = lazyPart(async () => (await import('./person-events.tsx')).PersonEvents)

const TABS = [
  ['data', 'Данные и роли'],
  ['rights', 'Права'],
  ['links', 'Ссылки'],
  ['sessions', 'Сеансы'],
  ['events', 'Действия'],
] as const
/** Only super administrators see keys of others and take them away. */
const SUPER_TABS = [...TABS, ['keys', 'Ключи']] as const

interface PersonSectionsProps {
  person: User
  /** The form of data and roles; it stays mounted, so that nothing typed is lost by a look at another part. */
  children: ReactNode
}

/** The parts of a person's card, each read when it is first opened; Alt and a digit chooses one. */
export function PersonSections({ person, children }: PersonSectionsProps) {
  const [tab, setTab] = useState<string | null>('data')
  const supervisor = useStore(isSuper)
  const tabs = supervisor ? SUPER_TABS : TABS
  useKeys(
    tabs.map(([value, label], place) => ({
      keys: `Alt+Digit${place + 1}`,
      label,
      run: () => setTab(value),
    })),
  )
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false} keepMountedMode="display-none">
      <Tabs.List>
        {tabs.map(([value, label], place) => (
          <Tabs.Tab key={value} value={value} title={`Alt + ${place + 1}`}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <div className={styles['panel']}>
        <Tabs.Panel value="data" keepMounted>
          {children}
        </Tabs.Panel>
        <Tabs.Panel value="rights">
          <PersonRights person={person} />
        </Tabs.Panel>
        <Tabs.Panel value="links">
          <PersonLinkList person={person} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <PersonSessions person={person} />
        </Tabs.Panel>
        <Tabs.Panel value="events">
          <PersonEvents person={person} />
        </Tabs.Panel>
        {supervisor && (
          <Tabs.Panel value="keys">
            <PersonPasskeys person={person} />
          </Tabs.Panel>
        )}
      </div>
    </Tabs>
  )
}
