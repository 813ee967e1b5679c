import path from 'node:path'

/** What a module of the build statically imports. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * Code that many screens load, in few files: the entry before anything else, sign-in, the frame for every signed-in screen, what records
 * and lists share, the list for list screens. A hundred small files would each cost headers and compress worse.
 */
const GROUPS = {
  entry: [
    'main.tsx',
    'shell/layouts/empty-layout.tsx',
    'ui/feedback/toasts.tsx',
    'session/session-problem.tsx',
  ],
  // A tab that is signed in already never needs it.
  'sign-in': ['features/user/home-page.tsx'],
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

/** What forms validate with. The calls of every first screen are declared with it, but only a form reads a shape. */
const SHAPES = /\/(zod\/v4|contract\/(core\/|requisite-|secret-)shapes\.ts)/

/** Dialogs and fields need these, and the header has one of them: loaded with the frame, not with the list. */
const FOR_DIALOGS = [
  '/@mantine/core/esm/components/ActionIcon/',
  '/lucide-react/dist/esm/icons/calendar-days',
]

/** Records need these as well as lists. */
const FOR_RECORDS = [
  '/lucide-react/dist/esm/icons/chevron-',
  '/lucide-react/dist/esm/icons/plus.',
  '/@mantine/core/esm/components/Button/',
  '/contract/core/sum-meanings.ts',
  '/contract/report/report.ts',
  '/contract/report/report-entities.ts',
  '/contract/report/dashboard.ts',
]

/**
 * The common files as groups of the bundler. A group takes what its modules import with it: the file that is loaded first chooses first.
 */
export function chunkGroups(root: string) {
  const chunk = chunkOf(root)
  const groups = Object.keys(GROUPS) as Group[]
  const common = groups.map((group, index) => ({
    name: (id: string, graph: ModuleGraph) => (chunk(id, graph) === group ? group : null),
    debugName: group,
    priority: groups.length - index,
  }))
  return [
    // Both the shapes and the frame count in words.
    { name: 'words', test: /\/contract\/words\//, priority: groups.length + 2 },
    { name: 'shapes', test: SHAPES, priority: groups.length + 1 },
    ...common,
  ]
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
