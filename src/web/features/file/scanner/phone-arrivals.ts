import { phoneLinks } from '#contract/file/phone.ts'
import { send } from '#web/api/send.ts'
import { CallError } from '#web/state/call-error.ts'

export interface Arrivals {
  /** The pages that the server has by now. */
  note(pages: readonly number[]): void
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
  let last = Promise.resolve()
  const fetchPage = async (page: number) => {
    const query = { id, page }
    const picture = await send(phoneLinks.getPage, { query }, { quiet: true }).catch(
      () => undefined,
    )
    // One that could not be read is tried again with the next look.
    if (!picture) return void begun.delete(page)
    await take([new File([picture], `Снимок ${page} с телефона`, { type: 'image/jpeg' })])
    taken++
  }
  const note = (pages: readonly number[]) => {
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
    note(pages)
    await last
    return false
  }
  return { note, end }
}
