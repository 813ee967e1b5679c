/** How often an open tab asks whether a new release is ready; the browser itself asks once a day, ms. */
const ASK_MS = 3_600_000

/** Reports each time whether a new release waits for activation; the returned function unsubscribes. */
export function watchRelease(tell: (waiting: boolean) => void): () => void {
  const end = new AbortController()
  const { signal } = end
  void findRegistration().then((registration) => {
    if (!registration || signal.aborted) return
    const look = () => tell(registration.waiting !== null)
    const follow = () => {
      registration.installing?.addEventListener('statechange', look, { signal })
      look()
    }
    follow()
    registration.addEventListener('updatefound', follow, { signal })
    const timer = setInterval(() => void registration.update().catch(() => undefined), ASK_MS)
    signal.addEventListener('abort', () => clearInterval(timer))
  })
  return () => end.abort()
}

/** Activates the waiting release and reloads this tab with it; false when none waits. A form with changes asks first. */
export async function takeRelease(): Promise<boolean> {
  const waiting = (await findRegistration())?.waiting
  if (!waiting) return false
  waiting.addEventListener('statechange', () => {
    if (['activated', 'redundant'].includes(waiting.state)) location.reload()
  })
  // A worker has no other origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  waiting.postMessage('apply')
  return true
}

/** A bare http address has no workers at all. */
async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined
}
