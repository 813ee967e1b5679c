import type { ComponentType } from 'react'

/** An address of the product as the browser's history holds it. */
export interface PageLocation {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  /** What the screen before handed over; lost with the tab. */
  readonly state: unknown
}

/** `move` is the browser's own «Back» and «Forward». */
type Step = 'push' | 'replace' | 'move'

export interface Destination {
  readonly step: Step
  readonly from: PageLocation
  readonly to: PageLocation
  /** Goes there after all. */
  proceed: () => void
}

/** Returns whether it stops the step, which it may let proceed later. */
export type Blocker = (destination: Destination) => boolean

export interface NavigateOptions {
  replace?: boolean
  state?: unknown
}

/** `?q=1` stays on the path, `-1` is the browser's «Back». */
export type Navigate = (
  to: string | number | Pick<PageLocation, 'pathname' | 'search' | 'hash'>,
  options?: NavigateOptions,
) => void

type Loaded = ComponentType
type Load = () => Promise<Loaded>

/** The screen of one pattern, inside its layouts. */
export interface Route {
  /** `/operator/act/:actId`; undefined for the screen of all other addresses. */
  readonly path: string | undefined
  /** Another address, where this one is closed to the user. */
  readonly guard: (location: PageLocation) => string | undefined
  /** Outermost first; a layout that two screens share stays while one replaces the other. */
  readonly layouts: readonly Load[]
  readonly page: Load
}

export interface RouterState {
  /** What is shown. */
  readonly location: PageLocation
  readonly params: Readonly<Record<string, string>>
  /** Layouts and page that are shown, outermost first; empty until the first screen is loaded. */
  readonly chain: readonly Loaded[]
  /** A part that did not load, in place of the chain's end. */
  readonly failed: { readonly error: unknown } | undefined
  /** What is being loaded. */
  readonly next: PageLocation | undefined
}

export interface Router {
  readonly state: () => RouterState
  readonly subscribe: (listener: (state: RouterState) => void) => () => void
  readonly navigate: Navigate
  /** The blocker that came last is asked alone: what is open on top decides. */
  readonly block: (blocker: Blocker) => () => void
}

/** What of an entry of the history is ours: its number tells «Back» from «Forward». */
interface Entry {
  usr?: unknown
  idx?: number
}

/** Screens by address over the browser's history; one for the life of the page. */
export function createRouter(routes: readonly Route[]): Router {
  const router = new HistoryRouter(routes)
  return {
    state: () => router.state,
    subscribe: (listener) => addTo(router.listeners, listener),
    navigate: (to, options) => router.navigate(to, options),
    block: (blocker) => addTo(router.blockers, blocker),
  }
}

// The browser's own steps follow each other much sooner.
const STILL_MS = 100

class HistoryRouter {
  readonly listeners = new Set<(state: RouterState) => void>()
  readonly blockers = new Set<Blocker>()
  state: RouterState = {
    location: locationNow(),
    params: {},
    chain: [],
    failed: undefined,
    next: undefined,
  }
  private readonly matchers
  private readonly loaded = new Map<Load, Loaded>()
  private index = entryNow().idx ?? 0
  /** Set while the browser goes to the entry where the router sent it: pops until then are not asked about. */
  private expected: { readonly index: number; readonly onArrival: () => void } | undefined
  private stray: ReturnType<typeof setTimeout> | undefined
  /** The latest step: what an earlier one still loads is dropped. */
  private latest = 0

  constructor(routes: readonly Route[]) {
    this.matchers = routes.map((route) => ({ route, ...patternOf(route.path) }))
    history.replaceState({ ...entryNow(), idx: this.index }, '')
    addEventListener('popstate', () => this.onPop())
    this.go('replace', this.state.location)
  }

  navigate(to: Parameters<Navigate>[0], options: NavigateOptions = {}): void {
    if (typeof to === 'number') return history.go(to)
    const here = new URL(hrefOf(this.state.location), location.origin)
    const url = new URL(typeof to === 'string' ? to : hrefOf(to), here)
    const target = locationOf(url, options.state)
    const step = options.replace ? 'replace' : 'push'
    // The address that is open gets no second entry in the history.
    const isHere = hrefOf(target) === hrefOf(this.state.location)
    const goOn = () => this.go(isHere ? 'replace' : step, target)
    if (!this.isBlocked(step, target, goOn)) goOn()
  }

