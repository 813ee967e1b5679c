import { files } from '#contract/file/file.ts'
import { useCall } from '#web/api/use-call.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { BlobPicture } from '#web/ui/media/blob-picture.tsx'
import styles from './page-sheets.module.css'

interface SheetProps {
  /** The file's id. */
  file: string
  /** What the file is: «Подписанный акт, лист 2». */
  alt: string
}

/** The first page of a file as a picture; the stored answer is shared with `PageSheets`. */
export function useFirstSheet(file: string) {
  return useCall(files.getPage, { query: { id: file, page: 1 } }, { fresh: Infinity, quiet: true })
}

/** Every page of a picture or PDF under one another, as wide as their place. */
export function PageSheets({ file, alt }: SheetProps) {
  return (
    <div className={styles['sheets']}>
      <Sheet key={file} file={file} alt={alt} page={1} />
    </div>
  )
}

/** Each page is read after the one before it, so that one person draws one page at a time. */
function Sheet({ file, alt, page }: SheetProps & { page: number }) {
  const input = { query: { id: file, page } }
  const { data, error } = useCall(files.getPage, input, { fresh: Infinity, quiet: true })
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <Waiting />
  const pages = pagesOf(data)
  return (
    <>
      {pages > 1 && (
        <p className={styles['caption']}>
          Страница {page} из {pages}
        </p>
      )}
      <BlobPicture blob={data} alt={pages > 1 ? `${alt}, страница ${page}` : alt} />
      {page < pages && <Sheet file={file} alt={alt} page={page + 1} />}
    </>
  )
}

/** `image/jpeg; pages=3`. */
function pagesOf({ type }: Blob): number {
  return Number(/pages=(\d+)/.exec(type)?.[1] ?? 1)
}
