import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { loadStore, type OpenLoad } from '#agent/outbox/load-store.ts'
import { until } from '../support/until.ts'

/** Waits for what an agent would still know of the load on a scale if it were killed at this moment; `pictures` of it. */
export async function untilLoad(
  agentDir: string,
  deviceId: string,
  holds: (load: OpenLoad | undefined, pictures: number) => boolean,
): Promise<void> {
  const database = new DatabaseSync(join(agentDir, 'outbox.sqlite'), { readOnly: true })
  const loads = loadStore(database)
  const photos = database.prepare('SELECT count(*) AS n FROM photo WHERE episode_id = ?')
  const stands = () => {
    const load = loads.read(deviceId)
    return holds(load, load ? Number(photos.get(load.episode_id)!['n']) : 0)
  }
  await until(stands)
  database.close()
}
