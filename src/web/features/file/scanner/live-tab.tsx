import { useState } from 'react'
import { FileButton } from '../file-button.tsx'
import { CameraView } from './camera-view.tsx'
import type { Point } from './quad.ts'
import styles from './scanner.module.css'

interface LiveTabProps {
  hint: string
  watch: (frame: ImageBitmap) => Promise<void>
  /** Reads a picture that a person took or chose; answers why nothing came of it. */
  read: (picture: File) => Promise<string | undefined>
  found?: readonly Point[] | undefined
}

const NO_PICTURE = 'Файл не открывается как картинка. Выберите снимок в формате JPEG или PNG.'

/** What is read in the live picture by itself, or in a picture from a file. */
export function LiveTab({ hint, watch, read, found }: LiveTabProps) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const take = async (picture: File) => {
    setBusy(true)
    setProblem(undefined)
    setProblem(await read(picture).catch(() => NO_PICTURE))
    setBusy(false)
  }
  return (
    <div className={styles['scanner']}>
      <p className={styles['quiet']}>{hint}</p>
      <CameraView
        label="Прочитать снимок"
        take={(shot) => void take(shot)}
        watch={watch}
        found={found}
      />
      <div className={styles['row']}>
        <FileButton
          label="Файл снимка"
          accept="image/*"
          share={busy ? 0 : undefined}
          take={([picture]) => picture && take(picture)}
        />
      </div>
      {problem && <p role="alert">{problem}</p>}
    </div>
  )
}
