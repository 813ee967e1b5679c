import type { ConfigCard, ProviderField } from '#contract/bank/bank-set-up.ts'

/** Typed values of a provider's fields by name; empty means not typed. */
export type KeyValues = Record<string, string>

type StoredValue = ConfigCard['values'][number]

/** What the form begins with: what may be shown, and nothing of a secret. */
export function initialKeys(
  fields: readonly ProviderField[],
  values: readonly StoredValue[] = [],
): KeyValues {
  return Object.fromEntries(
    fields.map(({ name }) => [name, values.find((one) => one.name === name)?.value ?? '']),
  )
}

/** Only what was changed: a secret that was not typed stays, a shown value that was emptied is taken away. */
export function changedKeys(
  fields: readonly ProviderField[],
  values: readonly StoredValue[],
  typed: Partial<KeyValues> | undefined,
): Record<string, string | null> | undefined {
  const changes = fields.flatMap(({ name }) => {
    const before = values.find((one) => one.name === name)?.value ?? ''
    const now = typed?.[name]?.trim() ?? ''
    return now === before ? [] : [[name, now === '' ? null : now] as const]
  })
  return changes.length > 0 ? Object.fromEntries(changes) : undefined
}
