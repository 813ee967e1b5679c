import { isDeepStrictEqual } from 'node:util'

type Values = Readonly<Record<string, unknown>>

/**
 * What an event of the journal keeps of a row: the fields of which its states differ, and the title by which it is known when it is gone.
 * Fields that only the stored row has are no change.
 */
export function changesOf(before: Values | undefined, after: Values) {
  if (!before) return { before: null, after: givenOf(after) }
  const changed = differences(before, after)
  const title = { title: after['title'] }
  return {
    before: { ...changed.before, title: before['title'] },
    after: { ...title, ...changed.after },
  }
}

function differences(before: Values, after: Values): { before: Values; after: Values } {
  const names = Object.keys(after).filter(
    (name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null),
  )
  const parts = names.map((name) => {
    const [was, now] = [before[name] ?? null, after[name] ?? null]
    const inner = isParts(was) && isParts(now) && differences(whole(now, was), whole(was, now))
    return [name, inner || { before: was, after: now }] as const
  })
  return {
    before: Object.fromEntries(parts.map(([name, part]) => [name, part.before])),
    after: Object.fromEntries(parts.map(([name, part]) => [name, part.after])),
  }
}

/** With every part that either has, so that one that came or went is a change. */
const whole = (other: Values, own: Values): Values => ({
  ...Object.fromEntries(Object.keys(other).map((name) => [name, null])),
  ...own,
})

const isParts = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const givenOf = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && !(isParts(value) && Object.keys(value).length === 0),
    ),
  )
