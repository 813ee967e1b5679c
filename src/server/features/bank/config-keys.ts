import type { CredentialChanges } from '#contract/bank/bank-entities.ts'
import { refuse } from '#http/refusal.ts'
import { providerOf } from './providers/all.ts'
import { fieldsOf, type ConfigField } from './providers/provider.ts'

export type Keys = Readonly<Record<string, string>>

/** The keys of an agreement after a change: those that were left out stay, null takes one away. */
export function mergeKeys(stored: Keys | undefined, changes: CredentialChanges): Keys {
  const merged = Object.entries({ ...stored, ...changes })
  return Object.fromEntries(
    merged.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

/** Refuses, at its field, a value that the provider has no use for or cannot read. */
export function assertKeys(adapter: string, changes: CredentialChanges | undefined): void {
  const known = new Map<string, ConfigField>(fieldsOf(providerOf(adapter).fields))
  const fields = Object.fromEntries(
    Object.entries(changes ?? {}).flatMap(([name, value]) => {
      const wrong = problemOf(known.get(name), value ?? null)
      return wrong ? [[`credentials.${name}`, wrong]] : []
    }),
  )
  if (Object.keys(fields).length > 0) refuse('common.validation', { fields })
}

function problemOf(field: ConfigField | undefined, value: string | null): string | undefined {
  if (!field) return 'Этому банку такое значение не нужно'
  if (value === null) return undefined
  if (field.kind === 'number' && !/^\d{1,20}$/.test(value)) return 'Введите только цифры'
  if (field.kind === 'choice' && !field.choices?.some((choice) => choice.value === value))
    return 'Выберите значение из списка'
  return undefined
}

/** Labels of what is missing before the bank can be asked. */
export function missingLabels(adapter: string, keys: Keys | undefined): string[] {
  return fieldsOf(providerOf(adapter).fields).flatMap(([name, { label, optional }]) =>
    optional || keys?.[name] ? [] : [label],
  )
}
