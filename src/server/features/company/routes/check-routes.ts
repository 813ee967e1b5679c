import type { CallInput } from '#contract/core/call.ts'
import type { RouteEntry } from '#contract/core/modules.ts'
import type { routeCheck, postOutcomes, routeOutcomes } from '#contract/company/route-check.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { signDeviceToken } from '../../../auth/device-token.ts'
import { forCompany, type Db } from '../../../db/handle.ts'
import { directAgents, findCompany, routeEntries } from '../company-queries.ts'

type Checked = Answer<typeof routeCheck.checkRoutes>
type Agent = Awaited<ReturnType<typeof directAgents>>[number]

/** company/superCheckRoutes: the same tests, in the same order, that decide whether a browser gets a token and an answer. */
export async function checkRoutes(
  db: Db,
  { body }: CallInput<typeof routeCheck.checkRoutes>,
): Promise<Checked> {
  const bound = forCompany(db, body.id)
  if (!(await findCompany(bound))) return refuse('common.not-found')
  const [entries, agents] = [await routeEntries(bound), await directAgents(bound)]
  const allowed = [...db.services.config.deviceOrigins]
  const routes = await Promise.all(
    entries.map(({ tag, url, site_id }) => {
      const fitting = agents.filter((agent) => site_id === null || agent.site_id === site_id)
      return checkRoute(bound, { tag: tag as RouteEntry['tag'], url }, fitting, allowed)
    }),
  )
  return { allowed, routes }
}

async function checkRoute(
  db: Db,
  { tag, url }: Pick<RouteEntry, 'tag' | 'url'>,
  agents: readonly Agent[],
  allowed: readonly string[],
): Promise<Checked['routes'][number]> {
  const none = { tag, url, site: null, agent_online: null, posts: [] }
  if (!allowed.includes(new URL(url).origin)) return { ...none, outcome: 'not-allowed' }
  const [agent] = agents
  if (!agent) return { ...none, outcome: 'no-agent' }
  if (agents.length > 1) return { ...none, outcome: 'many-agents' }
  const { posts } = agent
  const { token } = await signDeviceToken(db.services, {
    agentId: agent.id,
    userId: db.caller.userId!,
    companyId: db.companyId,
    posts,
    scope: [tag],
  })
  const outcome = await askAgent(url, tag, token)
  const found = { tag, url, outcome, site: agent.site, agent_online: agent.status === 'online' }
  if (outcome !== 'ok') return { ...found, posts: [] }
  const asked: Checked['routes'][number]['posts'] = []
  // One after another: a check never fills an agent's hundred connections.
  for (const number of posts) {
    const answer = await askPost(url, tag, { post: number, token })
    if (answer) asked.push({ number, outcome: answer })
    // Where one post does not answer at all, the others would each take as long.
    if (answer === 'failed') break
  }
  return { ...found, posts: asked }
}

type RouteOutcome = Extract<
  keyof typeof routeOutcomes,
  'ok' | 'refused' | 'certificate' | 'silent' | 'other'
>
type PostOutcome = keyof typeof postOutcomes

// A screen waits as long for an agent before it goes through the server.
const ANSWER_MS = 3000
// A certificate that nobody here trusts, is too old, or names another host.
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/

const ASKED = { weight: 'get_weight', carnumber: 'get_carnumber' } as const

/**
 * Asks an address for nothing: an agent checks the token before the path, so 404 with this token means that it is the agent, and
 * no device is disturbed.
 */
export async function askAgent(url: string, tag: string, token: string): Promise<RouteOutcome> {
  const status = await statusOf(`${url}${tag}/`, token)
  if (typeof status === 'string') return status
  if (status === 404) return 'ok'
  return status === 401 || status === 403 ? 'refused' : 'other'
}

/** Asks a post as its screen does; a picture is not taken for a check. */
export async function askPost(
  url: string,
  tag: RouteEntry['tag'],
  { post, token }: { post: number; token: string },
): Promise<PostOutcome | undefined> {
  if (tag === 'camera') return undefined
  const status = await statusOf(`${url}${tag}/${ASKED[tag]}?post=${post}`, token)
  if (status === 200) return 'ok'
  if (status === 503) return 'silent'
  return status === 404 ? 'absent' : 'failed'
}

async function statusOf(
  address: string,
  token: string,
): Promise<number | 'certificate' | 'silent'> {
  try {
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${token}` },
      // An agent never sends elsewhere, and a token goes nowhere else.
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await answer.body?.cancel()
    return answer.status
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: unknown }
    return UNTRUSTED.test(String(code)) ? 'certificate' : 'silent'
  }
}
