import type { FlagCode } from '#contract/core/flags.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import type { CheatDay } from './cheat-day.ts'

/** One way to take money that nobody is owed. */
export interface Way {
  /** What the cheat does, as a sentence. */
  readonly name: string
  /** Does it over HTTP; answers the code of the refusal, or the id of the record that the owner has to see. */
  tries(day: CheatDay): Promise<string>
  /** The refusal, or each that may come first, or the exception that the owner sees in roubles. */
  readonly ends: RefusalCode | readonly RefusalCode[] | { readonly sees: FlagCode }
}
