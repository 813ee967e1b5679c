import { auth } from '#contract/user/auth.ts'
import { CallError } from '../state/call-error.ts'
import { send } from '../api/send.ts'
import { isPhone, setScreen, useStore } from '../state/store.ts'
import { destination, enter } from './enter.ts'
import { setProblem } from './session.ts'
import { watchUnload } from '../ui/dialogs/leave-guard.ts'
import { watchOtherTabs } from './sign-out.ts'
import { dropToken, readToken } from '../state/token.ts'

/** Everything that happens before the router exists, in the order of specification 2. */
export async function startUp(): Promise<void> {
  watchScreen()
  if (isPhone(useStore.getState())) void followKeyboard()
  watchOtherTabs()
  watchUnload()
  if (!readToken()) return
  const answer = send(auth.validateJWT, {})
  const silent = await isSilent(answer)
  if (silent && (await openKeptStation())) {
    // The station repeats the request until the server answers; a failure of this one attempt does not matter.
    answer.catch(() => undefined)
    return
  }
  if (silent) reportSilence()
  const user = await answer.catch(showFailure)
  if (!user) return
  await enter(user).catch((error: unknown) => setProblem('no-modules', reasonOf(error)))
  const target = destination(new URL(location.href))
  if (target) history.replaceState(null, '', target)
}

/**
 * A computer that is switched off does not even refuse: after this time a station opens without it, and other users see why they
 * wait, ms.
 */
const PATIENCE_MS = 5000

/** True when no answer of any kind has come in this time; the request itself goes on. */
function isSilent(answer: Promise<unknown>): Promise<boolean> {
  const patience = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), PATIENCE_MS))
  const heard = answer.then(
    () => false,
    () => false,
  )
  return Promise.race([heard, patience])
}

/** Replaces the page's own loading text: until the first screen is there, nothing else can show the message. */
function reportSilence() {
  const place = document.querySelector('#root > [data-starting]')
  if (!place) return
  place.textContent = 'Сервер не отвечает. Ждём ответа: вы остаётесь в системе.'
  const again = document.createElement('button')
  again.textContent = 'Повторить'
  again.addEventListener('click', () => location.reload())
  place.append(again)
}

async function followKeyboard(): Promise<void> {
  const { followKeyboard: follow } = await import('./follow-keyboard.ts')
  follow()
}

/** Rarely needed, and stored with the station's files. */
async function openKeptStation(): Promise<boolean> {
  const { openOffline } = await import('./offline-start.ts')
  return openOffline()
}

/** A refused token is deleted; without an answer it stays stored: a station opens, or the home page shows the problem. */
async function showFailure(error: unknown): Promise<undefined> {
  if (error instanceof CallError && error.status === 401) {
    dropToken()
    return undefined
  }
  if (!(await openKeptStation())) setProblem('no-link', reasonOf(error))
  return undefined
}

/** A server that refuses, since it is overloaded or its database is away, is no lost link. */
const reasonOf = (error: unknown) =>
  error instanceof CallError && !error.network ? error.message : undefined

/** Width and height are in the state from the start; resizes are applied once a frame. */
function watchScreen() {
  const take = () => setScreen(window.innerWidth, window.innerHeight)
  let frame = 0
  addEventListener('resize', () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(take)
  })
  take()
}
