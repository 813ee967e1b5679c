type Values = Readonly<Record<string, unknown>>

/**
 * The part of settings to send: an unchanged setting is not sent, so that the company's defaults stay defaults and are not judged
 * anew. A cleared value is sent as null, which the schema refuses at its field: left out, the old value would silently remain.
 */
export function changedSettings(was: Values, now: Values): Record<string, unknown> {
  const names = [...new Set([...Object.keys(was), ...Object.keys(now)])]
  const changed = names.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(now[name]))
  return Object.fromEntries(changed.map((name) => [name, now[name] ?? null]))
}

/** The same for settings in groups: modules by tag. */
export function changedGroups(
  was: Readonly<Record<string, Values>>,
  now: Readonly<Record<string, Values>>,
): Record<string, Record<string, unknown>> {
  const groups = Object.keys(was).map(
    (name) => [name, changedSettings(was[name]!, now[name] ?? {})] as const,
  )
  return Object.fromEntries(groups.filter(([, changed]) => Object.keys(changed).length > 0))
}
