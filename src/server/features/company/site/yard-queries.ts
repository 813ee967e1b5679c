import { sql, type Insertable, type Updateable } from 'kysely'
import { changeColumns } from '../../../db/query/change-columns.ts'
import type { Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type {
  Device as DeviceTable,
  Post as PostTable,
  Site as SiteTable,
} from '../../../db/schema.ts'

type New<T> = Omit<Insertable<T>, 'company_id'>

const creationColumns = (tx: Tx) => ({
  company_id: tx.companyId,
  created_by: tx.caller.userId,
  updated_by: tx.caller.userId,
})

export async function insertSite(tx: Tx, values: New<SiteTable>): Promise<void> {
  await tx.q
    .insertInto('site')
    .values({ ...values, ...creationColumns(tx) })
    .execute()
}

export async function changeSite(tx: Tx, id: string, values: Updateable<SiteTable>): Promise<void> {
  await tx.q
    .updateTable('site')
    .set({ ...values, ...changeColumns(tx) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}

/** Only one site may be the default: the previous one is changed before the new one is written. */
export async function dropDefaultSite(tx: Tx): Promise<void> {
  await tx.q
    .updateTable('site')
    .set({ is_default: false, ...changeColumns(tx) })
    .where('company_id', '=', tx.companyId)
    .where('is_default', '=', true)
    .execute()
}

export async function insertPost(tx: Tx, values: New<PostTable>): Promise<void> {
  await tx.q
    .insertInto('post')
    .values({ ...values, ...creationColumns(tx) })
    .execute()
}

export async function changePost(tx: Tx, id: string, values: Updateable<PostTable>): Promise<void> {
  await tx.q
    .updateTable('post')
    .set({ ...values, ...changeColumns(tx) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}

export async function insertDevice(tx: Tx, values: New<DeviceTable>): Promise<void> {
  await tx.q
    .insertInto('device')
    .values({ ...values, ...creationColumns(tx) })
    .execute()
}

export async function changeDevice(
  tx: Tx,
  id: string,
  values: Updateable<DeviceTable>,
): Promise<void> {
  await tx.q
    .updateTable('device')
    .set({ ...values, ...changeColumns(tx) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}

export async function deleteDevice(tx: Tx, id: string): Promise<void> {
  await tx.q
    .deleteFrom('device')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}

/** Whether a weighing, a load seen on the scale or what the empty scale showed names the device. */
export async function deviceWasUsed(tx: Tx, id: string): Promise<boolean> {
  for (const table of ['weighing', 'weight_episode', 'zero_departure'] as const) {
    const row = await tx.q
      .selectFrom(table)
      .where('company_id', '=', tx.companyId)
      .where('device_id', '=', id)
      .select('id')
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

/** Whether a visit names the post. */
export async function postWasUsed(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.q
    .selectFrom('visit')
    .where('company_id', '=', tx.companyId)
    .where('post_id', '=', id)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePost(tx: Tx, id: string): Promise<void> {
  await tx.q
    .deleteFrom('post')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}

/** Replaces the whole table: at most three entries. */
export async function replaceRoutes(
  tx: Tx,
  routes: readonly { tag: string; url: string }[],
): Promise<void> {
  await tx.q.deleteFrom('route_entry').where('company_id', '=', tx.companyId).execute()
  for (const { tag, url } of routes)
    await tx.q
      .insertInto('route_entry')
      .values({ tag, url, id: uuidv7(), ...creationColumns(tx) })
      .execute()
}

/** The sites on which anything was ever weighed: by a scale that stands there now, or for a visit. */
export async function weighedSites(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from site s where s.company_id = ${tx.companyId} and (
      exists (select from device d join weighing w on w.company_id = d.company_id and w.device_id = d.id
        where d.company_id = s.company_id and d.site_id = s.id)
      or exists (select from visit v join weighing w on w.company_id = v.company_id and w.visit_id = v.id
        where v.company_id = s.company_id and v.site_id = s.id))`.execute(tx.q)
  return rows.map(({ id }) => id)
}
