import { serverNow } from '../ui/server-clock.ts'
import { create } from 'zustand'

/** Where a company's device calls go, with the agent's short-lived token (screens.md 4.3). */
export interface Route {
  tag: string
  url: string
  token: string
  token_expires_at: string
}

const API = '/api/v1/'
/** Only device calls may leave our host; the session token never does. */
const TAGS = new Set(['weight', 'carnumber', 'camera'])
/** The agent knows neither rights nor the list of loads: these stay with the server. */
const OURS = new Set(['weight/zero', 'weight/getEpisodes'])
/** The list is asked again when a token lives less than this. */
const RENEW_MS = 60_000

/** A server that hangs does not delay the call: a token is valid for a minute longer than it states. */
const RENEW_WAIT_MS = 2000

let routes: Route[] = []
let renew: (() => Promise<unknown>) | undefined
let renewing: Promise<unknown> | undefined

/** Addresses of agents that did not answer: until they do, their calls go through our own host. */
export const useLostRoutes = create<{ urls: readonly string[] }>(() => ({ urls: [] }))

/** Entries that do not fit the rule are ignored, and their calls go to our own host. */
export function setRouteTable(table: readonly unknown[], ask?: () => Promise<unknown>) {
  routes = table.filter(isRoute)
  renew = ask
  const urls = useLostRoutes.getState().urls.filter((url) => routes.some((one) => one.url === url))
  useLostRoutes.setState({ urls })
}

/** The present entries, to be set again later. */
export const routeTable = (): readonly Route[] => routes

function isRoute(entry: unknown): entry is Route {
  const { tag, url, token, token_expires_at } = (entry ?? {}) as Partial<Route>
  if (!tag || !TAGS.has(tag) || !token || !token_expires_at || !url || !URL.canParse(url))
    return false
  const { protocol, username, password, search, hash, pathname } = new URL(url)
  const bare = !username && !password && !search && !hash && !/[?#@]/.test(url)
  return protocol === 'https:' && bare && pathname.endsWith('/') && url.endsWith('/')
}

/**
 * The address of a call `/api/v1/<tag>/…` and the entry that sends it past us; a tag counts only as the whole
 * first segment. Without an entry, or while its agent does not answer, the call stays on our host.
 */
export async function findRoute(path: string): Promise<{ url: string; direct?: Route }> {
  let direct = routeOf(path)
  if (direct) {
    await renewRoute(direct)
    direct = routeOf(path)
  }
  return direct ? { url: direct.url + path.slice(API.length), direct } : { url: path }
}

/** An agent did not answer this browser, or answers again. */
export function markRoute(url: string, lost: boolean) {
  const others = useLostRoutes.getState().urls.filter((one) => one !== url)
  useLostRoutes.setState({ urls: lost ? [...others, url] : others })
}

/** One request for all calls that find the token about to expire; without an answer the old token is tried. */
export async function renewRoute(route: Route): Promise<void> {
  if (!renew || Date.parse(route.token_expires_at) - serverNow() >= RENEW_MS) return
  renewing ??= renew()
    .catch(() => undefined)
    .finally(() => (renewing = undefined))
  await Promise.race([renewing, new Promise((go) => setTimeout(go, RENEW_WAIT_MS))])
}

/** The entry of a call that goes directly to an agent: if it gets no answer, that says nothing about the server. */
export function routeOf(path: string): Route | undefined {
  const rest = path.slice(API.length)
  if (OURS.has(rest)) return undefined
  const route = routes.find(({ tag }) => tag === rest.split('/', 1)[0])
  return route && !useLostRoutes.getState().urls.includes(route.url) ? route : undefined
}
