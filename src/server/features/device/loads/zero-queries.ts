import { sql } from 'kysely'
import type { FlagFacts } from '../../../flags.ts'
import { formatKg } from '#contract/core/input-text.ts'
import type { Db, Tx } from '../../../db/handle.ts'

/** The last weight of the empty scale before a moment, grams; null while its agent has reported none (devices.md 4.3). */
export async function zeroBefore(db: Db, deviceId: string, at: string): Promise<number | null> {
  const row = await db.q
    .selectFrom('agent_event')
    .where('company_id', '=', db.companyId)
    .where('device_id', '=', deviceId)
    .where('type', '=', 'zero')
    .where('at', '<=', at)
    .select(sql<number>`(body->>'weight_g')::bigint`.as('weight_g'))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.weight_g ?? null
}

/**
 * Marks the visits of the weighings around a moment at which the empty scale stood beside zero: of the one after it, told late by a link
 * that was down, and of the one before it where the scale shows less than nothing, since something left that was in its zero. Answers
 * the visits that had no such mark.
 */
export async function markBesideZero(
  tx: Tx,
  deviceId: string,
  zero: { readonly at: string; readonly weight_g: number },
): Promise<string[]> {
  const { at, weight_g } = zero
  const facts: FlagFacts = { why: `Пустые весы показывали ${formatKg(weight_g)} кг` }
  const { rows } = await sql<{ id: string }>`
    with beside as (
      select from device d where d.company_id = ${tx.companyId} and d.id = ${deviceId}
        and abs(${weight_g}::bigint) > d.zero_band_g),
    around as (
      (select w.visit_id, w.taken_at from weighing w where w.company_id = ${tx.companyId} and w.device_id = ${deviceId}
        and w.taken_at > ${at} and w.zero_before_g is distinct from ${weight_g}::bigint order by w.taken_at limit 1)
      union all
      (select w.visit_id, w.taken_at from weighing w where w.company_id = ${tx.companyId} and w.device_id = ${deviceId}
        and w.taken_at <= ${at} and ${weight_g}::bigint < 0 order by w.taken_at desc limit 1))
    update visit v set flags = v.flags || (${JSON.stringify(facts)}::jsonb
        || jsonb_build_object('code', 'off_zero', 'at', ${new Date().toISOString()}::text))
    from around a, beside
    where v.company_id = ${tx.companyId} and v.id = a.visit_id
      and not jsonb_path_exists(v.flags, '$[*] ? (@.code == "off_zero")')
      and not exists (select from agent_event z where z.company_id = ${tx.companyId} and z.device_id = ${deviceId}
        and z.type = 'zero' and z.at > least(a.taken_at, ${at}::timestamptz) and z.at < greatest(a.taken_at, ${at}::timestamptz))
    returning v.id`.execute(tx.q)
  return rows.map(({ id }) => id)
}
