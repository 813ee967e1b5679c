import * as z from 'zod/mini'
import type { Schema } from '#contract/core/call.ts'
import { issueText } from '#contract/core/issue-text.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { CARD_NUMBER_MESSAGE } from '#contract/core/shapes.ts'
import { refuse } from './refusal.ts'

// More complaints than a form has fields help no reader and would let a hostile body grow the answer.
const MAX_FIELDS = 50

/** Decodes one part of a request by its schema; a mismatch is a refusal with a message for each field. */
export function decode<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value, { reportInput: true })
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.flatMap(flatten)
  const fields: Record<string, string> = {}
  for (const issue of issues.slice(0, MAX_FIELDS)) fields[pathOf(issue)] ??= issueText(issue)
  return refuse(codeOf(issues), { fields })
}

function codeOf(issues: readonly z.core.$ZodIssue[]): RefusalCode {
  if (issues.some((issue) => issue.message === CARD_NUMBER_MESSAGE)) return 'common.card-number'
  if (issues.every((issue) => issue.path[0] === 'filter')) return 'filter.invalid'
  if (issues.every(isBadId)) return 'common.bad-id'
  if (issues.every(isOutOfRange)) return 'common.number-range'
  return 'common.validation'
}

function isBadId(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_format' && (issue.format === 'uuid' || issue.format === 'guid')
}

function isOutOfRange(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'too_small' || issue.code === 'too_big')
    return issue.origin === 'number' || issue.origin === 'int'
  // A fraction or a number beyond 2^53 where an integer is declared.
  return (
    issue.code === 'invalid_type' && typeof issue.input === 'number' && issue.expected === 'int'
  )
}

/** A union complains once for each branch: the branch that got furthest is reported for the field. */
function flatten(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const depth = (branch: readonly z.core.$ZodIssue[]) =>
    Math.max(...branch.map((i) => i.path.length))
  const best = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0]!
  return best.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }))
}

function pathOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.').slice(0, 200)
  return path === '' ? '_' : path
}
