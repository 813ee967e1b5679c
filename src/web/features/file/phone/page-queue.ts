import { drawPicture } from '../as-jpeg.ts'
import { LineError, sendPage, type PhoneState } from '#web/api/phone-line.ts'
import { showPage, type PageRow } from './page-row.ts'

/** A page of two thousand pixels is cut out of no more; a smaller picture gets through a weak link sooner. */
const MOST_SIDE = 2600
const QUALITY = 0.9
const FIRST_WAIT_MS = 1000
const LAST_WAIT_MS = 15_000

interface QueueSettings {
  readonly key: string
  /** Pages that this telephone has sent before: it loads the page anew after its camera. */
  readonly sentCount: number
  show(row: HTMLLIElement): void
  passed(state: PhoneState): void
  /** The link takes nothing any more. */
  ended(): void
}

/** Sends chosen pictures one after another; a page that a cut connection stopped is sent again by itself. */
export function openQueue({ key, sentCount, show, passed, ended }: QueueSettings) {
  let count = sentCount
  let unsent = 0
  let last: Promise<void> = Promise.resolve()
  let isOver = false

  const sendOne = async (clientId: string, body: Blob, row: PageRow): Promise<void> => {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LAST_WAIT_MS))
      try {
        if (isOver) return row.tell('не передан')
        const state = await sendPage({ key, clientId, body }, row.progress)
        unsent--
        row.sent()
        return passed(state)
      } catch (error) {
        if (!(error instanceof LineError)) throw error
        if (error.isEnd) return end(row)
        if (!error.isPassing)
          return row.failed(error.message, () => enqueue(() => sendOne(clientId, body, row)))
        row.tell(`${error.message}. Повторим сами`)
        await untilOnline(wait)
      }
  }
  const end = (row: PageRow) => {
    isOver = true
    row.tell('не передан')
    ended()
  }
  const enqueue = (work: () => Promise<void>) => {
    last = last.then(work, work)
  }
  return {
    add(pictures: readonly File[]) {
      for (const picture of pictures) {
        const title = `Лист ${++count}`
        const row = showPage(picture, title)
        show(row.element)
        unsent++
        enqueue(async () => {
          row.tell('готовим')
          const body = await smallJpeg(picture)
          if (body) return sendOne(crypto.randomUUID(), body, row)
          unsent--
          row.refuse(`${picture.name}: не открывается как картинка`)
        })
      }
    },
    stop() {
      isOver = true
    },
    /** Pages that would be lost with this page. */
    hasUnsent: () => unsent > 0 && !isOver,
  }
}

async function smallJpeg(picture: File): Promise<Blob | undefined> {
  try {
    return await drawPicture(picture, MOST_SIDE, QUALITY)
  } catch {
    // A browser that cannot draw it may still hold a JPEG: the server judges it.
    return picture.type === 'image/jpeg' ? picture : undefined
  }
}

/** After a while, or as soon as the telephone has its connection again. */
function untilOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const endPause = () => {
      clearTimeout(timer)
      removeEventListener('online', endPause)
      resolve()
    }
    const timer = setTimeout(endPause, ms)
    addEventListener('online', endPause)
  })
}
