import { auth } from '#contract/auth.ts'
import { CallError } from '../api/call-error.ts'
import { send } from '../api/send.ts'
import { setScreen } from '../state/store.ts'
import { destination, enter } from './enter.ts'
import { setProblem } from './session.ts'
import { watchUnload } from './leave-guard.ts'
import { watchOtherTabs } from './sign-out.ts'
import { dropToken, readToken } from './token.ts'

/** Everything that happens before the router exists, in the order of specification 2. */
export async function startUp(): Promise<void> {
  watchScreen()
  watchOtherTabs()
  watchUnload()
  if (!readToken()) return
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const user = await send(auth.validateJWT, {}, { signal }).catch(failed)
  if (!user) return
  await enter(user).catch(() => setProblem('no-modules'))
  const target = destination(new URL(location.href))
  if (target) history.replaceState(null, '', target)
}

/** A machine that is switched off refuses nothing: after this time nobody waits for its answer, ms. */
const PATIENCE_MS = 8000

/** A refused token is dropped; without an answer it is kept: a station opens, or the home page says so. */
async function failed(error: unknown): Promise<undefined> {
  if (error instanceof CallError && error.status === 401) {
    dropToken()
    return undefined
  }
  // Hardly ever needed, and kept with the station's files.
  const { openOffline } = await import('./offline-start.ts')
  if (!(await openOffline())) setProblem('no-link')
  return undefined
}

/** Width and height stand in the state from the start; resizes are taken once a frame. */
function watchScreen() {
  const take = () => setScreen(window.innerWidth, window.innerHeight)
  let frame = 0
  addEventListener('resize', () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(take)
  })
  take()
}
