/** The company area of the client's state: `settings` and any lists that a screen works on. */
export interface CompanyArea {
  settings: { modules: string[]; modules_cfg: Record<string, unknown> }
  [list: string]: unknown
}

/** Deeper paths do not occur in a company, so a longer one is a bug of the caller. */
const MAX_SEGMENTS = 8
const FORBIDDEN = new Set(['', '__proto__', 'prototype', 'constructor'])

/** Appends at a dotted path; a missing list is created when its parent exists, else RangeError. */
export function addItem(area: CompanyArea, path: string, item: unknown): CompanyArea {
  return change(area, segments(path), (list) => [...(list ?? []), item])
}

/** Replaces by index; an index outside the list gives back the same object. */
export function replaceItem(
  area: CompanyArea,
  path: string,
  index: number,
  item: unknown,
): CompanyArea {
  return change(area, segments(path), (list) =>
    holds(list, index) ? list.with(index, item) : list,
  )
}

/** Removes by index; an index outside the list gives back the same object. */
export function removeItem(area: CompanyArea, path: string, index: number): CompanyArea {
  return change(area, segments(path), (list) =>
    holds(list, index) ? list.toSpliced(index, 1) : list,
  )
}

function segments(path: string): string[] {
  const parts = path.split('.')
  if (parts.length > MAX_SEGMENTS) throw new RangeError(`path too deep: ${path}`)
  if (parts.some((part) => FORBIDDEN.has(part))) throw new RangeError(`bad path: ${path}`)
  return parts
}

function holds(list: unknown[] | undefined, index: number): list is unknown[] {
  return list !== undefined && Number.isInteger(index) && index >= 0 && index < list.length
}

type ListChange = (list: unknown[] | undefined) => unknown[] | undefined

/** Copies only the branch on the way down; what does not change keeps its identity. */
function change<T extends object>(node: T, path: string[], edit: ListChange): T {
  const [key, ...rest] = path as [string, ...string[]]
  if (Array.isArray(node) && !/^(0|[1-9]\d*)$/.test(key)) throw new RangeError(`bad index: ${key}`)
  const present = Object.hasOwn(node, key) ? (node as Record<string, unknown>)[key] : undefined
  const next = rest.length > 0 ? deeper(present, rest, edit) : applyEdit(present, edit)
  if (Object.is(next, present)) return node
  if (Array.isArray(node)) {
    if (Number(key) >= node.length) throw new RangeError(`no such index: ${key}`)
    return node.with(Number(key), next) as T
  }
  return { ...node, [key]: next }
}

function deeper(present: unknown, rest: string[], edit: ListChange): unknown {
  if (typeof present !== 'object' || present === null)
    throw new RangeError(`no such place: ${rest.join('.')}`)
  return change(present, rest, edit)
}

function applyEdit(present: unknown, edit: ListChange): unknown {
  if (present !== undefined && !Array.isArray(present)) throw new RangeError('not a list')
  return edit(present)
}
