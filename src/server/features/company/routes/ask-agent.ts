import type { postOutcomes, routeOutcomes } from '#contract/company/route-check.ts'
import type { RouteEntry } from '#contract/core/modules.ts'

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
