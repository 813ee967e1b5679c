import path from 'node:path'

/** What a module of the build statically imports. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * Code that every user loads first, in four files: sign-in before anything else, the frame for every signed-in screen, what records and
 * lists share, the list for list screens. A hundred small files would each cost headers and compress worse.
 */
const GROUPS = {
  // The router fetches the failure page with every first screen: in the frame's file it would load the frame for sign-in too.
  entry: [
    'main.tsx',
    'shell/layouts/empty-layout.tsx',
    'features/user/home-page.tsx',
    'ui/feedback/toasts.tsx',
    'shell/pages/failure-page.tsx',
    'session/session-problem.tsx',
  ],
  frame: [
    'shell/layouts/main-layout.tsx',
    'ui/feedback/status-badge.tsx',
    'ui/layout/lazy-part.tsx',
    'ui/feedback/waiting.tsx',
    'ui/dialogs/app-popover.tsx',
    'ui/inputs/parse-day.ts',
  ],
  // Stations read fields of records as well, and would load the next file for them.
  field: ['../contract/record/record-field.ts'],
  // In the list's file they would load the whole list, 20 KiB, with each record.
  record: ['api/use-may.ts'],
  list: ['list/list-screen.tsx', 'ui/list/columns/screen-columns.tsx'],
} as const

type Group = keyof typeof GROUPS

/** Dialogs and fields need these, and every screen has some: they are loaded with the frame, not with the list. */
const FOR_DIALOGS = [
  '/@mantine/core/esm/components/ScrollArea/',
  '/@mantine/core/esm/components/Button/',
  '/@mantine/core/esm/components/ActionIcon/',
  '/lucide-react/dist/esm/icons/calendar-days',
]

/** Records need these as well as lists. */
const FOR_RECORDS = [
  '/lucide-react/dist/esm/icons/chevron-',
  '/lucide-react/dist/esm/icons/plus.',
  '/contract/core/sum-meanings.ts',
  '/contract/report/report.ts',
  '/contract/report/report-entities.ts',
  '/contract/report/dashboard.ts',
  '/ui/list/address/use-is-leaving.ts',
]

/**
 * The common files as groups of the bundler. A group takes what its modules import with it: the file that is loaded first chooses first.
 */
export function chunkGroups(root: string) {
  const chunk = chunkOf(root)
  const groups = Object.keys(GROUPS) as Group[]
  return groups.map((group, place) => ({
    name: (id: string, graph: ModuleGraph) => (chunk(id, graph) === group ? group : null),
    debugName: group,
    priority: groups.length - place,
  }))
}

/** Gives the common file of a module, or null when it stays with the screen that needs it. */
function chunkOf(root: string) {
  const closures = new Map<Group, Set<string>>()
  return (id: string, graph: ModuleGraph): Group | null => {
    // The page itself names this module: it stays a small file of its own.
    if (id === `${root}/main.tsx`) return null
    if (FOR_DIALOGS.some((part) => id.includes(part))) return 'frame'
    if (FOR_RECORDS.some((part) => id.includes(part))) return 'record'
    for (const group of Object.keys(GROUPS) as Group[]) {
      const closure = closures.get(group) ?? closureOf(GROUPS[group], root, graph)
      closures.set(group, closure)
      if (closure.has(id)) return group
    }
    return null
  }
}

/** Our own modules alone: the bundler adds the parts of packages that they really use. */
function closureOf(names: readonly string[], root: string, graph: ModuleGraph): Set<string> {
  const closure = new Set<string>()
  const waiting = names.map((name) => path.join(root, name))
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (closure.has(id)) continue
    closure.add(id)
    const imported = graph.getModuleInfo(id)?.importedIds ?? []
    waiting.push(...imported.filter((one) => !one.includes('/node_modules/')))
  }
  return closure
}