  private isBlocked(step: Step, to: PageLocation, proceed: () => void): boolean {
    const blocker = [...this.blockers].at(-1)
    return blocker?.({ step, from: this.state.location, to, proceed }) ?? false
  }

  private onPop(): void {
    const to = locationNow()
    const { idx } = entryNow()
    const delta = idx === undefined ? 0 : idx - this.index
    this.index = idx ?? this.index
    if (this.expected) return this.onPopOnTheWay()
    const back = Promise.withResolvers<void>()
    const from = this.index - delta
    const goOnceBack = () =>
      void back.promise.then(() => {
        // Saving led on to another entry meanwhile: from there the distance is another.
        if (this.index !== from) this.go('push', to)
        else this.moveHistory(delta, () => this.go('move', locationNow()))
      })
    if (delta === 0 || !this.isBlocked('move', to, goOnceBack)) return this.go('move', to)
    this.moveHistory(-delta, back.resolve)
  }

  private moveHistory(delta: number, onArrival: () => void): void {
    this.expected = { index: this.index + delta, onArrival }
    history.go(delta)
  }

  /** A second quick «Back» comes before the browser has gone where it was sent: then it is sent again, once it stands still. */
  private onPopOnTheWay(): void {
    const { index, onArrival } = this.expected!
    clearTimeout(this.stray)
    if (this.index !== index) {
      this.stray = setTimeout(() => history.go(index - this.index), STILL_MS)
      return
    }
    this.expected = undefined
    onArrival()
  }

  private go(step: Step, to: PageLocation): void {
    const mine = ++this.latest
    const { route, params } = this.match(to.pathname)
    const elsewhere = route.guard(to)
    if (elsewhere !== undefined)
      return this.go('replace', locationOf(new URL(elsewhere, location.origin)))
    const parts = [...route.layouts, route.page]
    const show = (failed?: { error: unknown }) => {
      if (mine !== this.latest) return
      this.writeEntry(step, to)
      const chain = parts.map((part) => this.loaded.get(part))
      const end = failed ? chain.indexOf(undefined) : chain.length
      const shown = chain.slice(0, end).filter((part) => part !== undefined)
      this.set({ location: to, params, chain: shown, failed, next: undefined })
    }
    if (parts.every((part) => this.loaded.has(part))) return show()
    this.set({ next: to })
    void this.load(parts).then(
      () => show(),
      (error: unknown) => show({ error }),
    )
  }

  private match(pathname: string) {
    for (const { route, pattern, names } of this.matchers) {
      const found = pattern.exec(pathname)
      if (!found) continue
      const values = names.map((name, index) => [name, decode(found[index + 1]!)] as const)
      return { route, params: Object.fromEntries(values) }
    }
    throw new Error(`no screen for ${pathname}`)
  }

  private async load(parts: readonly Load[]): Promise<void> {
    const results = await Promise.allSettled(
      parts.map(async (part) => this.loaded.set(part, this.loaded.get(part) ?? (await part()))),
    )
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  private writeEntry(step: Step, to: PageLocation): void {
    if (step === 'move') return
    if (step === 'push') this.index++
    const entry: Entry = { usr: to.state, idx: this.index }
    history[step === 'push' ? 'pushState' : 'replaceState'](entry, '', hrefOf(to))
  }

  private set(change: Partial<RouterState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener(this.state)
  }
}

function addTo<T>(set: Set<T>, item: T): () => void {
  set.add(item)
  return () => void set.delete(item)
}

export const hrefOf = ({
  pathname,
  search,
  hash,
}: Pick<PageLocation, 'pathname' | 'search' | 'hash'>) => `${pathname}${search}${hash}`

const locationOf = ({ pathname, search, hash }: URL, state: unknown = null): PageLocation => ({
  // Two slashes would name a host.
  pathname: pathname.replace(/^\/+/, '/'),
  search,
  hash,
  state,
})

const locationNow = () => locationOf(new URL(location.href), entryNow().usr)
const entryNow = () => (history.state ?? {}) as Entry

/** The names and the values of `:name`, each one part of the path. */
function patternOf(path: string | undefined) {
  if (path === undefined) return { pattern: /^/, names: [] }
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  return { pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}/?$`), names }
}

/** An id that cannot be decoded is none of ours: the server answers that there is no such record. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
