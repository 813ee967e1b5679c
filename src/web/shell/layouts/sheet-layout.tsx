import { Outlet } from 'react-router'
import { KitProvider } from '../kit-provider.tsx'

/** The kit for prints and images, which the sign-in page of the same layout does not load. */
export function Component() {
  return (
    <KitProvider>
      <Outlet />
    </KitProvider>
  )
}
