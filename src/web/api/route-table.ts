/** Where a company's device calls go, with the agent's short-lived token (web.md 4.3). */
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

let routes: Route[] = []
let renew: (() => Promise<unknown>) | undefined

/** Entries that do not fit the rule are dropped, and their calls go to our own host. */
export function setRouteTable(table: readonly unknown[], ask?: () => Promise<unknown>) {
  routes = table.filter(isRoute)
  renew = ask
}

/** The entries in force, to be set again later. */
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
 * The address of a call `/api/v1/<tag>/…` and the device token that goes with it; a tag counts only
 * as the whole first segment. Without an entry the call stays on our host and `token` is undefined.
 */
export async function routed(path: string): Promise<{ url: string; token?: string }> {
  let route = routeOf(path)
  if (route && Date.parse(route.token_expires_at) - Date.now() < RENEW_MS) {
    await renew?.()
    route = routeOf(path)
  }
  return route ? { url: route.url + path.slice(API.length), token: route.token } : { url: path }
}

/** Whether a call goes past our server: its silence is then not the server's. */
export const isDirect = (path: string): boolean => routeOf(path) !== undefined

function routeOf(path: string): Route | undefined {
  const rest = path.slice(API.length)
  if (OURS.has(rest)) return undefined
  return routes.find((route) => route.tag === rest.split('/', 1)[0])
}
