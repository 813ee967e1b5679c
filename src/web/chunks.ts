/** What a module of the build statically imports. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * What everybody loads first, gathered into three files: sign-in is read before anything else, the
 * frame by every signed-in screen, the list by those that are one. A hundred small files would pay their own heads and compress worse.
 */
const GROUPS = {
  // The router fetches the page of failures with every first screen: in the frame's file it brought that to sign-in.
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
  list: ['list/list-screen.tsx'],
} as const

type Group = keyof typeof GROUPS

/** Dialogs and fields need these, and every screen has some: they are loaded with the frame, not with the list. */
const FOR_DIALOGS = [
  '/@mantine/core/esm/components/ScrollArea/',
  '/@mantine/core/esm/components/Button/',
  '/@mantine/core/esm/components/ActionIcon/',
  '/lucide-react/dist/esm/icons/calendar-days',
]

/** Gives the common file of a module, or null when it stays with the screen that needs it. */
export function chunkOf(root: string) {
  const closures = new Map<Group, Set<string>>()
  return (id: string, graph: ModuleGraph): Group | null => {
    // The page itself names this module: it stays a small file of its own.
    if (id === `${root}/main.tsx`) return null
    if (FOR_DIALOGS.some((part) => id.includes(part))) return 'frame'
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
  const waiting = names.map((name) => `${root}/${name}`)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (closure.has(id)) continue
    closure.add(id)
    const imported = graph.getModuleInfo(id)?.importedIds ?? []
    waiting.push(...imported.filter((one) => !one.includes('/node_modules/')))
  }
  return closure
}
