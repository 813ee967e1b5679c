import { useRef } from 'react'
import type { MachineReadable } from '#contract/requisites/mrz/mrz.ts'
import { beep } from '#web/ui/feedback/beep.ts'
import { today } from '#web/ui/format.ts'
import { LiveTab } from '../live-tab.tsx'
import { useReader } from '../use-reader.ts'
import type { PassportReading } from './read-passport.ts'
import { openPictureWorker, type PictureWorker } from '../picture-worker.ts'
import type { PassportTask } from './passport-worker.ts'

const NOT_FOUND =
  'Машиночитаемые строки не найдены. Снимите нижний край страницы с фотографией целиком, ровно и без бликов.'

/**
 * The machine-readable lines of a passport in the live picture or in a file. A frame counts when all of it is proven; a picture that a
 * person took gives what is proven of it.
 */
export function PassportTab({ found }: { found: (read: MachineReadable) => void }) {
  const reader = useReader(openPassportReader)
  const isFound = useRef(false)
  const accept = ({ document }: PassportReading) => {
    if (isFound.current) return
    isFound.current = true
    void beep()
    found(document)
  }
  const watch = async (frame: ImageBitmap) => {
    if (isFound.current) return frame.close()
    const reading = await reader.current?.ask(frame, { today: today(), isFile: false })
    if (reading?.isWhole) accept(reading)
  }
  const readPicture = async (picture: File) => {
    const reading = await reader.current?.ask(picture, { today: today(), isFile: true })
    if (reading) accept(reading)
    return reading ? undefined : NOT_FOUND
  }
  return (
    <LiveTab
      hint="Покажите камере машиночитаемые строки паспорта: они прочитаются сами. Снимок не покидает этот браузер и не сохраняется."
      watch={watch}
      read={readPicture}
    />
  )
}

/** Reads the machine-readable lines of a document within the browser: its picture goes nowhere. */
function openPassportReader(): PictureWorker<PassportTask, PassportReading | undefined> {
  return openPictureWorker(
    new Worker(new URL('passport-worker.ts', import.meta.url), { type: 'module' }),
  )
}
