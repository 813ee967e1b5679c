import { useEffect, useRef } from 'react'
import type { PictureWorker } from './picture-worker.ts'

/** A reader of pictures for as long as a tab is shown. */
export function useReader<T, A>(open: () => PictureWorker<T, A>) {
  const reader = useRef<PictureWorker<T, A>>(undefined)
  const first = useRef(open)
  useEffect(() => {
    const opened = first.current()
    reader.current = opened
    return () => opened.close()
  }, [])
  return reader
}
