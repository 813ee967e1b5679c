import { useEffect, useRef, type ReactNode } from 'react'
import styles from './page.module.css'

interface PageProps {
  /** The one `h1` and, with the product's name, the browser's title. */
  title: string
  /** Shown right of the heading: a status, a number. */
  beside?: ReactNode
  /** The parts of the screen, in the line of its heading on every one of them; on a phone below it. */
  tabs?: ReactNode
  /** Buttons at the right; the main action last. */
  actions?: ReactNode
  /** `narrow` keeps lines readable: forms and settings. `fill` gives the height to a table. */
  shape?: 'narrow' | 'fill'
  children: ReactNode
}

/** The frame of every screen: heading, title of the tab and focus after navigation. */
export function Page({ title, beside, tabs, actions, shape, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} — Приёмка`
  }, [title])
  useEffect(() => {
    const nothingChosen = !document.activeElement || document.activeElement === document.body
    if (nothingChosen || document.activeElement?.closest('nav'))
      heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section className={styles['page']} data-shape={shape}>
      <header className={styles['head']}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {beside}
        {tabs && <div className={styles['tabs']}>{tabs}</div>}
        <div className={styles['actions']}>{actions}</div>
      </header>
      {children}
    </section>
  )
}
