import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { files } from '#contract/file/file.ts'
import { useCall } from '#web/api/use-call.ts'
import type { CallError } from '#web/state/call-error.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { BlobPicture } from '#web/ui/media/blob-picture.tsx'
import type { Viewing } from './file-views.ts'
import styles from './page-sheets.module.css'

interface SheetProps {
  /** The file's id. */
  file: string
  /** What the file is: «Подписанный акт, лист 2». */
  alt: string
  /** Hears what came before the eyes; stays the same function. */
  note?: ((viewing: Viewing) => void) | undefined
  /** A file of one page opens at its end, where people sign. */
  opensAtEnd?: boolean | undefined
}

const BROKEN = 'Файл не открывается как картинка. Откройте его отдельно'
/** A picture far longer than its place crosses one of these steps soon after its edge. */
const STEPS = Array.from({ length: 51 }, (_, step) => step / 50)
/** Of the height of the place: a sheet that takes so much of it, or is there by half, is looked at. */
const ENOUGH = 0.25

/** One page of a file as a picture; the stored answer is shared with `PageSheets`. */
export function useSheet(file: string, page: number) {
  return useCall(files.getPage, { query: { id: file, page } }, { fresh: Infinity, quiet: true })
}

/** A repeat gives no picture either: the file is of another kind, damaged, or too large to be drawn. */
export function isUndrawable(error: CallError | null): boolean {
  return error?.code === 'file.bad-type' || error?.code === 'file.too-large'
}

/** Scrolls the shown file to one of its pages: to the head of each, and of the last to its end, where people sign. */
export function turnToSheet(page: number): void {
  const sheet = document.querySelector(`[data-sheet="${page}"]`)
  if (sheet?.nextElementSibling) showEdge(sheet, 'top')
  else if (sheet) showEdge(sheet, 'bottom')
}

function showEdge(sheet: Element, edge: 'top' | 'bottom'): void {
  const frame = sheet.closest('[data-sheets]')
  frame?.scrollBy({
    top: sheet.getBoundingClientRect()[edge] - frame.getBoundingClientRect()[edge],
  })
}

/** Every page of a picture or PDF under one another, as wide as their place, which scrolls and is marked `data-sheets`. */
export function PageSheets(props: SheetProps) {
  return (
    <div className={styles['sheets']}>
      <Sheet {...props} key={props.file} page={1} />
    </div>
  )
}

/** Each page is read after the one before it, so that one person draws one page at a time. */
function Sheet(props: SheetProps & { page: number }) {
  const { file, note, page } = props
  const { data, error, fetching, refetch } = useSheet(file, page)
  const [isBroken, setIsBroken] = useState(false)
  if (error)
    return (
      <div className={styles['failure']}>
        <p role="alert">{error.message}</p>
        {!isUndrawable(error) && (
          <Button variant="default" loading={fetching} onClick={() => void refetch()}>
            Повторить
          </Button>
        )}
      </div>
    )
  if (!data) return <Waiting />
  if (isBroken) return <p role="alert">{BROKEN}</p>
  const pages = pagesOf(data)
  const markBroken = () => {
    setIsBroken(true)
    note?.({ file, isBroken: true })
  }
  return (
    <>
      <DrawnSheet {...props} blob={data} pages={pages} broken={markBroken} />
      {page < pages && <Sheet {...props} page={page + 1} />}
    </>
  )
}

interface DrawnSheetProps extends SheetProps {
  blob: Blob
  page: number
  pages: number
  broken: () => void
}

function DrawnSheet(props: DrawnSheetProps) {
  const { file, blob, alt, note, page, pages, broken, opensAtEnd } = props
  const place = useRef<HTMLDivElement>(null)
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    const sheet = place.current
    if (!isDrawn || !sheet || !note) return undefined
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(isLookedAt)) note({ file, page, pages })
      },
      { root: sheet.closest('[data-sheets]'), threshold: STEPS },
    )
    watch.observe(sheet)
    return () => watch.disconnect()
  }, [isDrawn, note, file, page, pages])
  return (
    <div ref={place} data-sheet={page} className={styles['sheet']}>
      {pages > 1 && (
        <p className={styles['caption']}>
          Страница {page} из {pages}
        </p>
      )}
      <BlobPicture
        blob={blob}
        alt={pages > 1 ? `${alt}, страница ${page}` : alt}
        drawn={() => {
          if (opensAtEnd && pages === 1 && place.current) showEdge(place.current, 'bottom')
          setIsDrawn(true)
        }}
        broken={broken}
      />
    </div>
  )
}

function isLookedAt(seen: IntersectionObserverEntry): boolean {
  const place = seen.rootBounds?.height ?? innerHeight
  return (
    seen.isIntersecting &&
    (seen.intersectionRatio >= 0.5 || seen.intersectionRect.height >= ENOUGH * place)
  )
}

/** `image/jpeg; pages=3`. */
function pagesOf({ type }: Blob): number {
  return Number(/pages=(\d+)/.exec(type)?.[1] ?? 1)
}
