/** On so many first days a month has little to tell: until they are over, screens open with the month before. */
const FIRST_DAYS = 3

export interface MonthShown {
  /** `2026-11`. */
  readonly month: string
  readonly from: string
  /** The last day that counts: of a running month today. */
  readonly to: string
}

/** The month that a screen shows to whoever named none: the running one so far, on its first days the whole one before it. */
export function monthShown(today: string): MonthShown {
  if (Number(today.slice(8)) > FIRST_DAYS) {
    const month = today.slice(0, 7)
    return { month, from: `${month}-01`, to: today }
  }
  const lastOfBefore = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
  lastOfBefore.setUTCDate(0)
  const to = lastOfBefore.toISOString().slice(0, 10)
  const month = to.slice(0, 7)
  return { month, from: `${month}-01`, to }
}
