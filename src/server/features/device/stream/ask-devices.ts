import type { CallInput } from '#contract/core/call.ts'
import type { camera, carnumber, weight } from '#contract/device/device.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer, RawAnswer } from '#http/serve.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { findCamera } from '../setup/device-queries.ts'
import { askPicture, needLink, type TakenPicture } from '../link/hub.ts'
import { deviceOfPost, freshReading } from './read-post.ts'

// devices.md 2: a snapshot within 3 s of the camera, a plate that has to be read first within 4 s.
const PICTURE_MS = 3500
const PLATE_MS = 4500
const ZERO_MS = 3000

/** weight/get_weight: from memory, so a poll costs one indexed read. */
export async function getWeight(
  db: Db,
  { query }: CallInput<typeof weight.get>,
): Promise<Answer<typeof weight.get>> {
  return freshReading(db, await deviceOfPost(db, query.post, 'scale'))
}

/** weight/zero: the agent refuses with a load or while the scale moves. */
export async function zeroScale(
  db: Db,
  { body }: CallInput<typeof weight.zero>,
): Promise<Answer<typeof weight.zero>> {
  const scale = await deviceOfPost(db, body.post, 'scale')
  const link = needLink(db.services, db.companyId, scale.site_id)
  await link.ask({ call: 'zero', params: { post: scale.post } }, ZERO_MS)
  await inTransaction(db, async (tx) =>
    addAuditEvent(tx, { action: 'weight.zero', entity: 'device', id: scale.device_id }),
  )
  return { ok: true }
}

/** carnumber/get_carnumber: the agent's best reading of the present load. */
export async function getCarnumber(
  db: Db,
  { query }: CallInput<typeof carnumber.get>,
): Promise<Answer<typeof carnumber.get>> {
  const eye = await deviceOfPost(db, query.post, 'plate_camera')
  const link = needLink(db.services, db.companyId, eye.site_id)
  const body = await link.ask({ call: 'plate', params: { post: eye.post } }, PLATE_MS)
  return body as Awaited<Answer<typeof carnumber.get>>
}

/** camera/get_screenshot: screens that show one camera at the same moment share one picture. */
export async function getScreenshot(
  db: Db,
  { query }: CallInput<typeof camera.getScreenshot>,
): Promise<RawAnswer> {
  const found = await findCamera(db, query.camera)
  if (!found) return refuse('common.not-found')
  if (found.status === 'disabled')
    refuse('device.not-configured', { message: 'Устройство отключено' })
  const picture = await takeShared(db, found.id, found.site_id, found.code)
  return {
    type: 'image/jpeg',
    body: picture.jpeg,
    headers: {
      'cache-control': 'no-store',
      'x-taken-at': picture.taken_at,
      'x-age-ms': String(picture.age_ms),
    },
  }
}

declare module '../../../services.ts' {
  interface ProcessState {
    sharedPictures?: Map<string, Promise<TakenPicture>>
  }
}

function takeShared(db: Db, id: string, siteId: string, code: number): Promise<TakenPicture> {
  const taking = (db.services.state.sharedPictures ??= new Map())
  const takingNow = taking.get(id)
  if (takingNow) return takingNow
  const link = needLink(db.services, db.companyId, siteId)
  const picture = askPicture(db.services, link, code, PICTURE_MS).finally(() => taking.delete(id))
  taking.set(id, picture)
  return picture
}
