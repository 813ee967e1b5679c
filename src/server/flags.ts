import type { Flag, FlagCode } from '#contract/flags.ts'

/** A record's marks with one more; a mark that already stands keeps its time and its review. */
export function raiseFlag(flags: unknown, code: FlagCode, at: string): Flag[] {
  const list = flags as Flag[]
  return list.some((flag) => flag.code === code) ? list : [...list, { code, at }]
}

/** A record's marks without one whose cause is gone. */
export function clearFlag(flags: unknown, code: FlagCode): Flag[] {
  return (flags as Flag[]).filter((flag) => flag.code !== code)
}
