/** The days that a dashboard shows, the last of them with the day before it; all in one calendar. */
export interface Days {
  readonly from: string
  readonly to: string
  readonly before: string
  /** What the tiles call the last day: «сегодня» or its date. */
  readonly words: string
  readonly beforeWords: string
  /** The last day is today: the day before is compared with it until the same time only. */
  readonly goesOn: boolean
  readonly now: string
  /** The time of day of `now` by the clock of the reader, `HH:MM`. */
  readonly clock: string
}
