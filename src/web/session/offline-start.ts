import { auth } from '#contract/user/auth.ts'
import type { User } from '#contract/user/user-entities.ts'
import { connectionLost } from '../state/connection.ts'
import { send } from '../api/send.ts'
import { setRouteTable } from '../api/route-table.ts'
import { armSignInAgain } from '../api/sign-in-again.ts'
import { screenAt } from '#contract/screen-paths.ts'
import { browserDatabase } from '../state/browser-database.ts'
import { setAccount, setCompany } from '../state/store.ts'
import type { CompanyArea } from '../state/company-lists.ts'
import { enter, loadModules } from './enter.ts'
import { isStation } from './guards.ts'
import { setOfflineAt } from './session.ts'
import { isOfShift } from './offline-shift.ts'
import { readToken, subject } from '../state/token.ts'

/** What a station knew when the server last answered it; deleted at sign-out. */
export interface KeptShell {
  /** When that was, epoch ms. */
  at: number
  /** The address of that station. */
  place: string
  user: User
  company: CompanyArea
  routes: readonly unknown[]
  timezone: string | undefined
  /** Answers of calls that assume the user's rights: path and input after the user's id, then the data. */
  answers: { key: readonly unknown[]; data: unknown }[]
}

/** The one record of the store `shell`. */
export const SHELL_KEY = 'station'
const FIRST_WAIT_MS = 1000
const LAST_WAIT_MS = 15_000

/** Opens the station in its last known state, if it was this user's and recent; false if there is none. */
export async function openOffline(): Promise<boolean> {
  const storedShell = (await browserDatabase.get('shell', SHELL_KEY)) as KeptShell | undefined
  if (!storedShell || !isOfShift(storedShell.at, Date.now())) return false
  if (subject(readToken() ?? '') !== storedShell.user.id) return false
  setAccount(storedShell.user)
  setCompany(storedShell.company)
  setRouteTable(storedShell.routes, loadModules)
  armSignInAgain(true)
  connectionLost()
  await fill(storedShell)
  setOfflineAt(storedShell.place)
  if (!isStation(screenAt(location.pathname))) history.replaceState(null, '', storedShell.place)
  void comeBack()
  return true
}

/** Loaded late: sign-in needs neither the cache of answers nor formats. */
async function fill({ answers, timezone }: KeptShell): Promise<void> {
  const [{ queryClient }, { setZone }] = await Promise.all([
    import('../api/query-client.ts'),
    import('../ui/format.ts'),
  ])
  for (const { key, data } of answers) queryClient.setQueryData(key, data)
  if (timezone) setZone(timezone)
}

/** Asks until the server answers; then the screens open again, and the station continues in its present state. */
async function comeBack(): Promise<void> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LAST_WAIT_MS)) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    const signal = AbortSignal.timeout(LAST_WAIT_MS)
    const user = await send(auth.validateJWT, {}, { signal, quiet: true }).catch(() => undefined)
    // If the session has ended meanwhile, the station's own calls ask for a new sign-in.
    if (!user) continue
    await enter(user).catch(() => undefined)
    return setOfflineAt(null)
  }
}
