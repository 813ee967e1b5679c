import { createBrowserRouter, type RouteObject, type RouterState } from 'react-router'
import { networkError } from './state/call-error.ts'
import { useConnection, watchLoading } from './state/connection.ts'
import { useWantedPlace } from './state/wanted-place.ts'
import { paths, type PathName } from '#contract/screen-paths.ts'
import { screens } from './screens.ts'
import { guardOf } from './session/guards.ts'
import { Waiting } from './ui/feedback/waiting.tsx'
import { type Page, loadScreen } from './load-screen.ts'

const names = Object.keys(screens) as PathName[]

/** Every address with its layout and guard; the layouts stay while screens change. */
export function makeRouter() {
  const router = createBrowserRouter([
    {
      HydrateFallback: Waiting,
      lazy: {
        ErrorBoundary: async () => (await import('./shell/pages/failure-page.tsx')).Component,
      },
      children: [
        {
          lazy: async () => ({
            Component: (await import('./shell/layouts/main-layout.tsx')).Component,
          }),
          children: names.filter((name) => screens[name].layout === 'main').map(route),
        },
        {
          lazy: async () => ({
            Component: (await import('./shell/layouts/empty-layout.tsx')).Component,
          }),
          children: [
            ...names
              .filter((name) => screens[name].guard === 'none' && screens[name].layout === 'empty')
              .map(route),
            {
              lazy: async () => ({
                Component: (await import('./shell/layouts/sheet-layout.tsx')).Component,
              }),
              children: names.filter((name) => screens[name].guard === 'signedIn').map(route),
            },
            { path: '*', lazy: () => import('./shell/pages/not-found-page.tsx') },
          ],
        },
      ],
    },
  ])
  noteWantedPlace(router.state)
  router.subscribe(noteWantedPlace)
  return router
}

function noteWantedPlace({ navigation, location: shown }: RouterState): void {
  const { pathname } = navigation.location ?? shown
  useWantedPlace.setState({ pathname })
}

function route(name: PathName): RouteObject {
  return {
    id: name,
    path: paths[name],
    middleware: guardOf(name),
    lazy: {
      Component: async () => (await loadOnce(name)).Component,
      ErrorBoundary: async () => (await import('./shell/pages/failure-page.tsx')).Component,
    },
  }
}

const MARK = 'reloaded-for'

/** A new release removes old files: the page is reloaded once, the second failure is shown. */
async function loadOnce(name: PathName): Promise<Page> {
  try {
    const page = await watchLoading(() => loadScreen(name))
    sessionStorage.removeItem(MARK)
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
