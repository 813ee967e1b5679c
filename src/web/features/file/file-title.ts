import { fileKindTitles } from '#contract/core/display-text.ts'
import type { FileInfo } from '#contract/file/file-info.ts'
import { documentRecord } from '#contract/lists/document-columns.ts'

const WEIGHINGS: Record<NonNullable<FileInfo['weighing']>, string> = {
  in: 'въезд',
  mid: 'выгрузка',
  out: 'выезд',
  tare: 'тара',
}

/** «Фото: заезд 261127-004, въезд, камера 1»: tells files of one record apart. */
export function fileTitle(file: FileInfo): string {
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
