import type { Db } from '../../db/handle.ts'
import { camerasOfPost, findScale } from '../device/device-queries.ts'
import { askPicture, hubOf, type TakenPicture } from '../device/hub.ts'
import { settingsOfSession } from '../device/read-post.ts'
import { cleanPicture, type CleanFile } from '../file/picture.ts'

export interface YardPhoto {
  readonly file: CleanFile
  readonly camera: number
  readonly post: number
  readonly taken_at: string
}

// devices.md 4.2: pictures never hold a capture up for longer than this, and a missing one never blocks it.
const PHOTO_MS = 1500

/** Pictures of all capture cameras of the scale's post, asked at once and before any database transaction. */
export async function takePhotos(db: Db, deviceId: string): Promise<YardPhoto[]> {
  const scale = await findScale(db, deviceId)
  const link = scale && hubOf(db.services).linkOf(db.companyId, scale.site_id)
  if (!scale || !link) return []
  const { on_capture } = settingsOfSession(db).modules_cfg.camera!
  const cameras = await camerasOfPost(db, on_capture, scale.post_id)
  const taken = await Promise.allSettled(
    cameras.map(async ({ code }) => ({
      code,
      picture: await askPicture(db.services, link, code, PHOTO_MS),
    })),
  )
  const pictures = taken.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const kept = await Promise.allSettled(
    pictures.map(({ code, picture }) => clean(code, scale.post, picture)),
  )
  return kept.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

async function clean(camera: number, post: number, picture: TakenPicture): Promise<YardPhoto> {
  return { file: await cleanPicture(picture.jpeg), camera, post, taken_at: picture.taken_at }
}
