import type { CallInput } from '#contract/core/call.ts'
import type { legacyDatabase } from '#contract/supplier/legacy-database.ts'
import type { Answer } from '#http/serve.ts'
import { mustMayNow } from '../../../auth/rights/rights.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { alone } from '../../../db/query/alone.ts'
import { documentHashes } from '../record/identity.ts'
import { companyToday } from '../record/supplier-queries.ts'
import { convertLegacyRow, shownProblems, type ConvertedSupplier } from './convert-legacy-row.ts'
import { createFromOld, linkToOld } from './save-legacy-supplier.ts'
import { copiedAlready, sameSuppliers } from './legacy-queries.ts'
import type { OldRow } from './old-row.ts'
import { legacyReaderOf, type LegacyReader } from './legacy-source.ts'

type Outcome = Answer<typeof legacyDatabase.copy>[number]

// The first try may conflict with a concurrent commit, the second then finds the committed row.
const TRIES = 2
// Who copies the same records waits for so many at most: 200 of a busy machine would outlast the three seconds of a lock.
const PORTION = 10

/**
 * test/copyFromOldBase: each record by itself, in the order of ids, so that two people who copy the same records wait for each
 * other instead of failing (domain.md 10). Every portion is stored when it is done: a repeat copies what a failure left out.
 */
export async function copyLegacySuppliers(
  db: Db,
  { body }: CallInput<typeof legacyDatabase.copy>,
): Promise<Outcome[]> {
  const ids = [...new Set(body.legacy_ids)].toSorted()
  const source = await legacyReaderOf(db)
  const rows = Map.groupBy(await source.byIds(ids), (row) => row.legacy_id)
  const outcomes: Outcome[] = []
  for (let at = 0; at < ids.length; at += PORTION)
    outcomes.push(...(await copyPortion(db, source, ids.slice(at, at + PORTION), rows)))
  const byId = new Map(outcomes.map((outcome) => [outcome.legacy_id, outcome]))
  return body.legacy_ids.map((id) => byId.get(id)!)
}

function copyPortion(
  db: Db,
  source: LegacyReader,
  ids: readonly string[],
  rows: ReadonlyMap<string, readonly OldRow[]>,
): Promise<Outcome[]> {
  return inTransaction(db, async (tx) => {
    await mustMayNow(tx, 'supplier.import')
    const today = await companyToday(tx)
    const done: Outcome[] = []
    for (const id of ids) done.push(await copyOne(tx, source, id, rows.get(id) ?? [], today))
    return done
  })
}

async function copyOne(
  tx: Tx,
  source: LegacyReader,
  id: string,
  [row, ...others]: readonly OldRow[],
  today: string,
): Promise<Outcome> {
  if (!row) return refusedOutcome(id, ['В старой базе такой записи нет'])
  const old = convertLegacyRow(row, today)
  const problems = [
    ...(others.length > 0 ? ['Записей с этим номером несколько: взята первая'] : []),
    ...old.problems,
  ]
  for (let tries = 0; tries < TRIES; tries++) {
    const outcome = await alone(tx, () => copyConverted(tx, source, old, problems))
    if (outcome) return { ...outcome, problems: shownProblems(outcome.problems) }
  }
  return refusedOutcome(id, ['Эту запись как раз переносит кто-то другой. Повторите', ...problems])
}

async function copyConverted(
  tx: Tx,
  source: LegacyReader,
  old: ConvertedSupplier,
  problems: readonly string[],
): Promise<Outcome> {
  const legacy_id = old.legacyId
  const copiedId = (await copiedAlready(tx, source, [legacy_id])).get(legacy_id)
  if (copiedId)
    return { legacy_id, outcome: 'existing', supplier_id: copiedId, problems: [...problems] }
  const nameless = old.type === 'company' ? !old.fields.org_name : !old.fields.last_name
  if (nameless) return refusedOutcome(legacy_id, problems)
  const same = await sameSuppliers(tx, {
    documents: old.document === null ? [] : documentHashes(tx, old.document),
    inn: old.fields.inn ?? null,
    type: old.type,
  })
  if (same.length > 1)
    return refusedOutcome(legacy_id, ['Документ и ИНН записаны у разных поставщиков', ...problems])
  const [duplicate] = same
  // Copied by somebody else since it was looked for above: what was committed meanwhile is seen only here.
  if (duplicate && duplicate.legacy_source === source.name && duplicate.legacy_id === legacy_id)
    return { legacy_id, outcome: 'existing', supplier_id: duplicate.id, problems: [...problems] }
  if (duplicate && duplicate.legacy_id !== null)
    return refusedOutcome(legacy_id, [
      `Тот же документ или ИНН у поставщика из записи ${duplicate.legacy_id}`,
      ...problems,
    ])
  const { id, more } = duplicate
    ? await linkToOld(tx, source, duplicate.id, old)
    : await createFromOld(tx, source, old)
  const outcome = duplicate ? 'linked' : 'created'
  return { legacy_id, outcome, supplier_id: id, problems: [...problems, ...more] }
}

function refusedOutcome(legacy_id: string, problems: readonly string[]): Outcome {
  return { legacy_id, outcome: 'refused', supplier_id: null, problems: shownProblems(problems) }
}
