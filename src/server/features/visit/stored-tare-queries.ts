import { sql } from 'kysely'
import type { Db, Tx } from '../../db/handle.ts'

interface TareKey {
  readonly plate?: string
  readonly container_code?: string
}

/** The tare that a plate or container would use now: the newest that was not revoked. */
export function findStoredTare(db: Db, key: TareKey) {
  return db.q
    .selectFrom('stored_tare')
    .where('company_id', '=', db.companyId)
    .where(key.plate ? 'plate' : 'container_code', '=', key.plate ?? key.container_code ?? '')
    .where('revoked_at', 'is', null)
    .select([
      'id',
      'plate',
      'container_code',
      'tare_g',
      'captured_at',
      'expires_at',
      sql<boolean>`expires_at < now()`.as('expired'),
    ])
    .orderBy('captured_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function storeTare(
  db: Tx,
  tare: {
    id: string
    plate?: string | null
    container_code?: string | null
    tare_g: number
    weighing_id: string
    days: number
    client_id?: string | null
    client_hash?: Buffer | null
  },
): Promise<void> {
  const { days, ...rest } = tare
  await db.q
    .insertInto('stored_tare')
    .values({
      company_id: db.companyId,
      created_by: db.caller.userId,
      ...rest,
      captured_at: sql<string>`now()`,
      expires_at: sql<string>`now() + make_interval(days => ${days})`,
    })
    .execute()
}

/** What else is known of a stored tare before it is used. */
export interface TareWitness {
  /** Of the vehicle that the tare was weighed with; null = none, or nobody said. */
  readonly trailer: string | null
  /** A plate camera stands at the post and did not read the plate. */
  readonly is_unseen: boolean
  /** The tare that it replaced. */
  readonly before_g: number | null
}

/** Whose a stored tare is, by its weighing: the same plate with another trailer is another vehicle (domain.md 5.3). */
export async function tareWitness(tx: Tx, tareId: string): Promise<TareWitness> {
  const { rows } = await sql<TareWitness>`
    select v.trailer_number as trailer,
      v.id is null and t.plate is not null and w.plate_by is distinct from 'camera' and exists (select from device s
        join device c on c.company_id = s.company_id and c.post_id = s.post_id and c.kind = 'plate_camera' and c.status <> 'disabled'
        where s.company_id = w.company_id and s.id = w.device_id) as is_unseen,
      (select o.tare_g from stored_tare o where o.company_id = t.company_id and o.revoked_at is null
          and o.container_code = t.container_code and o.captured_at < t.captured_at
        order by o.captured_at desc limit 1) as before_g
    from stored_tare t
      left join weighing w on w.company_id = t.company_id and w.id = t.weighing_id
      left join visit v on v.company_id = w.company_id and v.id = w.visit_id
    where t.company_id = ${tx.companyId} and t.id = ${tareId}`.execute(tx.q)
  return rows[0]!
}
