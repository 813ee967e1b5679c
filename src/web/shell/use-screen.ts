import { useLocation } from '../router/hooks.ts'
import { screenAt } from '#contract/screen-paths.ts'
import { screens, type Screen } from '../screens.ts'

/** The declared screen of the present address. */
export function useScreen(): Screen | undefined {
  const name = screenAt(useLocation().pathname)
  return name && screens[name]
}
