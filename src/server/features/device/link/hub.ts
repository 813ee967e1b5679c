import { refuse } from '#http/refusal.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Services } from '../../../services.ts'
import type { OutgoingRequest } from './link-requests.ts'
import { NO_LINK, openHub, type AgentLink, type Hub } from './open-hub.ts'

declare module '../../../services.ts' {
  interface ProcessState {
    deviceHub?: Hub
  }
}

/** The process's hub; the first who asks makes it. */
export function hubOf(services: Services): Hub {
  return (services.state.deviceHub ??= openHub())
}

/** The link of a site, or `device.offline`. */
export function needLink(services: Services, companyId: string, siteId: string): AgentLink {
  const link = hubOf(services).linkOf(companyId, siteId)
  return link ?? refuse('device.offline', { message: NO_LINK, retryAfterSeconds: 2 })
}

/** A picture as the agent took it. */
export interface TakenPicture {
  readonly jpeg: Buffer
  readonly taken_at: string
  readonly age_ms: number
}

/** Asks the agent for a picture; the bytes come beside the link (devices.md 1.2). */
export async function askPicture(
  services: Services,
  link: AgentLink,
  camera: number,
  deadlineMs: number,
): Promise<TakenPicture> {
  const { blobs } = hubOf(services)
  const id = uuidv7()
  blobs.expect(link.agentId, id)
  try {
    const asked: OutgoingRequest = { call: 'photo', params: { camera, blob_id: id } }
    const taken = (await link.ask(asked, deadlineMs)) as { taken_at: string; age_ms: number }
    const jpeg = blobs.take(id)
    if (!jpeg) return refuse('device.offline', { message: 'Камера не отвечает' })
    return { jpeg, taken_at: taken.taken_at, age_ms: taken.age_ms }
  } finally {
    blobs.take(id)
  }
}
