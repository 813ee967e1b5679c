import { Button } from '@mantine/core'
import { Link } from '#web/router/link.tsx'
import { act } from '#contract/act/act.ts'
import type { ActCard } from '#contract/act/act-entities.ts'
import type { Scan } from '#contract/file/file-entities.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { useMay } from '#web/api/use-may.ts'
import { refresh } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { forgetWords, openDialog } from '#web/ui/dialogs/ask.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { dateTime } from '#web/ui/format.ts'
import { scanKindTitles } from '../../supplier/head/supplier-papers.tsx'
import { Rows } from '../../supplier/head/supplier-trade.tsx'
import { askReject } from './ask-reject.ts'
import { isRejectable } from './check-decisions.ts'
import styles from './act-scans.module.css'
import { createElement } from 'react'
import { lazyComponent } from '#web/lazy-component.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'

const EMPTY = 'Сканов ещё нет: напечатайте акт, дайте подписать и приложите.'

/** The pages of an act with what was decided of each; a page that nobody has checked yet is rejected here. */
export function ActScans({ card }: { card: ActCard }) {
  const mayIssue = useMay('act.issue')
  return (
    <Rows
      heads={['Документ', 'Лист', 'Добавлен', 'Статус', 'Проверен', 'Действия']}
      empty={EMPTY}
      rows={card.scans.map((scan) => [
        <ScanLink key="f" scan={scan} />,
        scan.page,
        <WhenAndWho key="a" at={scan.created_at} by={scan.created_by_name} />,
        <ScanStatus key="s" scan={scan} />,
        scan.checked_at ? (
          <WhenAndWho key="c" at={scan.checked_at} by={scan.checked_by_name} />
        ) : (
          '—'
        ),
        <div key="b" className={styles['buttons']}>
          <Button
            variant="subtle"
            data-scan={scan.id}
            aria-label={`Показать лист ${scan.page}`}
            onClick={() => void openPage(scan)}
          >
            Показать
          </Button>
          {mayIssue && isRejectable(card, scan) && <RejectButton card={card} scan={scan} />}
        </div>,
      ])}
    />
  )
}

const PageDialog = lazyComponent(
  async () => (await import('./page-dialog.tsx')).default,
  createElement(Waiting),
)

/** Shows one page of an act, a picture or every page of a PDF, without a decision. */
function openPage(scan: Scan): Promise<void> {
  const title = `${scanKindTitles[scan.kind] ?? scan.kind}, лист ${scan.page}`
  return openDialog({ title, width: 960 }, () => createElement(PageDialog, { scan, title }))
}

/** The same in a narrow place, to be read only. */
export function BriefScans({ card }: { card: ActCard }) {
  return (
    <Rows
      heads={['Документ', 'Статус']}
      empty={EMPTY}
      rows={card.scans.map((scan) => [
        <ScanLink key="f" scan={scan} />,
        <ScanStatus key="s" scan={scan} />,
      ])}
    />
  )
}

function ScanLink({ scan }: { scan: Scan }) {
  return (
    <Link to={to(paths.image, { fid: scan.file_id })} target="_blank">
      {scanKindTitles[scan.kind] ?? scan.kind}
    </Link>
  )
}

function ScanStatus({ scan }: { scan: Scan }) {
  const { status, reject_reason, own_code, kind } = scan
  return (
    <span className={styles['notes']}>
      <StatusBadge kind="scan" status={status} />
      {own_code === false && kind === 'signed_act' && ' QR-код не найден'}
      {reject_reason && <small>{reject_reason}</small>}
    </span>
  )
}

function WhenAndWho({ at, by }: { at: string; by: string | null }) {
  return (
    <span className={styles['notes']}>
      {dateTime(at)}
      <small>{by ?? '—'}</small>
    </span>
  )
}

function RejectButton({ card, scan }: { card: ActCard; scan: Scan }) {
  const { id, version } = card
  const store = useSend(act.update, { refreshes: [act.get, act.getAll] })
  const reject = async (button: HTMLElement) => {
    const reason = await askReject(scan)
    if (reason !== undefined) {
      const rejected_scans = [{ id: scan.id, reason }]
      const body = { command: 'sign' as const, id, version, rejected_scans }
      if (await store.send({ body })) {
        forgetWords()
        toast.success(`Лист ${scan.page} отклонён`)
      } else await refresh([act.get])
    } else if (button.isConnected) return
    // This button is gone, by this decision or that of another person: the keyboard stays in the row.
    document.querySelector<HTMLElement>(`[data-scan="${scan.id}"]`)?.focus()
  }
  return (
    <Button
      variant="subtle"
      data-danger
      aria-label={`Отклонить лист ${scan.page}`}
      loading={store.sending}
      onClick={(event) => void reject(event.currentTarget)}
    >
      Отклонить
    </Button>
  )
}
