import type { KeyRing } from '../storage/key-ring.ts'
import { openCipher } from '../storage/encryption.ts'
import { keyOf as storageKeyOf, type PlaceName } from '../storage/storage-key.ts'
import { NO_COMPANY } from '../db/uuid.ts'
import type { SealedColumn } from '../keys/sealed-values-queries.ts'
import type { Cells } from './copy-lines.ts'
import { CODED_COLUMNS, KEY_NUMBERS, SEARCH_HASHES, STORAGE_KEYS } from './move-plan.ts'
import type { MovedTable } from './move-plan-queries.ts'

/** What values become when they leave an installation and when they arrive in one. */
export interface Crossing {
  readonly companyId: string
  readonly ring: Pick<KeyRing, 'newest' | 'find'>
  /** Only where a company arrives. */
  readonly arrival?: Arrival
}

interface Arrival {
  /** Where new files go. */
  readonly place: PlaceName
  /** Ids here of what the package names by codes. */
  idOf(of: 'action' | 'bank', code: string): string
  readonly hashes: { here(hash: string): string; there(hash: string): string }
}

export interface Carrier {
  /** A row as it lies here becomes the row that travels. */
  outward(cells: Cells): Cells
  /** A row that travelled becomes the row that is stored here. */
  inward(cells: Cells): Cells
}

const BYTES = String.raw`\x`

/** Carries the rows of a table; undefined where they travel as they lie. */
export function carrierOf(table: MovedTable, crossing: Crossing): Carrier | undefined {
  const steps = [
    ...table.sealed.map((column, at) => sealedStep(table, { column, at }, crossing)),
    ...(crossing.arrival ? arrivalSteps(table, crossing.arrival, crossing) : []),
  ]
  const width = table.columns.length
  if (steps.length === 0) return undefined
  return {
    outward(cells) {
      for (const step of steps) step.outward?.(cells)
      return cells
    },
    inward(cells) {
      // What arrives last left first.
      for (const step of steps) step.inward(cells)
      return cells.slice(0, width)
    },
  }
}

interface Step {
  outward?(cells: Cells): void
  inward(cells: Cells): void
}

/** Closed values travel open inside the package, which is closed as a whole; what opens by no key travels as it lies. */
function sealedStep(
  { name, columns }: MovedTable,
  { column, at }: { column: SealedColumn; at: number },
  { companyId, ring }: Crossing,
): Step {
  const cell = columns.indexOf(column.column)
  const behind = columns.length + 2 * at
  const cipher = openCipher(ring)
  const placeOf = (cells: Cells) => ({
    companyId: column.isCommon ? NO_COMPANY : companyId,
    table: column.placeTable ?? name,
    id: cells[behind] ?? '',
    field: cells[behind + 1] ?? '',
  })
  const open = (cells: Cells, sealed: Buffer): string => {
    try {
      return `o${cipher.open(placeOf(cells), sealed)}`
    } catch {
      return `x${sealed.toString('hex')}`
    }
  }
  const close = (cells: Cells, plain: string): Buffer =>
    plain.startsWith('o')
      ? cipher.close(placeOf(cells), plain.slice(1))
      : Buffer.from(plain.slice(1), 'hex')
  const { path } = column
  const change = (cells: Cells, work: (text: string) => string) => {
    const text = cells[cell]
    if (text !== null && text !== undefined) cells[cell] = work(text)
  }
  if (path === undefined)
    return {
      outward: (cells) => change(cells, (text) => open(cells, Buffer.from(text.slice(2), 'hex'))),
      inward: (cells) => change(cells, (text) => BYTES + close(cells, text).toString('hex')),
    }
  return {
    outward: (cells) =>
      change(cells, (text) =>
        replaceAt(text, path, (value) => open(cells, Buffer.from(value, 'base64'))),
      ),
    inward: (cells) =>
      change(cells, (text) =>
        replaceAt(text, path, (value) => close(cells, value).toString('base64')),
      ),
  }
}

/** Texts at `$.doc` or `$[*].doc` of a JSON text, whose other numbers and order stay as they are. */
function replaceAt(text: string, path: string, work: (value: string) => string): string {
  const field = path.slice(path.lastIndexOf('.') + 1)
  const whole: unknown = JSON.parse(text)
  const objects = Array.isArray(whole) ? whole : [whole]
  return objects.reduce((changed: string, one: unknown) => {
    const value = (one as Record<string, unknown> | null)?.[field]
    if (typeof value !== 'string') return changed
    return changed.replace(JSON.stringify(value), () => JSON.stringify(work(value)))
  }, text)
}

function arrivalSteps({ name, columns }: MovedTable, arrival: Arrival, crossing: Crossing): Step[] {
  return columns.flatMap((column, at): Step[] => {
    const full = `${name}.${column}`
    const change = (work: (text: string) => string) => (cells: Cells) => {
      const text = cells[at]
      if (text !== null && text !== undefined) cells[at] = work(text)
    }
    const { hashes, place, idOf } = arrival
    const coded = CODED_COLUMNS[full]
    if (coded) return [{ inward: change((code) => idOf(coded, code)) }]
    if (STORAGE_KEYS.includes(full))
      return [{ inward: change((text) => storageKeyOf(place, text)) }]
    if (KEY_NUMBERS.includes(full))
      return [{ inward: change(() => String(crossing.ring.newest().id)) }]
    const form = SEARCH_HASHES[full]
    if (form === 'bytes')
      return [
        {
          outward: change((text) => BYTES + hashes.there(text.slice(2))),
          inward: change((text) => BYTES + hashes.here(text.slice(2))),
        },
      ]
    if (form === undefined) return []
    // The other scopes are those of a company and of an agreement.
    const isPayee = (cells: Cells) => cells[columns.indexOf('scope')]?.startsWith('payee') === true
    const where = (work: (text: string) => string) => (cells: Cells) =>
      isPayee(cells) ? change(work)(cells) : undefined
    return [{ outward: where(hashes.there), inward: where(hashes.here) }]
  })
}
