import type { AgentConfig, ConfigDevice } from '#contract/device/agent-link.ts'
import type { Db } from '../../../db/handle.ts'
import {
  openAgentKey,
  openPassword,
  encryptNewAgentKey,
} from '../../company/site/device-secrets.ts'
import { settingsNow } from '../../company/settings.ts'
import { devicesOfSite, storeAgentKey } from '../setup/device-queries.ts'

type DeviceRow = Awaited<ReturnType<typeof devicesOfSite>>[number]

/** The configuration that the agent of a site runs by; its secrets are not encrypted, so it is sent to that agent only. */
export async function configOf(db: Db, siteId: string): Promise<Omit<AgentConfig, 'rev'>> {
  const [rows, settings] = await Promise.all([devicesOfSite(db, siteId), settingsNow(db)])
  const devices: ConfigDevice[] = []
  for (const row of rows) {
    const device = await describe(db, row)
    if (device) devices.push(device)
  }
  const { weight, carnumber, camera } = settings.modules_cfg
  return {
    devices,
    rules: {
      stab_frames: weight!.stab_frames,
      stab_ms: weight!.stab_ms,
      max_age_ms: weight!.max_age_ms,
      min_confidence_bp: carnumber!.min_confidence_bp,
      on_capture: camera!.on_capture,
    },
  }
}

/** A scale, a plate camera or a relay board without a post is not used yet. */
async function describe(db: Db, row: DeviceRow): Promise<ConfigDevice | undefined> {
  const { id: device_id, kind, code, driver, post } = row
  const base = { device_id, code, driver, connection: openConnection(db, row) }
  if (kind === 'camera') return { ...base, kind, post }
  if (post === null) return undefined
  if (kind === 'plate_camera' || kind === 'relay') return { ...base, kind, post }
  return {
    ...base,
    kind: 'scale',
    post,
    max_g: row.max_g!,
    min_g: row.min_g!,
    d_g: row.d_g!,
    e_g: row.e_g!,
    zero_band_g: row.zero_band_g!,
    presence_g: row.presence_g!,
    agent_key: await keyOf(db, row),
  }
}

async function keyOf(db: Db, row: DeviceRow): Promise<string> {
  const sealed = row.agent_key ?? (await storeAgentKey(db, row.id, encryptNewAgentKey(db, row.id)))
  return openAgentKey(db, row.id, sealed)
}

function openConnection(db: Db, row: DeviceRow): Record<string, unknown> {
  const connection = { ...(row.connection as Record<string, unknown>) }
  const { password } = connection
  if (typeof password === 'string') connection['password'] = openPassword(db, row.id, password)
  return connection
}
