import { modules } from '#contract/core/modules.ts'
import { PLATFORM_ZONE } from '#contract/requisites/calendar.ts'
import type { User } from '#contract/user/user-entities.ts'
import { setRouteTable } from '../api/route-table.ts'
import { armSignInAgain } from '../api/sign-in-again.ts'
import { send } from '../api/send.ts'
import { untilAnswered } from '../state/until-answered.ts'
import { paths } from '#contract/screen-paths.ts'
import { allowedPath } from '#web/allowed-path.ts'
import {
  companyId,
  isSuper,
  mustEnrol,
  opensCompany,
  setAccount,
  setCompany,
  useStore,
} from '../state/store.ts'

/** Stores the signed-in user and, for people of a company, its modules: start-up and sign-in alike. A busy server is waited for. */
export async function enter(user: User): Promise<void> {
  setAccount(user)
  armSignInAgain(true)
  const state = useStore.getState()
  const [posts] = await Promise.all([
    // Where it is refused, times are shown in the browser's zone: that must not prevent signing in.
    companyId(state) === '0'
      ? showPlatformZone()
      : untilAnswered('start', loadStart).catch(() => undefined),
    opensCompany(state) ? untilAnswered('modules', loadModules) : undefined,
  ])
  if (posts) setCompany({ ...useStore.getState().company, posts })
}

/** Lists of the platform tell the time of the server's own figures, wherever the computer stands. */
async function showPlatformZone(): Promise<undefined> {
  const { setZone } = await import('../ui/format.ts')
  setZone(PLATFORM_ZONE)
}

/** The first screen already shows times in the company's zone and its posts; loaded late, since sign-in needs none of it. */
async function loadStart(): Promise<{ number: number }[] | undefined> {
  const [{ readStart }, { setZone }] = await Promise.all([
    import('./first-answers.ts'),
    import('../ui/format.ts'),
  ])
  const { company } = await readStart()
  if (!company) return undefined
  setZone(company.timezone)
  return company.posts.map(({ number }) => ({ number }))
}

/** Reads modules, their settings and the route table of the user's company. */
export async function loadModules(): Promise<void> {
  const { modules: on, modules_cfg, routeTable } = await send(modules.getOwn, {}, { quiet: true })
  setCompany({ ...useStore.getState().company, settings: { modules: on, modules_cfg } })
  setRouteTable(routeTable, loadModules)
}

/**
 * Where the address leads a signed-in user: the `path` query with the remaining parameters, or from the root the user's own area;
 * undefined = stay.
 */
export function destination(address: URL): string | undefined {
  if (mustEnrol(useStore.getState())) return undefined
  const path = allowedPath(address.searchParams.get('path'), address.origin)
  if (path) {
    const rest = new URLSearchParams(address.searchParams)
    rest.delete('path')
    return rest.size > 0 ? `${path}?${rest}` : path
  }
  if (address.pathname !== paths.home) return undefined
  const state = useStore.getState()
  if (isSuper(state)) return paths.super
  return opensCompany(state) ? paths.operator : undefined
}
