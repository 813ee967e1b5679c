import { sql } from 'kysely'
import type { Flag } from '#contract/core/flags.ts'
import type { Tx } from '../../../db/handle.ts'

/** A time in which an empty scale stood outside its zero band; `weight_g` is the furthest from zero. */
export interface Departure {
  readonly id: string
  readonly started_at: string
  readonly ended_at: string | null
  readonly weight_g: number
  readonly flags: Flag[]
}

/** The limits of a scale, whose row is held so that two words of it follow each other; undefined of another device. */
export async function lockScaleLimits(
  tx: Tx,
  deviceId: string,
): Promise<{ zero_band_g: number; max_g: number } | undefined> {
  const { rows } = await sql<{ zero_band_g: number; max_g: number }>`
    select zero_band_g, max_g from device where company_id = ${tx.companyId} and id = ${deviceId} and kind = 'scale'
    for no key update`.execute(tx.q)
  return rows[0]
}

/** The last departure of a scale to that side of zero, begun before a moment. */
export async function lastDeparture(
  tx: Tx,
  deviceId: string,
  { at, weight_g }: { readonly at: string; readonly weight_g: number },
): Promise<Departure | undefined> {
  const { rows } = await sql<Departure>`
    select id, started_at, ended_at, weight_g, flags from zero_departure
    where company_id = ${tx.companyId} and device_id = ${deviceId} and started_at <= ${at}
      and sign(weight_g) = sign(${weight_g}::bigint)
    order by started_at desc limit 1`.execute(tx.q)
  return rows[0]
}

/** Ends what is open of a scale and began before, besides the named one. */
export async function endDepartures(
  tx: Tx,
  deviceId: string,
  at: string,
  besides: string | null,
): Promise<void> {
  await sql`update zero_departure set ended_at = ${at}
    where company_id = ${tx.companyId} and device_id = ${deviceId} and ended_at is null and started_at <= ${at}
      and id is distinct from ${besides}::uuid`.execute(tx.q)
}

/** Returns false when a later departure of the scale is already open: this report came late. */
export async function storeDeparture(
  tx: Tx,
  deviceId: string,
  { id, started_at, weight_g, flags }: Omit<Departure, 'ended_at'>,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into zero_departure (company_id, id, device_id, started_at, weight_g, flags)
    values (${tx.companyId}, ${id}, ${deviceId}, ${started_at}, ${weight_g}, ${JSON.stringify(flags)}::jsonb)
    on conflict (company_id, device_id) where ended_at is null do nothing returning id`.execute(
    tx.q,
  )
  return rows.length > 0
}

/** Continues the departure, or opens the same one again. */
export async function continueDeparture(
  tx: Tx,
  { id, weight_g, flags }: Pick<Departure, 'id' | 'weight_g' | 'flags'>,
): Promise<void> {
  await sql`update zero_departure set ended_at = null, weight_g = ${weight_g}, flags = ${JSON.stringify(flags)}::jsonb
    where company_id = ${tx.companyId} and id = ${id}`.execute(tx.q)
}

/** Keeps a picture with the departure that the agent's word of a zero belongs to; of what is bound no more is kept. */
export async function addDeparturePhoto(
  tx: Tx,
  deviceId: string,
  { id, zero_event_id }: { readonly id: string; readonly zero_event_id: string },
  most: number,
): Promise<void> {
  await sql`
    update zero_departure z set photos = z.photos || ${id}::uuid
    from (select d.id from agent_event e join zero_departure d on d.company_id = e.company_id and d.device_id = e.device_id
        and d.started_at <= e.at and coalesce(d.ended_at, e.at) >= e.at
      where e.company_id = ${tx.companyId} and e.device_id = ${deviceId} and e.type = 'zero' and e.event_id = ${zero_event_id}
      order by d.started_at desc limit 1) as one
    where z.company_id = ${tx.companyId} and z.id = one.id and cardinality(z.photos) < ${most}
      and not z.photos @> array[${id}::uuid]`.execute(tx.q)
}
