import { paths } from '#contract/screen-paths.ts'
import { isSuper, opensCompany, useStore } from '../../state/store.ts'

/** The user's own starting screen. */
export function homePath(): string {
  const state = useStore.getState()
  if (isSuper(state)) return paths.super
  return opensCompany(state) ? paths.operator : paths.home
}

/** What a step to the home page carries that asks for the tour once more. */
export const TOUR_AGAIN = 'tour'
