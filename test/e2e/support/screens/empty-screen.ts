/** An address without a screen: its page has nothing of the frame, so that everything of the former screen is taken down. */

interface Wanted {
  readonly path: string
  readonly token: string
  /** Whether nothing may be left of what the browser keeps; else the same person goes on. */
  readonly isNew: boolean
}

interface Store {
  getState(): Record<string, unknown>
  getInitialState(): Record<string, unknown>
  setState(state: Record<string, unknown>, isWhole?: boolean): void
}

/**
 * Runs in the page. Takes the former screen down, empties the caches and stores of the program and what the browser keeps, and opens
 * an address by the router. False where that cannot be: a form asks before it is left, a dialog stays, or another session is open.
 */
export async function emptyScreen({ path, token, isNew }: Wanted): Promise<boolean> {
  const BLANK = '/nothing-is-here'
  // The router knows its own entries by their place; one without a place is left without a question.
  const place: number = (history.state as { idx?: number } | null)?.idx ?? 0
  const go = (to: string, state: { idx: number } | null) => {
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }
  const own = window as Window & {
    emptied?: {
      stores: Set<Store>
      files: Set<string>
      caches: Set<{ clear(): void }>
      look: string
    }
  }
  const { dataset } = document.documentElement
  const look = `${dataset['density']} ${dataset['mantineColorScheme']}`
  own.emptied ??= { stores: new Set(), files: new Set(), caches: new Set(), look }
  if (localStorage.getItem('jwt') !== token || own.emptied.look !== look) return false
  go(BLANK, null)
  const isBlank = () =>
    location.pathname === BLANK &&
    document.querySelector('[role=dialog], [role=alertdialog], nav') === null &&
    document.querySelector('h1') !== null
  for (let turn = 0; !isBlank(); turn++) {
    if (turn > 60) return false
    await new Promise((resolve) => setTimeout(resolve, turn < 5 ? 5 : 16))
  }
  // What the program shares among its files: the cache of answers and the stores are known by their methods.
  const { files, stores, caches } = own.emptied
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  for (const name of loaded.filter((one) => /\/assets\/[^/]+\.js$/.test(one)))
    if (!files.has(name)) {
      files.add(name)
      const shared = (await import(name)) as Record<string, unknown>
      for (const value of Object.values(shared)) {
        if (!value || !['object', 'function'].includes(typeof value)) continue
        if ('getQueryCache' in (value as object)) caches.add(value as { clear(): void })
        else if ('getInitialState' in (value as object)) stores.add(value as Store)
      }
    }
  if (caches.size === 0 || stores.size === 0)
    throw new Error('the program shares no cache or store')
  for (const cache of caches) cache.clear()
  for (const store of stores) {
    const state = store.getState()
    if ('account' in state) store.setState({ temp: undefined })
    // Requests under way are counted there, and the theme follows the browser.
    else if (
      !('silent' in state) &&
      Object.keys(state).join() !== 'scheme' &&
      (isNew || !('lists' in state))
    )
      store.setState(store.getInitialState(), true)
  }
  if (isNew) {
    sessionStorage.clear()
    for (const { name = '' } of await indexedDB.databases()) {
      const opened = indexedDB.open(name)
      await new Promise((resolve) => (opened.onsuccess = resolve))
      const { result } = opened
      const names = [...result.objectStoreNames]
      if (names.length > 0) {
        const work = result.transaction(names, 'readwrite')
        for (const one of names) work.objectStore(one).clear()
        await new Promise((resolve) => (work.oncomplete = resolve))
      }
      result.close()
    }
    ;(window as Window & { toasts?: string[] }).toasts?.splice(0)
  }
  // «Back» from what follows must find a place here, or no window would ask before it closes.
  go(path, { idx: place + 1 })
  return true
}
