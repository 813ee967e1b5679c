/** What is said of a value whose shape another release may have written. The schemas of the contract would cost each first screen 13 KiB. */
type Check<T> = (value: unknown) => value is T

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isText: Check<string> = (value) => typeof value === 'string'
export const isFlag: Check<boolean> = (value) => typeof value === 'boolean'
export const isNumber: Check<number> = (value) => typeof value === 'number'

export const isOneOf =
  <const T>(...choices: readonly T[]): Check<T> =>
  (value): value is T =>
    choices.includes(value as T)

export const isListOf =
  <T>(isItem: Check<T>): Check<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(isItem)

/** Any keys, values of one kind. */
export const isMapOf =
  <T>(isItem: Check<T>): Check<Record<string, T>> =>
  (value): value is Record<string, T> =>
    isObject(value) && Object.values(value).every(isItem)

export const isOptional =
  <T>(isGiven: Check<T>): Check<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || isGiven(value)

/** Each named key by its own check; other keys are left alone. */
export const isShape =
  <T extends object>(checks: { readonly [K in keyof T]-?: Check<T[K]> }): Check<T> =>
  (value): value is T =>
    isObject(value) &&
    (Object.keys(checks) as (keyof T & string)[]).every((key) => checks[key](value[key]))
