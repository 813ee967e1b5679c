import { auth } from '#contract/auth.ts'
import { CallError } from '../api/call-error.ts'
import { send } from '../api/send.ts'
import { setScreen } from '../state/store.ts'
import { destination, enter } from './enter.ts'
import { setProblem } from './session.ts'
import { watchOtherTabs } from './sign-out.ts'
import { dropToken, readToken } from './token.ts'

/** Everything that happens before the router exists, in the order of specification 2. */
export async function startUp(): Promise<void> {
  watchScreen()
  watchOtherTabs()
  if (!readToken()) return
  const user = await send(auth.validateJWT, {}).catch(failed)
  if (!user) return
  await enter(user).catch(() => setProblem('no-modules'))
  const target = destination(new URL(location.href))
  if (target) history.replaceState(null, '', target)
}

/** A refused token is dropped; without an answer it is kept, and the home page says so. */
function failed(error: unknown): undefined {
  if (error instanceof CallError && error.status === 401) dropToken()
  else setProblem('no-link')
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
