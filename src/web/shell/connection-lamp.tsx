import { Circle, CircleDot, Contrast } from 'lucide-react'
import { useConnection, type ConnectionState } from '../state/connection.ts'
import styles from './header.module.css'

const LAMPS: Record<ConnectionState, { icon: typeof Circle; text: string }> = {
  online: { icon: CircleDot, text: 'На связи' },
  slow: { icon: Contrast, text: 'Медленно' },
  lost: { icon: Circle, text: 'Нет связи с сервером' },
}

/** Text and shape with the colour; losing the link blocks nothing. */
export function Connection() {
  const state = useConnection((connection) => connection.state)
  const { icon: Icon, text } = LAMPS[state]
  return (
    <span className={styles['lamp']} data-state={state} role="status" title={text}>
      <Icon size={14} aria-hidden />
      <span className={state === 'lost' ? undefined : styles['lampText']}>{text}</span>
    </span>
  )
}
