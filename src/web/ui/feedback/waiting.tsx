import type { ReactNode } from 'react'
import { KeyDepth, useKeyLayer, useKeyBuffer } from '../keyboard/keys.ts'
import styles from './waiting.module.css'

/** Shown only after 150 ms, so that a quick answer never flickers. */
export function Waiting() {
  useKeyBuffer()
  return (
    <div className={styles['waiting']} role="status">
      <span className="visually-hidden">Загрузка</span>
      <div className={styles['bar']} />
      <div className={styles['bar']} />
      <div className={styles['bar']} />
    </div>
  )
}

/** Shown for a layer or a screen that still loads: what is below it must not receive the keys meant for it. */
export function LoadingLayer({ children }: { children?: ReactNode }) {
  const depth = useKeyLayer()
  return (
    <KeyDepth value={depth}>
      <KeyBuffer />
      {children}
    </KeyDepth>
  )
}

/** Buffers keys for a part that shows nothing while it loads. */
export function KeyBuffer() {
  useKeyBuffer()
  return null
}
