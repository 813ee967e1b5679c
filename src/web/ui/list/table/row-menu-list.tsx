import { useEffect, useRef, type KeyboardEvent } from 'react'
import styles from './row-menu.module.css'

export interface MenuItem {
  label: string
  /** The key that does the same. */
  key?: string
  danger?: boolean
  run: () => void
}

interface RowMenuListProps {
  label: string
  groups: MenuItem[][]
  close: () => void
}

/** Actions on one row; arrows move, a letter goes to the next item that begins with it. */
export function RowMenuList({ label, groups, close }: RowMenuListProps) {
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus(), [])
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles['menu']}
      onKeyDown={(event) => walk(event, close)}
    >
      {groups.map((group) => (
        <div key={group[0]?.label} role="group" className={styles['group']}>
          {group.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={styles['item']}
              data-danger={item.danger || undefined}
              onClick={() => {
                close()
                item.run()
              }}
            >
              <span>{item.label}</span>
              {item.key && <kbd>{item.key}</kbd>}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}

function walk(event: KeyboardEvent<HTMLElement>, close: () => void) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const place = items.indexOf(document.activeElement as HTMLElement)
  const steps: Record<string, number> = {
    ArrowDown: (place + 1) % items.length,
    ArrowUp: (place - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }
  const letter = event.key.length === 1 && !event.ctrlKey && event.key !== ' '
  const next = letter ? beginning(items, place, event.key) : steps[event.code]
  if (event.code === 'Tab') close()
  else if (next === undefined) return
  else items[next]?.focus()
  event.preventDefault()
}

function beginning(items: HTMLElement[], place: number, letter: string): number | undefined {
  const start = letter.toLocaleLowerCase('ru')
  const order = items.map((_, step) => (place + 1 + step) % items.length)
  return order.find((at) => items[at]?.textContent.toLocaleLowerCase('ru').startsWith(start))
}
