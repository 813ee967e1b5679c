import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import styles from './header.module.css'
import { takeRelease, watchRelease } from '../session/new-release.ts'

/** A new release is activated only by the user, so that it never interrupts work (screens.md 13.6). */
export function NewRelease() {
  const [waiting, setWaiting] = useState(false)
  useEffect(() => watchRelease(setWaiting), [])
  if (!waiting) return null
  return (
    <button
      type="button"
      className={styles['release']}
      title="Вышла новая версия: экран откроется заново"
      onClick={() => void takeRelease()}
    >
      <RefreshCw size={14} aria-hidden />
      <span>Вышла новая версия · </span>Обновить
    </button>
  )
}
