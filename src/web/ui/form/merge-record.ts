import { kg, money, percent } from '../format.ts'

/** A field that both sides changed, each to its own value. */
export interface Conflict {
  path: string
  was: unknown
  mine: unknown
  now: unknown
}

export interface MergedRecord {
  values: Record<string, unknown>
  conflicts: Conflict[]
  /** Fields that only the other side changed: taken automatically. */
  adoptedPaths: string[]
}

type Values = Record<string, unknown>

/**
 * Merges what was typed with a record that another user changed meanwhile (screens.md 6): a field changed by one side is taken
 * from that side; for a field changed by both the typed value stays until the user chooses. Lists of the same rows are merged cell
 * by cell; any other list counts as one field.
 */
export function mergeRecord(was: Values, mine: Values, now: Values, prefix = ''): MergedRecord {
  const merged: MergedRecord = { values: { ...mine }, conflicts: [], adoptedPaths: [] }
  const take = (key: string, values: unknown, inner: readonly MergedRecord[]) => {
    merged.values[key] = values
    merged.conflicts.push(...inner.flatMap(({ conflicts }) => conflicts))
    merged.adoptedPaths.push(...inner.flatMap(({ adoptedPaths }) => adoptedPaths))
  }
  for (const key of new Set([...Object.keys(was), ...Object.keys(mine), ...Object.keys(now)])) {
    const path = `${prefix}${key}`
    const [a, b, c] = [was[key], mine[key], now[key]]
    if (isGroup(a) && isGroup(b) && isGroup(c)) {
      const inner = mergeRecord(a, b, c, `${path}.`)
      take(key, inner.values, [inner])
    } else if (isRows(a) && isRows(b) && isRows(c) && areSameRows(a, b, c)) {
      const rows = a.map((row, place) =>
        mergeRecord(row, b[place]!, c[place]!, `${path}.${place}.`),
      )
      take(
        key,
        rows.map(({ values }) => values),
        rows,
      )
    } else if (same(a, b) && !same(a, c)) {
      merged.values[key] = c
      merged.adoptedPaths.push(path)
    } else if (!same(b, c) && !same(a, c)) {
      merged.conflicts.push({ path, was: a, mine: b, now: c })
    }
  }
  return merged
}

/** A chosen record of a lookup has an id and is one value. */
const isGroup = (value: unknown): value is Values => isRow(value) && !Object.hasOwn(value, 'id')

const isRow = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRows = (value: unknown): value is Values[] => Array.isArray(value) && value.every(isRow)

/**
 * Whether the rows of all lists stand in the same places. A row is known by its key or id alone: one without could be another row that
 * came to its place, and its cells would be those of two.
 */
function areSameRows(...lists: readonly (readonly Values[])[]): boolean {
  const names = lists.map((rows) => rows.map((row) => row['key'] ?? row['id']))
  return names.every((own) => !own.includes(undefined) && same(own, names[0]))
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')

/**
 * The label of a field that two people changed. A cell of a list is named after another row's where its own input is not on the
 * screen, and with its list where its label does not say of which row it is; undefined where no input of the form shows the value.
 */
export function labelOfPath(
  labels: Readonly<Record<string, string>>,
  path: string,
): string | undefined {
  const [, list, place, cell] = /^(.+)\.(\d+)\.(\w+)$/.exec(path) ?? []
  if (cell === undefined) return labels[path] ?? path
  const row = String(Number(place) + 1)
  const alike = Object.entries(labels).find(([other]) => other.endsWith(`.${cell}`))
  const label = labels[path] ?? alike?.[1].replace(/\d+/, row)
  const title = labels[list!]
  return label && title && !/\d/.test(label) ? `${title}, ${row}: ${label}` : label
}

/** What a field holds, in a cell of the panel: amounts by the unit in which their name ends, lists by what stands in them. */
export function conflictText(path: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'пусто'
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'number') return amountText(path, value)
  if (typeof value === 'string') return UUID.test(value) ? 'другая запись' : value
  if (Array.isArray(value))
    return value.length === 0 ? 'пусто' : value.map((row) => conflictText(path, row)).join('; ')
  return rowText(value)
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

const UNITS = { _kop: money, _g: kg, _bp: percent } as const

function amountText(path: string, value: number): string {
  const unit = Object.entries(UNITS).find(([ending]) => path.endsWith(ending))?.[1]
  return unit ? unit(value) : String(value)
}

/** A row by its name and the amounts in it. */
function rowText(row: object): string {
  const { label, product_name, full_name, name, title } = row as Record<string, unknown>
  const named = [label, product_name, full_name, name, title].find(
    (one) => typeof one === 'string' && one,
  )
  const amounts = Object.entries(row).flatMap(([key, value]) =>
    typeof value === 'number' && Object.keys(UNITS).some((ending) => key.endsWith(ending))
      ? amountText(key, value)
      : [],
  )
  return [named, ...amounts].filter(Boolean).join(', ') || 'другое значение'
}
