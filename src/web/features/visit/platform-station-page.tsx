import { useLocation } from '#web/router/hooks.ts'
import { paths } from '#contract/screen-paths.ts'
import { StationScreen } from './truck/station-screen.tsx'

/** The second and third posts have addresses of their own. */
export function Component() {
  const { pathname } = useLocation()
  const at = pathname === paths.weight2 ? 'weight2' : 'weight1'
  return <StationScreen key={at} at={at} />
}
