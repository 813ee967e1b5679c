import { phoneLinks } from '#contract/file/phone.ts'
import { send } from '#web/api/send.ts'
import { CallError } from '#web/state/call-error.ts'

/** The pages that the server had at a time, epoch ms. */
export interface PagesNow {
  readonly pages: readonly number[]
  readonly at: number
}

export interface Arrivals {
  /** Takes the pages that are new; one that could not be read is tried again with the next answer. */
  note(present: PagesNow): void
  /** Ends the link; false when it goes on, since pages came that the user of the scanner has not seen. */
  end(): Promise<boolean>
}

/** Takes the pages of one link into the scanner: each once, in the order of the telephone. */
export function openArrivals(
  id: string,
  take: (pictures: readonly File[]) => Promise<void>,
): Arrivals {
  const begun = new Set<number>()
  let taken = 0
  let notedAt = 0
  let last = Promise.resolve()
  const fetchPage = async (page: number) => {
    const query = { id, page }
    const picture = await send(phoneLinks.getPage, { query }, { quiet: true }).catch(
      () => undefined,
    )
    if (!picture) return void begun.delete(page)
    await take([new File([picture], `Снимок ${page} с телефона`, { type: 'image/jpeg' })])
    taken++
  }
  const note = ({ pages, at }: PagesNow) => {
    if (at <= notedAt) return
    notedAt = at
    for (const page of pages) {
      if (begun.has(page)) continue
      begun.add(page)
      last = last.then(() => fetchPage(page))
    }
  }
  const end = async () => {
    const seen = taken
    await last
    if (taken > seen) return false
    try {
      await send(phoneLinks.end, { body: { id, taken } })
      return true
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'phone.more-pages') throw error
    }
    const { pages } = await send(phoneLinks.get, { query: { id } })
    note({ pages, at: Date.now() })
    await last
    return false
  }
  return { note, end }
}

/** As many tries as a telephone that keeps sending may cost; what comes later is refused to it. */
const MOST_TRIES = 3

/** Ends the link once the scanner has every page of which the telephone was told that it is there. */
export async function takeRest(arrivals: Arrivals | undefined): Promise<void> {
  if (!arrivals) return
  try {
    for (let tried = 0; tried < MOST_TRIES; tried++) if (await arrivals.end()) return
  } catch (error) {
    // Without the server nothing more comes.
    if (!(error instanceof CallError)) throw error
  }
}
