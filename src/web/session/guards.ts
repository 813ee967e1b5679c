import { replace, type MiddlewareFunction } from 'react-router'
import { paths, type PathName } from '#contract/screen-paths.ts'
import { passes, screens } from '../screens.ts'
import { hasModule, mustEnrol, useStore } from '../state/store.ts'
import { toast } from '../ui/feedback/toast.ts'
import { setDenied, useSession } from './session.ts'

/** Convenience only: the server decides each call. A failed guard leads to the home page (specification 6). */
export function guardOf(name: PathName): MiddlewareFunction[] {
  return [
    async ({ request }, next) => {
      const wanted = new URL(request.url)
      const elsewhere = refusalText(name, wanted)
      if (elsewhere) throw replace(elsewhere)
      return next()
    },
  ]
}

function refusalText(name: PathName, wanted: URL): string | undefined {
  const { guard, title, module } = screens[name]
  const { offlineAt } = useSession.getState()
  if (offlineAt && !isStation(name)) {
    toast.info('Без связи с сервером открыта только приёмка')
    return offlineAt
  }
  if (name !== 'home' && mustEnrol(useStore.getState())) return homeWith(wanted)
  if (guard === 'none') return undefined
  const state = useStore.getState()
  if (!state.account) return homeWith(wanted)
  if (!passes(name, state)) {
    setDenied(title)
    return paths.home
  }
  if (guard !== 'operator' || hasModule(module)(state)) return undefined
  toast.info('Раздел выключен для вашей компании')
  return paths.operator
}

/** Screens that also work without a server. */
export const isStation = (name: PathName | undefined): boolean =>
  name === 'weight' || name === 'weight1' || name === 'weight2'

/** The home page continues to the requested screen after sign-in, and after enrolment. */
function homeWith(wanted: URL): string {
  const query = new URLSearchParams({ path: wanted.pathname })
  for (const [key, value] of wanted.searchParams) if (key !== 'path') query.append(key, value)
  return `${paths.home}?${query}`
}
