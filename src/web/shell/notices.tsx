import { ActionIcon } from '@mantine/core'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { userPreferences } from '#contract/user/user-preferences.ts'
import { useCall } from '../api/use-call.ts'
import { useSend } from '../api/use-send.ts'
import { lazyPart } from '../ui/layout/lazy-part.tsx'
import styles from './notices.module.css'
import { AppPopover } from '../ui/dialogs/app-popover.tsx'

const NoticesList = lazyPart(async () => (await import('./notices-list.tsx')).NoticesList)

const EVERY_MS = 30_000
const SHOWN_NOTICES = 30

/** The bell: matters that need attention, and below them the messages that were on screen for two seconds. */
export function Notices() {
  const query = { filter: { limit: SHOWN_NOTICES } }
  const { data } = useCall(userPreferences.getNotices, { query }, { every: EVERY_MS, quiet: true })
  const read = useSend(userPreferences.readNotices, { refreshes: [userPreferences.getNotices] })
  const [open, setOpen] = useState(false)
  const notices = data?.items ?? []
  const unread = notices.filter((notice) => !notice.read_at).length
  const seen = () => {
    const latest = notices[0]
    if (unread > 0 && latest) void read.send({ body: { until: latest.at } })
  }
  const name = unread > 0 ? `Уведомления, непрочитанных: ${unread}` : 'Уведомления'
  return (
    <AppPopover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      onClose={seen}
      box={{ p: 'xs', className: styles['notices'] ?? '' }}
      target={
        <ActionIcon
          variant="subtle"
          aria-label={name}
          title={name}
          className={styles['bell'] ?? ''}
          onClick={() => setOpen(!open)}
        >
          <Bell size={18} aria-hidden />
          {unread > 0 && (
            <span className={styles['unread']} aria-hidden>
              {unread}
            </span>
          )}
        </ActionIcon>
      }
    >
      <NoticesList notices={notices} close={() => setOpen(false)} />
    </AppPopover>
  )
}
