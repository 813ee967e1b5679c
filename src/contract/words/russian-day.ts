/** `2026-12-31` as it is read in Russian: `31.12.2026`; no day is nothing. */
export const russianDay = (day: string | null): string =>
  day === null ? '' : day.split('-').toReversed().join('.')
