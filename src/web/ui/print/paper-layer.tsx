import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './paper-layer.module.css'

/** A printed page covers header and navigation: they are not printed. */
export function PaperLayer({ children }: { children: ReactNode }) {
  return createPortal(
    <div className={`${styles['paper']} paper-layer`}>{children}</div>,
    document.body,
  )
}
