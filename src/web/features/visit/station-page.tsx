import { StationScreen } from './truck/station-screen.tsx'

/** The first weighing post. */
export function Component() {
  return <StationScreen at="weight" />
}
