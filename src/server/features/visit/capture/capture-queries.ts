import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/handle.ts'

/** The same frame encoded again differs by a grey level; a scene with weather, people and trucks by tens. */
const SAME_LEVELS = 2
/** So many captures of different loads in a row with one look: the camera stands still. */
export const SAME_CAPTURES = 5

/** Notes what a camera showed at a capture; answers in how many captures in a row it showed that. */
export async function noteAppearance(db: Tx, deviceId: string, look: Buffer): Promise<number> {
  const before = await db.q
    .selectFrom('camera_look')
    .where('company_id', '=', db.companyId)
    .where('device_id', '=', deviceId)
    .select(['look', 'captures'])
    .forUpdate()
    .executeTakeFirst()
  const isSame = before?.look.every((level, i) => Math.abs(level - look[i]!) <= SAME_LEVELS)
  // The first look stays, so that a slow dusk is no standstill.
  const now = isSame
    ? { captures: before!.captures + 1 }
    : { look, captures: 1, since: sql<string>`now()` }
  const { captures } = await db.q
    .insertInto('camera_look')
    .values({ company_id: db.companyId, device_id: deviceId, look, captures: 1 })
    .onConflict((c) => c.columns(['company_id', 'device_id']).doUpdateSet(now))
    .returning('captures')
    .executeTakeFirstOrThrow()
  return captures
}

/** What the scale gave to the last weighing: a capture must be newer and of another load. */
export function lastCapture(db: Db, deviceId: string) {
  return db.q
    .selectFrom('weighing')
    .where('company_id', '=', db.companyId)
    .where('device_id', '=', deviceId)
    .where('seq', 'is not', null)
    .select(['seq', 'episode_id'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}
