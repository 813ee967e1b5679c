import type { device } from '#contract/device.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../db/handle.ts'
import { toDevice } from '../company/company-card.ts'
import { devices } from '../company/company-queries.ts'
import { siteNames } from './device-queries.ts'
import { zeroDrifts } from './event-queries.ts'
import { hubOf } from './hub.ts'

/** device/getDevices: the company's yard with what its links say now. */
export async function listDevices(db: Db): Promise<Answer<typeof device.getAll>> {
  const [rows, sites, drifts] = await Promise.all([devices(db), siteNames(db), zeroDrifts(db)])
  const hub = hubOf(db.services)
  return rows.map((row) => {
    const state = hub.states.get(row.id)
    const line = hub.lines.get(row.id)
    const shown = toDevice(db, row, rows, false)
    return {
      ...shown,
      status_detail: state && row.status !== 'disabled' ? state.detail : shown.status_detail,
      site_name: sites.get(row.site_id) ?? '',
      // Until its agent has counted, what came over the link stands for the line.
      frames_per_second:
        row.kind === 'scale'
          ? (line?.frames_per_second ?? hub.memory(row.id).framesPerSecond())
          : null,
      bad_frames_hour: line?.bad_frames_hour ?? null,
      relays: hub.relays.get(row.id) ?? null,
      zero_drift_g: drifts.get(row.id) ?? null,
    }
  })
}
