import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { visitCalls } from '#contract/visit/visit.ts'
import type { Visit } from '#contract/visit/visit-entities.ts'
import { useCall } from '#web/api/use-call.ts'
import { duration, kg } from '#web/ui/format.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import { useNow } from '../scale/use-now.ts'
import styles from '../platform/loads.module.css'
import frame from '../station.module.css'

// A stay of more than a day needs attention (screens.md 9).
const LONG_MIN = 24 * 60
const FREE = 10
// Among as many: what platforms weigh has no vehicle and is accepted there.
const ASKED_ROWS = 50
const TICK_MS = 15_000

interface YardQueueProps {
  picked: string | undefined
  pick: (visit: Visit) => void
  /** Shown under the lists. */
  children?: ReactNode
}

/** Vehicles in the yard, the longest stay first, and visits that are weighed but have no act yet. */
export function YardQueue({ picked, pick, children }: YardQueueProps) {
  const keyOf = useHotkeyNames()
  const inside = useCall(visitCalls.getIn, {}, { every: 60_000, quiet: true })
  const free = useCall(visitCalls.getFree, {
    query: { filter: { limit: ASKED_ROWS, sort: [['out_at', 'desc']], with: ['rows'] } },
  })
  if (inside.error) throw inside.error
  // The lower list is rendered together with the upper one, which would otherwise push it away.
  const loaded = !inside.loading && !free.loading
  return (
    <div className={frame['queue']}>
      <Panel
        title={`На территории ${inside.data?.total ?? ''}`}
        actions={<kbd>{keyOf('yard')}</kbd>}
      >
        <Visits
          visits={loaded ? (inside.data?.items ?? []) : []}
          empty={inside.data && loaded ? 'На территории никого.' : 'Загрузка…'}
          picked={picked}
          pick={pick}
        />
      </Panel>
      {loaded && (
        <Panel title="Взвешены, без акта">
          <Visits
            visits={(free.data?.items ?? []).filter(hasVehicle).slice(0, FREE)}
            empty={free.data ? 'Все взвешенные приняты.' : 'Загрузка…'}
            picked={picked}
            pick={pick}
          />
        </Panel>
      )}
      {children}
    </div>
  )
}

/** On a tablet the list is below everything: the focus scrolls it into view. */
export function showYard(): void {
  document.querySelector<HTMLButtonElement>('[data-visit]')?.focus()
}

const hasVehicle = ({ mode }: Visit) => mode !== 'platform'

function Visits(props: Omit<YardQueueProps, 'children'> & { visits: Visit[]; empty: string }) {
  const { visits, empty, picked, pick } = props
  const now = useNow(TICK_MS)
  const list = useRef<HTMLUListElement>(null)
  const shown = visits.some(({ id }) => id === picked)
  useEffect(() => {
    if (picked && shown) reveal(list.current, picked)
  }, [picked, shown])
  if (visits.length === 0) return <p className={frame['dimmed']}>{empty}</p>
  return (
    <ul ref={list} className={styles['visits']}>
      {visits.map((visit) => (
        <li key={visit.id}>
          <button
            type="button"
            data-visit={visit.id}
            aria-pressed={visit.id === picked}
            data-picked={visit.id === picked || undefined}
            onClick={() => pick(visit)}
          >
            <strong>{visit.carnumber ?? 'без номера'}</strong>
            <OnSite visit={visit} now={now} />
            <span>{visit.supplier_name ?? 'без поставщика'}</span>
            <span>{kg(visit.net_g ?? visit.in_g)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Scrolls only the list: the page stays where the user works. */
function reveal(list: HTMLUListElement | null, picked: string) {
  const one = list?.querySelector<HTMLElement>(`[data-visit="${picked}"]`)
  if (!list || !one) return
  const [top, bottom] = [
    one.offsetTop - list.offsetTop,
    one.offsetTop - list.offsetTop + one.offsetHeight,
  ]
  if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight
  else if (top < list.scrollTop) list.scrollTop = top
}

function OnSite({ visit, now }: { visit: Visit; now: number }) {
  const till = visit.out_at ? Date.parse(visit.out_at) : now
  const minutes = Math.max(0, (till - Date.parse(visit.in_at)) / 60_000)
  return (
    <time data-long={(!visit.out_at && minutes > LONG_MIN) || undefined}>{duration(minutes)}</time>
  )
}
