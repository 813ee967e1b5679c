import { flagTitles, type Flag } from '#contract/core/flags.ts'

/** Marks that still wait for a look, in one line. */
export function openMarks(flags: readonly Flag[]): string {
  return flags
    .filter(({ reviewed_at }) => !reviewed_at)
    .map(({ code }) => flagTitles[code])
    .join(', ')
}
