import { auth } from '#contract/user/auth.ts'
import { CallError } from '../state/call-error.ts'
import { send } from '../api/send.ts'
import { untilAnswered } from '../state/until-answered.ts'
import { useConnection, waitingWords } from '../state/connection.ts'
import { setScreen } from '../state/store.ts'
import { destination, enter } from './enter.ts'
import { setProblem } from './session.ts'
import { watchUnload } from '../ui/dialogs/leave-guard.ts'
import { watchOtherTabs } from './sign-out.ts'
import { dropToken, readToken } from '../state/token.ts'

/** Everything that happens before the router exists, in the order of specification 2. */
export async function startUp(): Promise<void> {
  watchScreen()
  watchOtherTabs()
  watchUnload()
  if (!readToken()) return
  const stopTelling = useConnection.subscribe(({ waiting }) => tellWaiting(waitingWords(waiting)))
  await openSession().finally(stopTelling)
}

async function openSession(): Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  const ask = () => send(auth.validateJWT, {}, { signal })
  const answer = untilAnswered(auth.validateJWT.path, ask, signal)
  const isLate = await hasNoServer(answer)
  if (isLate && (await openKeptStation())) {
    // The station asks again by itself until the server answers.
    answer.catch(() => undefined)
    return stop.abort()
  }
  if (isLate) tellWaiting(waitingWords(useConnection.getState().waiting) ?? 'Сервер не отвечает.')
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

/** True when nobody is there, or no answer to go on with has come in this time; the question itself goes on. */
async function hasNoServer(answer: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  setTimeout(() => late.resolve(true), PATIENCE_MS)
  const stop = useConnection.subscribe(({ waiting }) => {
    if (waiting.away > 0) late.resolve(true)
  })
  const noteAnswer = () => late.resolve(false)
  answer.then(noteAnswer, noteAnswer)
  return late.promise.finally(stop)
}

/** Replaces the page's own loading text: until the first screen is there, nothing else can show the message. */
function tellWaiting(words: string | undefined) {
  const place = document.querySelector('#root > [data-starting]')
  if (!place || !words) return
  place.textContent = `${words} Вы остаётесь в системе.`
  const retryButton = document.createElement('button')
  retryButton.textContent = 'Повторить'
  retryButton.addEventListener('click', () => location.reload())
  place.append(retryButton)
}

/** Rarely needed, and stored with the station's files. */
async function openKeptStation(): Promise<boolean> {
  const { openOffline } = await import('./offline-start.ts')
  return openOffline()
}

/** A refused token is deleted; with another refusal it stays stored: a station opens, or the home page shows the problem. */
async function showFailure(error: unknown): Promise<undefined> {
  if (error instanceof CallError && error.status === 401) {
    dropToken()
    return undefined
  }
  if (!(await openKeptStation())) setProblem('no-link', reasonOf(error))
  return undefined
}

const reasonOf = (error: unknown) =>
  error instanceof CallError ? error.explanation : String(error)

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
