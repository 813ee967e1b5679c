import { ActionIcon, Popover } from '@mantine/core'
import { Bell } from 'lucide-react'
import { time } from '../ui/format.ts'
import { useToasts } from '../ui/toast.ts'
import styles from './header.module.css'

/** The bell: messages that were on screen for two seconds can be read again here. */
export function Notices() {
  const kept = useToasts((toasts) => toasts.kept)
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" aria-label="Уведомления" title="Уведомления">
          <Bell size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs" className={styles['notices'] ?? ''}>
        <h2>Последние сообщения</h2>
        {kept.length === 0 && <p className={styles['none']}>Сообщений ещё не было.</p>}
        <ul>
          {kept.map((toast) => (
            <li key={toast.id}>
              <span>{time(toast.at)}</span>
              <span>{toast.text}</span>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
