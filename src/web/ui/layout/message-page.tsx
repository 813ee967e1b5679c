import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import styles from './message-page.module.css'

interface MessagePageProps {
  title: string
  icon: ReactNode
  text: ReactNode
  children?: ReactNode
}

/** One message and a link onward: not found, no access, not built, broken. */
export function MessagePage({ title, icon, text, children }: MessagePageProps) {
  return (
    <Page title={title} shape="narrow">
      <div className={styles['message']}>
        <span className={styles['icon']} aria-hidden>
          {icon}
        </span>
        <div className={styles['text']}>{text}</div>
        {children && <div className={styles['actions']}>{children}</div>}
      </div>
    </Page>
  )
}
