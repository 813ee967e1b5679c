import type { PlateReading } from '#contract/device/reading.ts'
import type { Db } from '../../../db/handle.ts'
import { camerasOfPost, deviceAtPost, findScale } from '../../device/setup/device-queries.ts'
import { askPicture, hubOf } from '../../device/link/hub.ts'
import { kindOfPicture } from '../../device/setup/save-announced.ts'
import { settingsOfSession } from '../../company/settings.ts'
import { cleanPhoto, type CleanFile } from '../../file/pictures/picture.ts'

export interface YardPhoto {
  readonly file: CleanFile
  readonly kind: 'photo' | 'indicator'
  readonly camera: number
  readonly device_id: string
  /** Undefined of the picture of an indicator: many loads look alike there. */
  readonly look: Buffer | undefined
  readonly post: number
  readonly taken_at: string
}

/** Pictures of all capture cameras of the scale's post, asked at once and before any database transaction. */
export async function takePhotos(db: Db, deviceId: string): Promise<YardPhoto[]> {
  const scale = await findScale(db, deviceId)
  const link = scale && hubOf(db.services).linkOf(db.companyId, scale.site_id)
  if (!scale || !link) return []
  const { on_capture } = settingsOfSession(db).modules_cfg.camera!
  const cameras = await camerasOfPost(db, on_capture, scale.post_id)
  const running = cameras.filter(({ status }) => status !== 'disabled')
  const taken = await Promise.allSettled(
    running.map(async ({ id, code, title }) => ({
      id,
      code,
      kind: kindOfPicture(title),
      picture: await askPicture(db.services, link, code, db.services.config.deadlines.pictureMs),
    })),
  )
  const pictures = taken.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const photoResults = await Promise.allSettled(
    pictures.map(async ({ id, code, kind, picture }) => {
      const file = await cleanPhoto(picture.jpeg)
      return {
        file,
        look: kind === 'photo' ? file.look : undefined,
        kind,
        device_id: id,
        camera: code,
        post: scale.post,
        taken_at: picture.taken_at,
      }
    }),
  )
  return photoResults.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

/** How many pictures of a capture are missed when they are not there; a camera switched off is missed as well (decision 12). */
export async function expectedPhotos(db: Db, postId: string): Promise<number> {
  const { camera, weight } = settingsOfSession(db).modules_cfg
  const cameras = await camerasOfPost(db, camera!.on_capture, postId)
  return Math.min(weight!.min_photos, cameras.length)
}

/** The plate that the post's own camera sees, whatever the screen sends; undefined without a camera or when it is silent. */
export async function seenPlate(db: Db, deviceId: string): Promise<PlateReading | undefined> {
  const scale = await findScale(db, deviceId)
  const link = scale && hubOf(db.services).linkOf(db.companyId, scale.site_id)
  if (!scale || !link) return undefined
  const eye = await deviceAtPost(db, scale.post, 'plate_camera')
  if (!eye?.device_id || eye.status === 'disabled') return undefined
  const { plateMs } = db.services.config.deadlines
  const asked = link.ask({ call: 'plate', params: { post: scale.post } }, plateMs)
  const [seen] = await Promise.allSettled([asked])
  return seen.status === 'fulfilled' ? (seen.value as PlateReading) : undefined
}
