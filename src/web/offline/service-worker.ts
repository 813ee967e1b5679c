interface Waitable extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface Fetching extends Waitable {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface WorkerEvents {
  install: Waitable
  activate: Waitable
  fetch: Fetching
  message: MessageEvent
}

interface Worker {
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof WorkerEvents>(
    name: K,
    hear: (event: WorkerEvents[K]) => void,
  ): void
}

const worker: Worker = globalThis as Worker & typeof globalThis

// The build puts the address of the list of the station's files here: another list is another worker (file-lists.ts).
const RELEASE = '__STATION_FILES__'
/** Any screen's page: the product reads the address itself. */
const PAGE = '/'
/** The same page as the server answers it where printing loads it in a frame: elsewhere its headers forbid that. */
const FRAMED_PAGE = '/print/act/kept'
// screens.md 13.6.
const PATIENCE_MS = 2500
const KEPT_RELEASES = 2

worker.addEventListener('install', (event) => event.waitUntil(storeRelease()))
worker.addEventListener('activate', (event) => event.waitUntil(forgetOldReleases()))
// Only the user activates a new release: it must never interrupt work.
worker.addEventListener('message', ({ data }) => {
  if (data === 'apply') void worker.skipWaiting()
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || request.method !== 'GET') return
  if (pathname.startsWith('/assets/')) event.respondWith(assetOf(request))
  else if (request.mode === 'navigate' && !/^\/(api\/|phone$)/.test(pathname))
    event.respondWith(pageOf(request))
})

async function storeRelease() {
  const files = (await (await fetch(RELEASE)).json()) as string[]
  await caches.delete(RELEASE)
  const cache = await caches.open(RELEASE)
  // Files named by their content may come from the browser's own cache; the page may not.
  const pages = [PAGE, FRAMED_PAGE].map((page) => new Request(page, { cache: 'reload' }))
  await cache.addAll([...files, ...pages])
}

/** Tabs of the previous release still find their files. */
async function forgetOldReleases() {
  const names = await caches.keys()
  await Promise.all(names.slice(0, -KEPT_RELEASES).map((name) => caches.delete(name)))
}

/** The server's page if it comes soon; otherwise the stored page, whose files are stored with it. */
async function pageOf(request: Request): Promise<Response> {
  const page = request.destination === 'iframe' ? FRAMED_PAGE : PAGE
  const cachedPage = await (await caches.open(RELEASE)).match(page)
  const fetched = fetch(request)
  if (!cachedPage) return fetched
  const late = new Promise<Response>((resolve) =>
    setTimeout(() => resolve(cachedPage), PATIENCE_MS),
  )
  const answer = await Promise.race([fetched, late]).catch(() => cachedPage)
  // A proxy answers for a server that is down.
  return answer.status >= 500 ? cachedPage : answer
}

async function assetOf(request: Request): Promise<Response> {
  const cachedAsset = await caches.match(request)
  if (cachedAsset) return cachedAsset
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(RELEASE)).put(request, answer.clone())
  return answer
}
