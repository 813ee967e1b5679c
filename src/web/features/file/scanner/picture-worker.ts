/** What is sent to a worker that reads pictures, and what it answers. */
interface PictureTask<T> {
  readonly id: number
  readonly picture: ImageBitmap
  readonly task: T
}
type PictureAnswer<A> = { readonly id: number } & (
  | { readonly value: A }
  | { readonly error: string }
)

/** Pictures are read beside the screen, which stays free meanwhile. */
export interface PictureWorker<T, A> {
  ask(picture: Blob | ImageBitmap, task: T): Promise<A>
  close(): void
}

export function openPictureWorker<T, A>(worker: Worker): PictureWorker<T, A> {
  const waiting = new Map<number, PromiseWithResolvers<PictureAnswer<A>>>()
  let asked = 0
  worker.addEventListener('message', ({ data }: MessageEvent<PictureAnswer<A>>) => {
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
  return {
    async ask(picture, task) {
      const bitmap = picture instanceof Blob ? await createImageBitmap(picture) : picture
      if (failure) throw failure
      const id = ++asked
      const answer = Promise.withResolvers<PictureAnswer<A>>()
      waiting.set(id, answer)
      worker.postMessage({ id, picture: bitmap, task } satisfies PictureTask<T>, [bitmap])
      const told = await answer.promise
      if ('error' in told) throw new Error(told.error)
      return told.value
    },
    close: () => worker.terminate(),
  }
}

/** The worker's own side. */
export function servePictures<T, A>(read: (picture: ImageBitmap, task: T) => A | Promise<A>): void {
  addEventListener('message', ({ data }: MessageEvent<PictureTask<T>>) => {
    void answerOf(data, read).then((answer) => postMessage(answer))
  })
}

async function answerOf<T, A>(
  { id, picture, task }: PictureTask<T>,
  read: (picture: ImageBitmap, task: T) => A | Promise<A>,
): Promise<PictureAnswer<A>> {
  try {
    return { id, value: await read(picture, task) }
  } catch (error) {
    return { id, error: String(error) }
  } finally {
    picture.close()
  }
}
