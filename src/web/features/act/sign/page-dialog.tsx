import { Link } from '#web/router/link.tsx'
import type { Scan } from '#contract/file/file-entities.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { PageView } from '../../file/page-view.tsx'
import styles from './sign.module.css'

/** One page as large as a window shows it. */
export default function PageDialog({ scan, title }: { scan: Scan; title: string }) {
  return (
    <div className={styles['dialog']}>
      <div className={styles['bar']}>
        <StatusBadge kind="scan" status={scan.status} />
        {scan.reject_reason}
        <Link to={to(paths.image, { fid: scan.file_id })} target="_blank">
          Открыть отдельно
        </Link>
      </div>
      <PageView file={scan.file_id} alt={title} />
    </div>
  )
}
