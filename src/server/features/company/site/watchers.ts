import type { YardRows } from './assert-device.ts'
import type { Connection } from './assert-connection.ts'

export type YardDevice = YardRows['devices'][number]
export type YardPost = YardRows['posts'][number]

/** A camera that bears on a weighing: takes its picture, reads its plate, or is what the plate is read through. */
export interface Watcher {
  readonly role: 'photo' | 'plate' | 'eye'
  readonly device: YardDevice
}

/** Who watches the scales of a post; a camera that is switched off counts, since its pictures are missed (decision 12). */
export function watchersOf(yard: YardRows, post: YardPost): Watcher[] {
  const ofSite = yard.devices.filter(({ site_id }) => site_id === post.site_id)
  const cameras = ofSite.filter(({ kind }) => kind === 'camera')
  const photos = cameras.filter(
    ({ code, post_id }) => yard.on_capture.includes(code) && [post.id, null].includes(post_id),
  )
  const readers = ofSite.filter(
    ({ kind, post_id }) => kind === 'plate_camera' && post_id === post.id,
  )
  const through = readers.map(({ connection }) => (connection as Connection)['camera'])
  const eyes = cameras.filter(({ code }) => through.includes(code))
  const as = (role: Watcher['role']) => (device: YardDevice) => ({ role, device })
  return [...photos.map(as('photo')), ...readers.map(as('plate')), ...eyes.map(as('eye'))]
}

/** The camera at the indicator is recognised by its title alone; its pictures are all alike and not compared. */
export const isOfIndicator = (title: string): boolean => /индикатор/i.test(title)
