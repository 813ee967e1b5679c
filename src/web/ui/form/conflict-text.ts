import { kg, money, percent } from '../format.ts'

/**
 * The label of a field that two people changed. A cell of a list is named after another row's where its own input is not on the
 * screen; undefined where no input of the form shows the value.
 */
export function labelOfPath(
  labels: Readonly<Record<string, string>>,
  path: string,
): string | undefined {
  const [, row, cell] = /\.(\d+)\.(\w+)$/.exec(path) ?? []
  if (labels[path] || cell === undefined) return labels[path] ?? path
  const alike = Object.entries(labels).find(([other]) => other.endsWith(`.${cell}`))
  return alike?.[1].replace(/\d+/, String(Number(row) + 1))
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
  const { label, product_name, name, title } = row as Record<string, unknown>
  const named = [label, product_name, name, title].find((one) => typeof one === 'string' && one)
  const amounts = Object.entries(row).flatMap(([key, value]) =>
    typeof value === 'number' && Object.keys(UNITS).some((ending) => key.endsWith(ending))
      ? amountText(key, value)
      : [],
  )
  return [named, ...amounts].filter(Boolean).join(', ') || 'другое значение'
}
