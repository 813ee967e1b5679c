import type { ComponentType } from 'react'
import { useHeldRights } from '../../api/use-may.ts'
import { NavLink } from '../../router/link.tsx'
import { lazyComponent } from '../../lazy-component.tsx'
import { loadScreen } from '../../load-screen.ts'
import type { PathName } from '#contract/screen-paths.ts'
import { screens } from '../../screens.ts'
import { opensCompany, useStore } from '../../state/store.ts'
import { addressOf, visibleGroups, type NavigationEntry } from './navigation.ts'
import styles from './navigation-pane.module.css'

const counts = () => import('./navigation-counts.tsx')

/** Loaded after the frame: their calls are no part of it. */
const COUNTS: Partial<Record<PathName, ComponentType>> = {
  transactions: lazyComponent(async () => (await counts()).YardCount),
  payments: lazyComponent(async () => (await counts()).AttentionCount),
}

/** Sections by status and module; hovering or focusing an entry starts loading its screen. */
export function Navigation({ folded, hidden }: { folded: boolean; hidden: boolean }) {
  const account = useStore((state) => state.account)
  const company = useStore((state) => state.company)
  const groups = visibleGroups({ account, company }, useHeldRights(useStore(opensCompany)))
  return (
    <nav className={styles['pane']} aria-label="Разделы" hidden={hidden} data-folded={folded}>
      {groups.map(([group, entries]) => (
        <section key={group} aria-label={group}>
          {folded ? <hr /> : <div className={styles['group']}>{group}</div>}
          <ul>
            {entries.map((entry) => (
              <li key={entry.name}>
                <Entry entry={entry} folded={folded} />
                {!hidden && <EntryCount name={entry.name} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function EntryCount({ name }: { name: PathName }) {
  const Count = COUNTS[name]
  return Count ? <Count /> : null
}

function Entry({ entry, folded }: { entry: NavigationEntry; folded: boolean }) {
  const { name, icon: Icon, sub } = entry
  const { title } = screens[name]
  const load = () => void loadScreen(name).catch(() => undefined)
  const exact = name === 'operator' || name === 'super'
  return (
    <NavLink
      to={addressOf(name)}
      end={exact}
      className={styles['entry'] ?? ''}
      data-sub={sub ? '' : undefined}
      title={folded ? title : undefined}
      onPointerEnter={load}
      onFocus={load}
    >
      <Icon size={sub && !folded ? 16 : 20} strokeWidth={1.75} aria-hidden />
      <span className={folded ? 'visually-hidden' : styles['title']}>
        {folded ? title : (sub ?? title)}
      </span>
    </NavLink>
  )
}
