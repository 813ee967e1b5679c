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

/** Stands for a layer or a screen that still loads: what lies under it must not hear the keys that are meant for it. */
export function LoadingLayer({ children }: { children?: ReactNode }) {
  const depth = useKeyLayer()
  return (
    <KeyDepth value={depth}>
      <KeyBuffer />
      {children}
    </KeyDepth>
  )
}

/** Stands for a part that shows nothing while it loads. */
export function KeyBuffer() {
  useKeyBuffer()
  return null
}
