import { moduleOf, paths, type PathName } from '#contract/screen-paths.ts'
import { passes, screens } from '../screens.ts'
import { hasModule, mustEnrol, useStore } from '../state/store.ts'
import { toast } from '../ui/feedback/toast.ts'
import type { PageLocation } from '../router/router.ts'
import { setDenied, useSession } from './session.ts'

/** Convenience only: the server decides each call. A failed guard leads to the home page (specification 6). */
export const guardOf = (name: PathName) => (wanted: PageLocation) => placeInstead(name, wanted)

function placeInstead(name: PathName, wanted: PageLocation): string | undefined {
  const { guard, title } = screens[name]
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
  if (guard !== 'operator' || hasModule(moduleOf(name))(state)) return undefined
  toast.info('Раздел выключен для вашей компании')
  return paths.operator
}

/** Screens that also work without a server. */
export const isStation = (name: PathName | undefined): boolean =>
  name === 'weight' || name === 'weight1' || name === 'weight2'

/** The home page continues to the requested screen after sign-in, and after enrolment. */
function homeWith(wanted: PageLocation): string {
  const query = new URLSearchParams({ path: wanted.pathname })
  for (const [key, value] of new URLSearchParams(wanted.search))
    if (key !== 'path') query.append(key, value)
  return `${paths.home}?${query}`
}
