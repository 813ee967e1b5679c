import { openPictureWorker } from '../picture-worker.ts'
import type { Quad } from '../quad.ts'
import type { SheetAnswer, SheetTask } from './scan-worker.ts'

/** Looks for sheets and cuts them out beside the screen, which stays free meanwhile. */
export interface SheetWorker {
  findSheet(picture: Blob): Promise<Quad | undefined>
  /** The whole picture with even light, white paper and dark ink. */
  cleanPicture(picture: Blob): Promise<Blob>
  /** The page as JPEG, turned by quarters to the right. */
  cutSheet(picture: Blob, quad: Quad, turns: number): Promise<Blob>
  close(): void
}

export function openSheetWorker(): SheetWorker {
  const worker = openPictureWorker<SheetTask, SheetAnswer>(
    new Worker(new URL('scan-worker.ts', import.meta.url), { type: 'module' }),
  )
  return {
    cleanPicture: async (picture) => (await worker.ask(picture, { clean: true })).page!,
    findSheet: async (picture) => (await worker.ask(picture, {})).quad,
    cutSheet: async (picture, quad, turns) =>
      (await worker.ask(picture, { cut: { quad, turns } })).page!,
    close: worker.close,
  }
}
