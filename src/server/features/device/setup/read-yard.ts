import type { CallInput } from '#contract/core/call.ts'
import type { DeviceState, YardSetUp } from '#contract/device/site-devices.ts'
import type { device } from '#contract/device/device.ts'
import { refuse } from '#http/refusal.ts'
import { isSupervisor } from '../../../auth/session.ts'
import { forCompany, type Db } from '../../../db/handle.ts'
import { toDevice, toSite } from '../../company/company-card.ts'
import { devices, findCompany, posts, sites } from '../../company/company-queries.ts'
import { settingsOf } from '../../company/settings.ts'
import { yardRulesOf } from '../../company/site/yard-rules.ts'
import { siteNames } from './device-queries.ts'
import { zeroDrifts } from '../link/event-queries.ts'
import { hubOf } from '../link/hub.ts'
import { NO_LINK } from '../link/open-hub.ts'

/** SUPERVISOR sets up the devices of any company, a manager those of their own; other companies do not exist for a manager. */
export function companyOf(db: Db, companyId: string): Db {
  if (isSupervisor(db.caller.session!)) return forCompany(db, companyId)
  return companyId === db.companyId ? db : refuse('common.not-found')
}

/** device/superGetYard */
export function superGetYard(
  db: Db,
  { query }: CallInput<typeof device.superGetYard>,
): Promise<YardSetUp> {
  return readYard(companyOf(db, query.companyId))
}

/** The site devices of the handle's company with their connections, for those who may set them up. */
export async function readYard(db: Db): Promise<YardSetUp> {
  const company = await findCompany(db)
  if (!company) return refuse('common.not-found')
  const [siteRows, postRows, states] = await Promise.all([
    sites(db),
    posts(db),
    deviceStates(db, true),
  ])
  const settings = settingsOf(company.settings)
  const printers = settings.modules_cfg.weight?.printers ?? {}
  return {
    company_id: company.id,
    company_name: company.short_name,
    version: company.version,
    rules: yardRulesOf(settings),
    sites: siteRows.map(toSite),
    posts: postRows.map((post) => ({
      ...post,
      kind: post.kind as 'truck' | 'platform',
      printer: printers[String(post.number)] ?? null,
    })),
    devices: states,
  }
}

/** Devices with what their links say now; connections only where `open`. */
export async function deviceStates(db: Db, open: boolean): Promise<DeviceState[]> {
  const [rows, names, drifts] = await Promise.all([devices(db), siteNames(db), zeroDrifts(db)])
  const hub = hubOf(db.services)
  // A device without a message while its agent is connected is starting, not lost.
  const unheard = (siteId: string) => (hub.linkOf(db.companyId, siteId) ? '' : NO_LINK)
  return rows.map((row) => {
    const state = hub.states.get(row.id)
    const line = hub.lines.get(row.id)
    const shown = toDevice(db, row, rows, open)
    return {
      ...shown,
      status_detail: row.status === 'disabled' ? '' : (state?.detail ?? unheard(row.site_id)),
      site_name: names.get(row.site_id) ?? '',
      // Until its agent has counted, the rate over the link is used for the rate of the line.
      frames_per_second:
        row.kind === 'scale'
          ? (line?.frames_per_second ?? hub.memory(row.id).framesPerSecond())
          : null,
      bad_frames_hour: line?.bad_frames_hour ?? null,
      // The lamp and barrier of a silent board are in an unknown state.
      relays: (state?.status === 'online' && hub.relays.get(row.id)) || null,
      zero_drift_g: drifts.get(row.id) ?? null,
    }
  })
}
