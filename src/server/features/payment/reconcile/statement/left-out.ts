import type { LeftOut } from './statement-file.ts'

/** Of one file; what is beyond is counted together. */
const MOST_KINDS = 20
const OTHERS = 'Прочие записи, которые не взяты'

/** Counts what of a file became no line: nothing is dropped in silence. */
export function openLeftOut() {
  const counts = new Map<string, number>()
  return {
    /** An account of which there is no record is named too. */
    name: (what: string, records = 1) => {
      const key = counts.has(what) || counts.size < MOST_KINDS ? what.slice(0, 200) : OTHERS
      counts.set(key, (counts.get(key) ?? 0) + records)
    },
    list: (): LeftOut[] => [...counts].map(([what, records]) => ({ what, records })),
  }
}
