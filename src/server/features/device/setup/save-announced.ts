import { photoBody } from '#contract/device/agent-events.ts'
import type { AgentCaller } from '../../../auth/caller.ts'
import { inTransaction, serverOf } from '../../../db/handle.ts'
import type { Services } from '../../../services.ts'
import { isOfIndicator } from '../../company/site/watchers.ts'
import { findFile } from '../../file/file-queries.ts'
import { storeFile, storing } from '../../file/storage/store-file.ts'
import { cleanPhoto } from '../../file/pictures/picture.ts'
import { announcedPhoto } from '../link/event-queries.ts'

/**
 * Stores a picture of a load whose announcement came as an event: its file has the announced id, so a repeat after a lost
 * answer makes no second file. False = this agent never announced it.
 */
export async function saveAnnouncedDevices(
  services: Services,
  agent: AgentCaller,
  id: string,
  bytes: Buffer,
): Promise<boolean> {
  const db = serverOf(services, agent.company_id)
  const announced = await announcedPhoto(db, agent.id, id)
  const body = photoBody.safeParse(announced?.body)
  if (!announced || !body.success) return false
  if (await findFile(db, id)) return true
  const { camera, taken_at } = body.data
  const post = announced.post ?? undefined
  await storing(db, [await cleanPhoto(bytes)], ([stored]) =>
    inTransaction(db, (tx) =>
      storeFile(tx, stored!, {
        id,
        kind: kindOfPicture(announced.title ?? ''),
        params: { camera, taken_at, post },
      }),
    ),
  )
  return true
}

/** The camera at the indicator is recognised by its title alone. */
export function kindOfPicture(cameraTitle: string): 'photo' | 'indicator' {
  return isOfIndicator(cameraTitle) ? 'indicator' : 'photo'
}
