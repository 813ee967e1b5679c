import { useEffect } from 'react'
import { markRoute, renewRoute, routeTable, useLostRoutes, type Route } from './route-table.ts'

const POLL_MS = 5000
const ANSWER_MS = 3000

/** While a station is open, agents that did not answer are asked until they do; returns whether one still does not answer. */
export function useDirectLine(): boolean {
  const lost = useLostRoutes(({ urls }) => urls.length > 0)
  useEffect(() => {
    if (!lost) return undefined
    const timer = setInterval(() => void findAgents(), POLL_MS)
    return () => clearInterval(timer)
  }, [lost])
  return lost
}

/** Calls go directly again to every agent that answers now. */
export async function findAgents(): Promise<void> {
  for (const route of await lostRoutes()) if (await answers(route)) markRoute(route.url, false)
}

/** One entry of each agent that did not answer, with a token that is still valid if the server could be asked for one. */
async function lostRoutes(): Promise<Route[]> {
  const { urls } = useLostRoutes.getState()
  const entries = () => urls.flatMap((url) => routeTable().find((route) => route.url === url) ?? [])
  for (const route of entries()) await renewRoute(route)
  return entries()
}

/**
 * Whether an agent answers with this token. It checks the token before the path, so a 404 for an empty path means that the token
 * is valid, and no device is asked.
 */
async function answers({ url, tag, token }: Route): Promise<boolean> {
  try {
    const headers = { Authorization: `Bearer ${token}` }
    const signal = AbortSignal.timeout(ANSWER_MS)
    return (await fetch(`${url}${tag}/`, { headers, signal })).status === 404
  } catch {
    return false
  }
}
