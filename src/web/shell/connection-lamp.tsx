import { Circle, CircleDot, Contrast } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useClockGap } from '../ui/server-clock.ts'
import { useConnection, type ConnectionState } from '../state/connection.ts'
import styles from './header.module.css'

const ClockGap = lazy(async () => ({ default: (await import('./clock-gap.tsx')).ClockGap }))

const LAMPS: Record<ConnectionState, { icon: typeof Circle; text: string }> = {
  online: { icon: CircleDot, text: 'На связи' },
  slow: { icon: Contrast, text: 'Медленно' },
  lost: { icon: Circle, text: 'Нет связи с сервером' },
}

/** Text and shape with the colour; losing the link blocks nothing. */
export function Connection() {
  const state = useConnection((connection) => connection.state)
  const { icon: Icon, text } = LAMPS[state]
  const gap = useClockGap((clock) => clock.gap)
  return (
    <>
      {gap !== 0 && (
        <Suspense>
          <ClockGap gap={gap} />
        </Suspense>
      )}
      <span className={styles['lamp']} data-state={state} role="status" title={text}>
        <Icon size={14} aria-hidden />
        <span className={state === 'lost' ? undefined : styles['lampText']}>{text}</span>
      </span>
    </>
  )
}
