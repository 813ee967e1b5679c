import type { Reading } from '#contract/device/reading.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../db/handle.ts'
import { settingsOfSession } from '../../company/settings.ts'
import { deviceAtPost, type PostDevice } from '../setup/device-queries.ts'
import { hubOf } from '../link/hub.ts'
import { NO_LINK } from '../link/open-hub.ts'
import type { AgedReading } from './scale-memory.ts'

const ABSENT = {
  scale: 'На посту нет весов',
  plate_camera: 'Распознавание номеров не настроено',
} as const

/** The working device of one kind at a post; without a number the post of `/operator/weight` is meant. */
export async function deviceOfPost(
  db: Db,
  post: number | undefined,
  kind: 'scale' | 'plate_camera',
): Promise<PostDevice & { device_id: string; post: number }> {
  const number = post ?? settingsOfSession(db).modules_cfg.weight!.posts.weight
  const found = await deviceAtPost(db, number, kind)
  if (!found) return refuse('common.not-found')
  const { device_id, status } = found
  if (device_id === null) return refuse('device.not-configured', { message: ABSENT[kind] })
  if (status === 'disabled')
    return refuse('device.not-configured', { message: 'Устройство отключено' })
  return { ...found, device_id, post: number }
}

/** The present reading of a scale, never one older than `max_age_ms` (devices.md 1.3). */
export async function freshReading(
  db: Db,
  scale: { device_id: string; site_id: string },
): Promise<Reading> {
  await watchScale(db, scale.device_id, scale.site_id)
  const latest = hubOf(db.services).memory(scale.device_id).latest()
  const { max_age_ms } = settingsOfSession(db).modules_cfg.weight!
  if (!latest || latest.age_ms > max_age_ms || !hasLink(db, scale.site_id))
    return refuse('device.offline', { message: whyOffline(db, scale), retryAfterSeconds: 2 })
  return withAge(latest)
}

/** Before a look at what this process remembers of a scale: another process may hold the link of its agent. */
export function watchScale({ services, companyId }: Db, deviceId: string, siteId: string) {
  return hubOf(services).watch({ companyId, siteId, deviceId })
}

/** The sentence that the post shows instead of a weight. */
export function whyOffline(db: Db, device: { device_id: string; site_id: string }): string {
  if (!hasLink(db, device.site_id)) return NO_LINK
  return hubOf(db.services).states.get(device.device_id)?.detail || 'Весы не отвечают'
}

function hasLink(db: Db, siteId: string): boolean {
  return hubOf(db.services).linkOf(db.companyId, siteId) !== undefined
}

export function withAge({ reading, age_ms }: AgedReading): Reading {
  return { ...reading, age_ms }
}
