import { sql, type Expression, type SqlBool } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import { personalFileKinds, type File } from '#contract/file/file-entities.ts'
import type { files } from '#contract/file/file.ts'
import { nameSearchText } from '#contract/requisites/names.ts'
import { refuse } from '#http/refusal.ts'
import { may } from '../../auth/rights/rights.ts'
import { zoneOf, type Db } from '../../db/handle.ts'
import { anywhere, withinDays } from '../../db/query/list-page.ts'
import { shorten } from '../../text/shorten.ts'
import type { FileParams } from './storage/stored-file.ts'

export type FileFilter = NonNullable<CallInput<typeof files.getAll>['query']['filter']>

/** Whose files: those of one's own company; for SUPERVISOR those of a named company, or of all with the platform's own. */
export type FileScope = 'own' | 'named' | 'all'

/** Files with the record they belong to and its supplier; every join meets at most one row. */
function filesWithOwners(db: Db, scope: FileScope) {
  return db.q
    .selectFrom('file as f')
    .leftJoin('act as a', (join) =>
      join
        .onRef('a.company_id', '=', 'f.company_id')
        .onRef('a.id', '=', 'f.entity_id')
        .on('f.entity', '=', 'act'),
    )
    .leftJoin('weight_act as w', (join) =>
      join
        .onRef('w.company_id', '=', 'f.company_id')
        .onRef('w.id', '=', 'f.entity_id')
        .on('f.entity', '=', 'weight_act'),
    )
    .leftJoin('visit as t', (join) =>
      join
        .onRef('t.company_id', '=', 'f.company_id')
        .onRef('t.id', '=', 'f.entity_id')
        .on('f.entity', '=', 'transaction'),
    )
    .leftJoin('supplier as s', (join) =>
      join.onRef('s.company_id', '=', 'f.company_id').on(
        's.id',
        '=',
        sql<string>`case f.entity when 'supplier' then f.entity_id when 'act' then a.supplier_id
            when 'weight_act' then w.supplier_id when 'transaction' then t.supplier_id end`,
      ),
    )
    .leftJoin('scan as c', (join) =>
      join
        .onRef('c.company_id', '=', 'f.company_id')
        .onRef('c.entity', '=', 'f.entity')
        .onRef('c.entity_id', '=', 'f.entity_id')
        .onRef('c.file_id', '=', 'f.id'),
    )
    .leftJoin('app_user as u', 'u.id', 'f.created_by')
    .leftJoin('company as o', (join) =>
      join.onRef('o.id', '=', 'f.company_id').on(sql<boolean>`${scope !== 'own'}`),
    )
    .$if(scope !== 'all', (query) => query.where('f.company_id', '=', db.companyId))
    .where('f.deleted_at', 'is', null)
}

type Files = ReturnType<typeof filesWithOwners>

/** Narrows to what the filter asks; personal kinds stay out of sight without their right. */
export function filterFiles(db: Db, filter: FileFilter, scope: FileScope): Files {
  let query = filesWithOwners(db, scope)
  if (!may(db, 'supplier.personal')) query = query.where('f.kind', 'not in', personalFileKinds)
  const conditions: Expression<SqlBool>[] = [withinDays('f.created_at', filter, zoneOf(db))]
  // As `getFile` gives them out: a name of what cannot be opened would lead to nothing.
  if (!may(db, 'report.control'))
    conditions.push(sql`(f.kind <> 'report' or ${db.caller.userId}::uuid = any(coalesce(
      (select r.created_by || r.shared_with from report r
        where r.company_id = f.company_id and r.file_id = f.id), array[f.created_by])))`)
  if (filter.ids) conditions.push(sql`f.id = any(${filter.ids})`)
  if (filter.entity) conditions.push(sql`f.entity = any(${filter.entity})`)
  if (filter.entity_id) conditions.push(sql`f.entity_id = ${filter.entity_id}`)
  if (filter.kind) conditions.push(sql`f.kind = any(${filter.kind})`)
  if (filter.supplier_id) conditions.push(sql`s.id = ${filter.supplier_id}`)
  if (filter.unchecked !== undefined)
    conditions.push(filter.unchecked ? sql`c.status = 'new'` : sql`c.status is distinct from 'new'`)
  if (filter.search) {
    const name = anywhere(nameSearchText(filter.search))
    conditions.push(
      sql`(s.name_search like ${name} or a.number = ${filter.search} or w.number = ${filter.search})`,
    )
  }
  for (const condition of conditions) query = query.where(condition as Expression<SqlBool>)
  return query
}

/** The columns of which `shownFile` makes an answer. */
export function withFileColumns(query: Files) {
  return query.select([
    'f.id',
    'f.entity',
    'f.entity_id',
    sql<string | null>`case f.entity when 'act' then coalesce('Акт №' || a.number, 'Черновик акта')
      when 'weight_act' then 'Весовой акт №' || w.number when 'transaction' then 'Заезд ' || t.number
      when 'supplier' then coalesce(s.org_name, concat_ws(' ', s.last_name, s.first_name, s.middle_name))
      end`.as('entity_title'),
    'f.kind',
    'f.mime',
    'f.size',
    'f.sha256',
    'f.width',
    'f.height',
    'f.params',
    's.id as supplier_id',
    sql<string | null>`case s.type when 'company' then s.org_name
      else concat_ws(' ', s.last_name, s.first_name, s.middle_name) end`.as('supplier_name'),
    'o.short_name as company_name',
    'c.id as scan_id',
    'c.status as scan_status',
    'u.full_name as created_by_name',
    'f.created_at',
  ])
}

export type FileRow = Awaited<
  ReturnType<ReturnType<typeof withFileColumns>['executeTakeFirstOrThrow']>
>

/** A row as the contract answers it. */
export function shownFile(row: FileRow): File {
  const { params, sha256, ...rest } = row
  const { camera = null, taken_at = null, title = null } = params as FileParams
  // Only the program that made a report knows its words: they were stored with the file.
  const entity_title = rest.entity_title ?? title
  return {
    ...rest,
    entity_title: entity_title && shorten(entity_title, 255),
    sha256: sha256.toString('hex'),
    camera,
    taken_at,
  } as File
}

/** One file of the company as an answer. */
export async function selectFile(db: Db, id: string): Promise<File> {
  const row = await withFileColumns(
    filesWithOwners(db, 'own').where('f.id', '=', id),
  ).executeTakeFirst()
  return row ? shownFile(row) : refuse('common.not-found')
}
