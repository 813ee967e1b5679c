import { useState, type ReactNode } from 'react'
import type { User } from '#contract/user/user-entities.ts'
import { isSuper, useStore } from '#web/state/store.ts'
import { KeyTabs } from '#web/ui/layout/key-tabs.tsx'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import styles from './card.module.css'

const PersonRights = lazyPart(async () => (await import('./person-rights.tsx')).PersonRights)
const PersonLinkList = lazyPart(async () => (await import('./person-access.tsx')).PersonLinkList)
const PersonPasskeys = lazyPart(async () => (await import('./person-access.tsx')).PersonPasskeys)
const PersonSessions = lazyPart(async () => (await import('./person-sessions.tsx')).PersonSessions)
const PersonEvents = lazyPart(async () => (await import('./person-events.tsx')).PersonEvents)

type TabName = 'data' | 'rights' | 'links' | 'sessions' | 'events' | 'keys'

interface PersonSectionsProps {
  person: User
  /** The form of data and roles; it stays mounted, so that nothing typed is lost by a look at another part. */
  children: ReactNode
}

/** The parts of a person's card, each read when it is first opened. */
export function PersonSections({ person, children }: PersonSectionsProps) {
  const [tab, setTab] = useState<TabName>('data')
  const supervisor = useStore(isSuper)
  return (
    <KeyTabs
      className={styles['panel']}
      tab={tab}
      turn={setTab}
      tabs={[
        { name: 'data', label: 'Данные и роли', panel: children, isKept: true },
        { name: 'rights', label: 'Права', panel: <PersonRights person={person} /> },
        { name: 'links', label: 'Ссылки', panel: <PersonLinkList person={person} /> },
        { name: 'sessions', label: 'Сеансы', panel: <PersonSessions person={person} /> },
        { name: 'events', label: 'Действия', panel: <PersonEvents person={person} /> },
        // Only super administrators see keys of others and take them away.
        ...(supervisor
          ? [{ name: 'keys' as const, label: 'Ключи', panel: <PersonPasskeys person={person} /> }]
          : []),
      ]}
    />
  )
}
