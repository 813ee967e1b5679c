import type { RefusalCode } from '#contract/core/refusals.ts'
import { refuse } from '#http/refusal.ts'

/**
 * Turns a broken constraint into its refusal by the constraint's name; every other error is passed on as the bug it is.
 * Written behind the statement that can break it: `.catch((error) => onConstraint(error, {…}))`. The transaction is
 * over after it.
 */
export function onConstraint(
  error: unknown,
  refusals: Readonly<Record<string, RefusalCode>>,
): never {
  const { constraint } = error as { constraint?: string }
  const code = constraint === undefined ? undefined : refusals[constraint]
  if (code) return refuse(code)
  throw error
}
