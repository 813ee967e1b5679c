import type { deviceSetUp } from '#contract/device/device-set-up.ts'
import type { DetectedScales } from '#contract/device/scale-detection.ts'
import { linkClose } from '#contract/device/agent-link.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { device } from '#contract/device/device.ts'
import type { FoundCameras } from '#contract/device/camera-search.ts'
import type { WatchedTraffic } from '#contract/device/scale-terminal.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { mustMayNow } from '../../../auth/rights/rights.ts'
import { forCompany, inTransaction, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { revokeAgent, siteExists } from '../link/agent-queries.ts'
import { siteOfDevice } from '../link/event-queries.ts'
import { hubOf, needLink } from '../link/hub.ts'
import { companyOf } from './read-yard.ts'

// The agent answers from memory, or listens to a line for two seconds and asks each driver's question.
const WATCH_MS = 3000
const DETECT_MS = 10_000
const CAMERAS_MS = 10_000

/** device/superRevokeAgent: the machine keeps its key, and nothing opens with it any more. */
export async function superRevokeAgent(
  db: Db,
  { body }: CallInput<typeof device.superRevokeAgent>,
): Promise<Answer<typeof device.superRevokeAgent>> {
  await inTransaction(forCompany(db, body.companyId), async (tx) => {
    await mustMayNow(tx, 'company.manage')
    const previous = await revokeAgent(tx, body.agent_id)
    if (previous === undefined) refuse('common.not-found')
    if (previous !== 'revoked')
      addAuditEvent(tx, { action: 'agent.revoke', entity: 'agent', id: body.agent_id })
  })
  for (const link of hubOf(db.services).links)
    if (link.agentId === body.agent_id) await link.close(linkClose.revoked, 'revoked')
  return { ok: true }
}

/** device/superWatchDevice: what went over a scale's line after piece number `after`. */
export async function superWatchDevice(
  db: Db,
  { body }: CallInput<typeof device.superWatchDevice>,
): Promise<Answer<typeof device.superWatchDevice>> {
  const { companyId, ...params } = body
  const home = companyOf(db, companyId)
  const siteId = await siteOfDevice(home, body.device_id)
  if (siteId === undefined) return refuse('common.not-found')
  const link = needLink(home.services, home.companyId, siteId)
  return (await link.ask({ call: 'watch', params }, WATCH_MS)) as WatchedTraffic
}

/** device/superDetectScale: a line in use is refused by the agent. */
export async function superDetectScale(
  db: Db,
  { body }: CallInput<typeof deviceSetUp.superDetectScale>,
): Promise<Answer<typeof deviceSetUp.superDetectScale>> {
  const { companyId, site_id, ...params } = body
  const home = companyOf(db, companyId)
  if (!(await siteExists(home, site_id))) refuse('common.not-found')
  const link = needLink(home.services, home.companyId, site_id)
  return (await link.ask({ call: 'detect', params }, DETECT_MS)) as DetectedScales
}

/** device/superFindCameras: two and a half seconds of listening, or one camera's full description. */
export async function superFindCameras(
  db: Db,
  { body }: CallInput<typeof device.superFindCameras>,
): Promise<Answer<typeof device.superFindCameras>> {
  const { companyId, site_id, ...params } = body
  const home = companyOf(db, companyId)
  if (!(await siteExists(home, site_id))) refuse('common.not-found')
  const link = needLink(home.services, home.companyId, site_id)
  return (await link.ask({ call: 'cameras', params }, CAMERAS_MS)) as FoundCameras
}
