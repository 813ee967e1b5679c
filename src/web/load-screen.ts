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
