import { openPictureWorker, type PictureWorker } from '../picture-worker.ts'
import type { CodeTask } from './code-worker.ts'
import type { FoundCode } from './read-code.ts'

/** Reads QR, DataMatrix, Code 128 and EAN-13; its program is fetched from our own address with the first picture. */
export function openCodeReader(): PictureWorker<CodeTask, FoundCode | undefined> {
  return openPictureWorker(
    new Worker(new URL('code-worker.ts', import.meta.url), { type: 'module' }),
  )
}
