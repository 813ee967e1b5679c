import type { ComponentType } from 'react'
import type { PathName } from '#contract/screen-paths.ts'
import { screens } from './screens.ts'

export interface Page {
  Component: ComponentType
}

const pages = import.meta.glob<Page>('./features/**/*-page.tsx')

/** Loads the screen of an address; a screen that is not built yet has a page that says so. */
export function loadScreen(name: PathName): Promise<Page> {
  const page = pages[`./features/${screens[name].page}-page.tsx`]
  return page ? page() : import('./shell/pages/under-construction-page.tsx')
}

/** A window that opens is drawn by then. */
const WINDOW_IS_OPEN_MS = 500

/** Loads the screen that will be wanted next, behind what opens now. */
export function loadNextScreen(name: PathName): void {
  setTimeout(() => void loadScreen(name).catch(() => undefined), WINDOW_IS_OPEN_MS)
}
