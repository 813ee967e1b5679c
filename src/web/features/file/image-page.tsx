import type { ReactNode } from 'react'
import { useNavigate, useParams } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import type { FileInfo } from '#contract/file/file-info.ts'
import { files } from '#contract/file/file.ts'
import { documentRecord } from '#contract/lists/document-columns.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { useCall } from '#web/api/use-call.ts'
import { isSuper, useStore } from '#web/state/store.ts'
import { dateTime } from '#web/ui/format.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Viewer } from '#web/features/file/viewer.tsx'
import styles from './image.module.css'
import { fileKindTitles } from '#contract/core/display-text.ts'

/** One stored file by its id, with ←→ to the others of its record; without access to the record «Нет доступа». */
export function Component() {
  const { fid = '' } = useParams()
  const navigate = useNavigate()
  const { data, error } = useCall(
    files.getInfo,
    { params: { id: fid } },
    { keepPrevious: true, quiet: true },
  )
  if (error) throw error
  const own = data?.id === fid ? data : undefined
  return (
    <div className={styles['place']}>
      <Page title={data ? fileTitle(data) : 'Изображение'} shape="fill">
        <Facts file={data} />
        <div className={styles['viewer']}>
          <Viewer
            file={fid}
            alt={own ? fileTitle(own) : `Файл ${fid.slice(-8)}`}
            others={data?.neighbours ?? []}
            // «Back» leads to where the first picture was opened.
            show={(next) => navigate(to(paths.image, { fid: next }), { replace: true })}
          />
        </div>
      </Page>
    </div>
  )
}

const WEIGHINGS: Record<NonNullable<FileInfo['weighing']>, string> = {
  in: 'въезд',
  mid: 'выгрузка',
  out: 'выезд',
  tare: 'тара',
}

/** «Фото: заезд 261127-004, въезд, камера 1»: tells files of one record apart. */
function fileTitle(file: FileInfo): string {
  const { kind, weighing, camera, page } = file
  const record = documentRecord(file)
  const parts = [
    // Words of a report begin as they are written.
    record && (kind === 'report' ? record : record[0]!.toLowerCase() + record.slice(1)),
    weighing && WEIGHINGS[weighing],
    camera && `камера ${camera}`,
    page && `страница ${page}`,
  ].filter(Boolean)
  const title = fileKindTitles[kind]
  return parts.length > 0 ? `${title}: ${parts.join(', ')}` : title
}

/** Whose the file is, of when and by whom; its line is there before they are known. */
function Facts({ file }: { file: FileInfo | undefined }) {
  const platform = useStore(isSuper)
  if (!file) return <p className={styles['facts']} />
  const record = documentRecord(file) ?? 'К записи'
  const path = platform ? undefined : recordPath(file)
  const facts: [string, ReactNode][] = [
    ['Компания', file.company_name],
    [file.taken_at ? 'Снято' : 'Добавлено', dateTime(file.taken_at ?? file.created_at)],
    ['Кто добавил', file.created_by_name ?? 'Система'],
    ['К чему', path ? <Link to={path}>{record}</Link> : file.entity && record],
    ['Поставщик', file.entity === 'supplier' ? null : file.supplier_name],
  ]
  return (
    <p className={styles['facts']}>
      {facts.map(
        ([name, value]) =>
          value && (
            <span key={name}>
              <small>{name}</small> {value}
            </span>
          ),
      )}
    </p>
  )
}

/** Where a person of the company opens the record of a file. */
function recordPath({ entity, entity_id: id }: FileInfo): string | undefined {
  if (!entity || !id) return undefined
  if (entity === 'act') return to(paths.act, { actId: id })
  const list = LISTS[entity]
  return list && `${list}?id=${id}`
}

const LISTS: Partial<Record<NonNullable<FileInfo['entity']>, string>> = {
  supplier: paths.suppliers,
  weight_act: paths.weightacts,
  transaction: paths.transactions,
  payment: paths.payments,
  report: paths.reports,
}
