import { NotFound } from './not-found.tsx'

/** Shown by the router where no screen exists. */
export function Component() {
  return <NotFound />
}
