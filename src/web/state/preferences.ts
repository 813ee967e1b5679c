import { create } from 'zustand'
import { browserDatabase } from './browser-database.ts'
import {
  isFlag,
  isListOf,
  isMapOf,
  isNumber,
  isOneOf,
  isOptional,
  isShape,
  isText,
} from './stored-shape.ts'

export type Scheme = 'light' | 'dark' | 'auto'
export type Density = 'compact' | 'comfortable' | 'touch'

export interface ListView {
  name: string
  /** The query of the address. */
  search: string
  hidden: string[]
  order: string[]
}

/** Column settings carry a schema number so that an upgrade never loses them (screens.md 5). */
export interface ListSettings {
  schema: number
  hidden: string[]
  widths: Record<string, number>
  /** Columns in the user's order; those that it does not name keep their place at the end. */
  order?: string[] | undefined
  size?: number | undefined
  views?: ListView[] | undefined
}

interface Preferences {
  scheme: Scheme
  density: Density | null
  navigationFolded: boolean
  recent: { title: string; href: string }[]
  lists: Record<string, ListSettings>
  peekWidth: number
  /** The tone of a settled weight; absent = on. */
  sound?: boolean | undefined
}

const isListView = isShape<ListView>({
  name: isText,
  search: isText,
  hidden: isListOf(isText),
  order: isListOf(isText),
})

export const isListSettings = isShape<ListSettings>({
  schema: isNumber,
  hidden: isListOf(isText),
  widths: isMapOf(isNumber),
  order: isOptional(isListOf(isText)),
  size: isOptional(isNumber),
  views: isOptional(isListOf(isListView)),
})

const isPreferences = isShape<Preferences>({
  scheme: isOneOf('light', 'dark', 'auto'),
  density: isOneOf('compact', 'comfortable', 'touch', null),
  navigationFolded: isFlag,
  recent: isListOf(isShape<Preferences['recent'][number]>({ title: isText, href: isText })),
  lists: isMapOf(isListSettings),
  peekWidth: isNumber,
  sound: isOptional(isFlag),
})

const KEY = 'preferences'
/** The palette shows the last 8 screens and records. */
const MAX_RECENT = 8

export const usePreferences = create<Preferences>(() => ({
  scheme: 'auto',
  density: null,
  navigationFolded: false,
  recent: [],
  lists: {},
  peekWidth: 420,
}))

/** The theme in force, the system's choice resolved. */
export const useAppearance = create<{ scheme: 'light' | 'dark' }>(() => ({ scheme: 'light' }))

/** Read before the first paint; a damaged record falls back to the defaults. */
export async function loadPreferences(): Promise<void> {
  const stored = await browserDatabase.get('preferences', KEY)
  if (isPreferences(stored)) usePreferences.setState(stored)
  applyAppearance()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyAppearance)
}

export function savePreferences(change: Partial<Preferences>) {
  usePreferences.setState(change)
  applyAppearance()
  // Where the browser keeps nothing they are good until the page is closed.
  void browserDatabase
    .put('preferences', KEY, { ...usePreferences.getState() })
    .catch(() => undefined)
}

export function rememberRecent(title: string, href: string) {
  const others = usePreferences.getState().recent.filter((entry) => entry.href !== href)
  savePreferences({ recent: [{ title, href }, ...others].slice(0, MAX_RECENT) })
}

/** Theme and density are attributes of <html>: changing them repaints but renders nothing again. */
function applyAppearance() {
  const { scheme, density } = usePreferences.getState()
  const root = document.documentElement
  const shown = schemeShown(scheme)
  root.dataset['mantineColorScheme'] = shown
  useAppearance.setState({ scheme: shown })
  root.dataset['density'] =
    density ?? (matchMedia('(pointer: coarse)').matches ? 'touch' : 'compact')
}

function schemeShown(scheme: Scheme): 'light' | 'dark' {
  if (scheme !== 'auto') return scheme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
