import type { Quad } from './quad.ts'
import type { SheetAnswer, SheetTask } from './scan-worker.ts'

/** Looks for sheets and cuts them out beside the screen, which stays free meanwhile. */
export interface SheetWorker {
  findSheet(picture: Blob): Promise<Quad | undefined>
  /** The page as JPEG, turned by quarters to the right. */
  cutSheet(picture: Blob, quad: Quad, turns: number): Promise<Blob>
  close(): void
}

export function openSheetWorker(): SheetWorker {
  const worker = new Worker(new URL('scan-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, PromiseWithResolvers<SheetAnswer>>()
  let asked = 0
  worker.addEventListener('message', ({ data }: MessageEvent<SheetAnswer>) => {
    waiting.get(data.id)?.resolve(data)
    waiting.delete(data.id)
  })
  // A worker that does not load fails once, before it is asked.
  let failure: Error | undefined
  worker.addEventListener('error', ({ message }) => {
    failure = new Error(message)
    for (const { reject } of waiting.values()) reject(failure)
    waiting.clear()
  })
  const ask = async (picture: Blob, cut?: SheetTask['cut']): Promise<SheetAnswer> => {
    const bitmap = await createImageBitmap(picture)
    if (failure) throw failure
    const id = ++asked
    const answer = Promise.withResolvers<SheetAnswer>()
    waiting.set(id, answer)
    worker.postMessage({ id, picture: bitmap, ...(cut && { cut }) } satisfies SheetTask, [bitmap])
    const told = await answer.promise
    if (told.error !== undefined) throw new Error(told.error)
    return told
  }
  return {
    findSheet: async (picture) => (await ask(picture)).quad,
    cutSheet: async (picture, quad, turns) => (await ask(picture, { quad, turns })).page!,
    close: () => worker.terminate(),
  }
}
