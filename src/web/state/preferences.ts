import * as z from 'zod/mini'
import { create } from 'zustand'
import { browserDatabase } from './browser-database.ts'

export type Scheme = 'light' | 'dark' | 'auto'
export type Density = 'compact' | 'comfortable' | 'touch'

const listView = z.object({
  name: z.string(),
  /** The query of the address. */
  search: z.string(),
  hidden: z.array(z.string()),
  order: z.array(z.string()),
})
export type ListView = z.infer<typeof listView>

/** Column settings carry a schema number so that an upgrade never loses them (screens.md 5). */
export const listSettings = z.object({
  schema: z.number(),
  hidden: z.array(z.string()),
  widths: z.record(z.string(), z.number()),
  /** Columns in the user's order; those that it does not name keep their place at the end. */
  order: z.optional(z.array(z.string())),
  size: z.optional(z.number()),
  views: z.optional(z.array(listView)),
})

const preferences = z.object({
  scheme: z.enum(['light', 'dark', 'auto']),
  density: z.nullable(z.enum(['compact', 'comfortable', 'touch'])),
  navigationFolded: z.boolean(),
  recent: z.array(z.object({ title: z.string(), href: z.string() })),
  lists: z.record(z.string(), listSettings),
  peekWidth: z.number(),
  /** The tone of a settled weight; absent = on. */
  sound: z.optional(z.boolean()),
})
export type ListSettings = z.infer<typeof listSettings>
export type Preferences = z.infer<typeof preferences>

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
  const stored = z.safeParse(preferences, await browserDatabase.get('preferences', KEY))
  if (stored.success) usePreferences.setState(stored.data)
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
