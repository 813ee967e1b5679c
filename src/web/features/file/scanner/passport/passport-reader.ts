import { openPictureWorker, type PictureWorker } from '../picture-worker.ts'
import type { PassportTask } from './passport-worker.ts'
import type { PassportReading } from './read-passport.ts'

/** Reads the machine-readable lines of a document within the browser: its picture goes nowhere. */
export function openPassportReader(): PictureWorker<PassportTask, PassportReading | undefined> {
  return openPictureWorker(
    new Worker(new URL('passport-worker.ts', import.meta.url), { type: 'module' }),
  )
}
