import type { Flag, FlagCode } from '#contract/core/flags.ts'

/** What was known when it was raised: the money that it is about, and what its maker said of it. */
export type FlagFacts = Pick<Flag, 'kop' | 'why'>

/**
 * A record's flags with one more. An existing flag keeps its time and its review, unless it is about more money now: that nobody has
 * looked at yet.
 */
export function raiseFlag(
  flags: unknown,
  code: FlagCode,
  at: string,
  facts: FlagFacts = {},
): Flag[] {
  const list = flags as Flag[]
  const before = list.find((flag) => flag.code === code)
  if (!before) return [...list, { code, at, ...facts }]
  if ((facts.kop ?? 0) <= (before.kop ?? 0)) return list
  return list.map((flag) => (flag === before ? { code, at, ...facts } : flag))
}

/** A kind alone, or with what is known of it. */
export type RaisedMark = FlagCode | (FlagFacts & { readonly code: FlagCode })

/** A record's marks with these added, now. */
export function addFlags(flags: readonly Flag[], marks: readonly RaisedMark[]): Flag[] {
  const at = new Date().toISOString()
  return marks.reduce<Flag[]>(
    (list, mark) => {
      const { code, ...facts } = typeof mark === 'string' ? { code: mark } : mark
      return raiseFlag(list, code, at, facts)
    },
    [...flags],
  )
}

/** A record's marks without one whose cause is gone. */
export function clearFlag(flags: unknown, code: FlagCode): Flag[] {
  return (flags as Flag[]).filter((flag) => flag.code !== code)
}

/** The named marks as looked at by a person now; a mark that is not there, or was looked at before, stays as it is. */
export function reviewFlags(
  flags: unknown,
  codes: readonly FlagCode[],
  review: { at: string; by: string; note?: string | undefined },
): Flag[] {
  return (flags as Flag[]).map((flag) =>
    !codes.includes(flag.code) || flag.reviewed_at
      ? flag
      : {
          ...flag,
          reviewed_at: review.at,
          reviewed_by: review.by,
          ...(review.note !== undefined && { note: review.note }),
        },
  )
}
