import type { RouteEntry } from '#contract/core/modules.ts'
import { signDeviceToken } from '../../auth/device-token.ts'
import type { Db } from '../../db/handle.ts'
import { directAgents, routeEntries } from './company-queries.ts'

/** Whether browsers of the company have their weights from the agent itself. */
export async function weighsDirectly(db: Db): Promise<boolean> {
  const origins = db.services.config.deviceOrigins
  if (origins.length === 0) return false
  const entries = await routeEntries(db)
  return entries.some(({ tag, url }) => tag === 'weight' && origins.includes(new URL(url).origin))
}

/**
 * The company's route table with device tokens for the requesting person (devices.md 1.4). Only an address of the configured
 * list that belongs to one agent of the company gets a token; the browser ignores an entry without one.
 */
export async function routeTable(db: Db): Promise<RouteEntry[]> {
  const entries = await routeEntries(db)
  if (entries.length === 0) return []
  const [agents, origins] = [await directAgents(db), db.services.config.deviceOrigins]
  return Promise.all(
    entries.map(async ({ tag: name, url, site_id }) => {
      const tag = name as RouteEntry['tag']
      const fitting = agents.filter((agent) => site_id === null || agent.site_id === site_id)
      const [agent] = fitting
      if (fitting.length !== 1 || !agent || !origins.includes(new URL(url).origin))
        return { tag, url }
      const { id: agentId, posts } = agent
      const userId = db.caller.userId!
      const grant = { agentId, userId, companyId: db.companyId, posts, scope: [tag] }
      return { tag, url, ...(await signDeviceToken(db.services, grant)) }
    }),
  )
}
