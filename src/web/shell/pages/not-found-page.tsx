import { NotFound } from './not-found.tsx'

/** What the router shows where no screen stands. */
export function Component() {
  return <NotFound />
}
