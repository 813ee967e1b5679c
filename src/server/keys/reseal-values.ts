import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { openCipher } from '../storage/encryption.ts'
import type { KeyRing, SealKey } from '../storage/key-ring.ts'
import {
  replaceValues,
  sealedColumns,
  valuesUnder,
  type SealedColumn,
  type SealedValue,
} from './sealed-values-queries.ts'

/** Values of a column. */
export interface ValuesOf {
  readonly column: SealedColumn
  readonly count: number
}

export interface ResealCounts {
  readonly changed: number
  /** What opens by no key, so it was damaged before: it stays as it is. */
  readonly unreadable: readonly ValuesOf[]
}

/** Rows of one statement: of the largest, a PDF of 200 KB, some megabytes. */
const AT_ONCE = 50
/** Work and rest take turns, so that people who save meanwhile wait for half of it at most. */
const LONGEST_REST_MS = 200
/** A row that somebody held is met again; of ten looks none found it free. */
const TRIES = 10

/**
 * Closes what these keys closed by the newest key, row by row: after a crash the next run goes on with what is left. Only the bytes
 * change, so no record gets a new version and no screen reads again.
 */
export async function resealValues(
  owner: Kysely<DB>,
  ring: KeyRing,
  from: readonly number[],
  say: (words: string) => void = () => undefined,
): Promise<ResealCounts> {
  let changed = 0
  const unreadable: ValuesOf[] = []
  for (const column of sealedColumns) {
    let done = 0
    let unread = 0
    for (let turn = 0; turn < TRIES; turn++) {
      const pass = await resealColumn(owner, ring, column, from)
      done += pass.changed
      unread = pass.unreadable
      if (pass.changed + pass.unreadable === pass.met) break
      await sleep(LONGEST_REST_MS)
    }
    if (done > 0) say(`${column.table}.${column.column}: перешифровано ${done}`)
    if (unread > 0) unreadable.push({ column, count: unread })
    changed += done
  }
  return { changed, unreadable }
}

/** One pass over a table, in the order of its keys. */
async function resealColumn(
  owner: Kysely<DB>,
  ring: KeyRing,
  column: SealedColumn,
  from: readonly number[],
): Promise<{ met: number; changed: number; unreadable: number }> {
  const counts = { met: 0, changed: 0, unreadable: 0 }
  for (let after: readonly string[] | undefined; ;) {
    const startedAt = performance.now()
    const values = await valuesUnder(owner, column, from, { after, limit: AT_ONCE })
    if (values.length === 0) return counts
    const changes = values.flatMap((value) => {
      const becomes = closeAnew(ring, value)
      return becomes ? [{ row: value.row, was: value.sealed, becomes }] : []
    })
    counts.met += values.length
    counts.unreadable += values.length - changes.length
    counts.changed += await replaceValues(owner, column, changes)
    after = values.at(-1)!.row
    await sleep(Math.min(performance.now() - startedAt, LONGEST_REST_MS))
  }
}

/** The same text by the newest key, read back before it counts; undefined where it opens by no key. */
function closeAnew(ring: KeyRing, { place, sealed }: SealedValue): Buffer | undefined {
  const newest = ring.newest()
  const plain = openOrNothing(ring, { place, sealed })
  if (plain === undefined) return undefined
  const cipher = cipherOf(newest)
  const becomes = cipher.close(place, plain)
  if (cipher.open(place, becomes) !== plain) throw new Error('closed another text')
  return becomes
}

/** Closes and opens by one key alone. */
export function cipherOf(key: SealKey) {
  return openCipher({
    newest: () => key,
    find: (id) => (id === key.id ? key.bytes : undefined),
  })
}

function openOrNothing(
  ring: KeyRing,
  { place, sealed }: Pick<SealedValue, 'place' | 'sealed'>,
): string | undefined {
  try {
    return openCipher(ring).open(place, sealed)
  } catch {
    return undefined
  }
}

export interface ValuesUnder extends ValuesOf {
  /** Of them those that do not open even by their key. */
  readonly unreadable: number
}

/** What a key still closes, table by table: what opens by it would be lost with it. */
export async function findUnder(
  owner: Kysely<DB>,
  ring: KeyRing,
  key: number,
): Promise<ValuesUnder[]> {
  const found: ValuesUnder[] = []
  for (const column of sealedColumns) {
    let [count, unreadable] = [0, 0]
    for (let after: readonly string[] | undefined; ;) {
      const values = await valuesUnder(owner, column, [key], { after, limit: AT_ONCE })
      if (values.length === 0) break
      count += values.length
      unreadable += values.filter((value) => openOrNothing(ring, value) === undefined).length
      after = values.at(-1)!.row
    }
    if (count > 0) found.push({ column, count, unreadable })
  }
  return found
}
