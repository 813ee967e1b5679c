import type { TextKind } from '#contract/document/document-texts.ts'
import type { Db } from '../../db/handle.ts'
import type { StoredTexts } from '../../db/json-columns.ts'
import { selectTextsByNumber, selectTextsOfDay, type PublishedTexts } from './version-queries.ts'

/** Texts with the version that a document stores: `4`, or `4-7` where the company words some of them otherwise. */
export interface VersionedTexts {
  readonly version: string
  readonly texts: StoredTexts
}

const VERSION = /^([1-9]\d{0,3})(?:-([1-9]\d{0,3}))?$/

/** The texts that a document issued on a day says; today where no day is named. Read at each use: they change in every process at once. */
export async function textsOfDay(db: Db, kind: TextKind, day?: string): Promise<VersionedTexts> {
  return joinTexts(await selectTextsOfDay(db, kind, day))
}

/** The texts of a stored version; those of the program where none is stored, undefined where there is no such version. */
export async function textsOfVersion(
  db: Db,
  kind: TextKind,
  version: string | null,
): Promise<VersionedTexts | undefined> {
  const [, common = '1', own] = VERSION.exec(version ?? '1') ?? []
  const numbers = [common, own].flatMap((one) => (one === undefined ? [] : [Number(one)]))
  const named = numbers.filter((one) => one > 1)
  const found = named.length === 0 ? [] : await selectTextsByNumber(db, kind, named)
  const joined = joinTexts(found)
  return version === null || joined.version === version ? joined : undefined
}

function joinTexts(rows: readonly PublishedTexts[]): VersionedTexts {
  const common = rows.find((row) => row.company_id === null)
  const own = rows.find((row) => row.company_id !== null)
  // A company that has given up all of its own texts is back with those of all.
  const isWorded = own !== undefined && Object.keys(own.texts).length > 0
  const number = String(common?.number ?? 1)
  return {
    version: isWorded ? `${number}-${own.number}` : number,
    texts: { ...common?.texts, ...own?.texts },
  }
}
