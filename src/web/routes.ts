import { networkError } from './state/call-error.ts'
import { useConnection, watchLoading } from './state/connection.ts'
import { useWantedPlace } from './state/wanted-place.ts'
import { paths, type PathName } from '#contract/screen-paths.ts'
import { screens } from './screens.ts'
import { guardOf } from './session/guards.ts'
import { type Page, loadScreen } from './load-screen.ts'
import { createRouter, type Route, type Router, type RouterState } from './router/router.ts'

const names = Object.keys(screens) as PathName[]

const main = async () => (await import('./shell/layouts/main-layout.tsx')).Component
const empty = async () => (await import('./shell/layouts/empty-layout.tsx')).Component
const sheet = async () => (await import('./shell/layouts/sheet-layout.tsx')).Component
const notFound = async () => (await import('./shell/pages/not-found-page.tsx')).Component

/** Every address with its layouts and guard. */
export function makeRouter(): Router {
  const router = createRouter([
    ...names.map(route),
    { path: undefined, guard: () => undefined, layouts: [empty], page: notFound },
  ])
  noteWantedPlace(router.state())
  router.subscribe(noteWantedPlace)
  return router
}

function noteWantedPlace({ next, location: shown }: RouterState): void {
  const { pathname } = next ?? shown
  useWantedPlace.setState({ pathname })
}

const route = (name: PathName): Route => ({
  path: paths[name],
  guard: guardOf(name),
  layouts: layoutsOf(name),
  page: async () => (await loadOnce(name)).Component,
})

function layoutsOf(name: PathName): Route['layouts'] {
  const { layout, guard } = screens[name]
  if (layout === 'main') return [main]
  return guard === 'none' ? [empty] : [empty, sheet]
}

const MARK = 'reloaded-for'

/** A new release removes old files: the page is reloaded once, the second failure is shown. */
async function loadOnce(name: PathName): Promise<Page> {
  try {
    const page = await watchLoading(() => loadScreen(name))
    // The reload shows the former screen first, which says nothing of the one that did not come.
    if (sessionStorage.getItem(MARK) === name) sessionStorage.removeItem(MARK)
    return page
  } catch (error) {
    // Without a server there is no new release either, and the content of the page would be lost.
    if (useConnection.getState().state === 'lost') throw networkError()
    if (sessionStorage.getItem(MARK) === name) throw error
    sessionStorage.setItem(MARK, name)
    location.reload()
    return new Promise(() => undefined)
  }
}
