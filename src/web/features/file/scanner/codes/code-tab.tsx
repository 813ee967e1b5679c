import { useRef, useState } from 'react'
import { beep } from '#web/ui/feedback/beep.ts'
import { LiveTab } from '../live-tab.tsx'
import type { Point } from '../quad.ts'
import { useReader } from '../use-reader.ts'
import { openPictureWorker, type PictureWorker } from '../picture-worker.ts'
import type { CodeTask } from './code-worker.ts'
import type { FoundCode } from './read-code.ts'

/** The place of a code is shown so long before it leads on. */
const SHOWN_MS = 400

const NOT_FOUND =
  'На снимке нет кода, который читается: QR, DataMatrix, Code 128 или EAN-13. Снимите код крупнее и резче.'

/** A code in the live picture or in a file. The first that is read ends the tab, so no code acts twice. */
export function CodeTab({ found }: { found: (text: string) => void }) {
  const reader = useReader(openCodeReader)
  const [corners, setCorners] = useState<readonly Point[]>()
  const isFound = useRef(false)
  const accept = (text: string, shownMs: number) => {
    if (isFound.current) return
    isFound.current = true
    void beep()
    setTimeout(() => found(text), shownMs)
  }
  const watch = async (frame: ImageBitmap) => {
    if (isFound.current) return frame.close()
    const code = await reader.current?.ask(frame, { isFile: false })
    if (!code) return
    setCorners(code.corners)
    accept(code.text, SHOWN_MS)
  }
  const readPicture = async (picture: File) => {
    const code = await reader.current?.ask(picture, { isFile: true })
    if (code) accept(code.text, 0)
    return code ? undefined : NOT_FOUND
  }
  return (
    <LiveTab
      hint="Наведите камеру на код: он прочитается сам. Код нашего документа откроет запись, другой найдётся поиском."
      watch={watch}
      read={readPicture}
      found={corners}
    />
  )
}

/** Reads QR, DataMatrix, Code 128 and EAN-13; its program is fetched from our own address with the first picture. */
function openCodeReader(): PictureWorker<CodeTask, FoundCode | undefined> {
  return openPictureWorker(
    new Worker(new URL('code-worker.ts', import.meta.url), { type: 'module' }),
  )
}
