import { FileArchive, FileLock2, FileSpreadsheet, FileText, ImageOff } from 'lucide-react'
import { useRef } from 'react'
import { fileKindTitles } from '#contract/core/display-text.ts'
import { personalFileKinds, type File } from '#contract/file/file-entities.ts'
import { files } from '#contract/file/file.ts'
import { documentRecord } from '#contract/lists/document-columns.ts'
import { useCall } from '#web/api/use-call.ts'
import { dateTime } from '#web/ui/format.ts'
import { BlobPicture } from '#web/ui/media/blob-picture.tsx'
import { useSeen } from '#web/ui/media/use-seen.ts'
import styles from './file-tile.module.css'

/** A file as a tile: its picture in small or the sign of its kind, what it is, whose and of when. */
export function FileTile({ row }: { row: File }) {
  const record = documentRecord(row) ?? row.supplier_name ?? '—'
  return (
    <>
      <Face row={row} />
      <div className={styles['words']}>
        <strong>{fileKindTitles[row.kind]}</strong>
        <span title={record}>{record}</span>
        {row.company_name && <span title={row.company_name}>{row.company_name}</span>}
        <small>{dateTime(row.created_at)}</small>
      </div>
    </>
  )
}

function Face({ row }: { row: File }) {
  // Each view of a personal file is recorded: it is opened on purpose and not by looking through a page.
  if (personalFileKinds.includes(row.kind)) return <Sign icon={FileLock2} words="Личный документ" />
  if (row.mime.startsWith('image/')) return <SmallPicture row={row} />
  const [icon, words] = SIGNS[row.mime] ?? [FileText, 'Файл']
  return <Sign icon={icon} words={words} />
}

const SIGNS: Record<string, [typeof FileText, string]> = {
  'application/pdf': [FileText, 'PDF'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': [FileSpreadsheet, 'XLSX'],
  'text/csv': [FileSpreadsheet, 'CSV'],
  'application/zip': [FileArchive, 'ZIP'],
  'application/xml': [FileText, 'XML'],
  'text/plain': [FileText, 'TXT'],
}

function Sign({ icon: Icon, words }: { icon: typeof FileText; words: string }) {
  return (
    <div className={styles['face']}>
      <Icon size={40} strokeWidth={1.25} aria-hidden />
      {words}
    </div>
  )
}

function SmallPicture({ row }: { row: File }) {
  const face = useRef<HTMLDivElement>(null)
  const { data, error } = useCall(
    files.getThumbnail,
    { params: { id: row.id }, query: {} },
    { fresh: Infinity, quiet: true, when: useSeen(face) },
  )
  return (
    <div ref={face} className={styles['face']} title={error?.message}>
      {data && <BlobPicture blob={data} alt="" />}
      {error && (
        <>
          <ImageOff size={40} strokeWidth={1.25} aria-hidden />
          не открыто
        </>
      )}
    </div>
  )
}
