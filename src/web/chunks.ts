import { globSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** What a module of the build statically imports. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * Code that many screens load, in few files: the entry before anything else, sign-in, the frame for every signed-in screen, the list for
 * list screens, and what the frame loads behind the screen. A hundred small files would each cost headers and compress worse.
 */
const GROUPS = {
  // First: an import that the build drops afterwards would draw them into the entry.
  shapes: ['../contract/core/shapes.ts'],
  entry: ['main.tsx', 'shell/layouts/empty-layout.tsx'],
  // A tab that is signed in already never needs it.
  'sign-in': ['features/user/home-page.tsx'],
  frame: [
    'shell/layouts/main-layout.tsx',
    'ui/feedback/status-badge.tsx',
    'ui/layout/lazy-part.tsx',
    'features/act/pay-act.ts',
    'ui/feedback/waiting.tsx',
    'ui/dialogs/app-popover.tsx',
    'ui/inputs/parse-day.ts',
    'ui/charts/scales.ts',
    '../contract/user/passkeys.ts',
    'session/first-answers.ts',
    'api/use-may.ts',
  ],
  list: [
    'list/list-screen.tsx',
    'ui/list/columns/screen-columns.tsx',
    'ui/list/table/card-table.tsx',
    'ui/list/describe-left-out.ts',
  ],
  // Home pages, overviews and records.
  panel: [
    'features/report/dashboard-parts.tsx',
    'features/report/home/purchases-panel.tsx',
    'features/report/home/now-panel.tsx',
    'features/weighing/decision-facts.tsx',
    'features/company/open-company.ts',
    'features/company/set-up/open-set-up.ts',
    'features/device/open-yard.ts',
    'features/company/set-up/step-titles.ts',
    '../contract/company/set-up.ts',
    '../contract/report/owner-questions.ts',
    '../contract/user/approval/approval-asks.ts',
  ],
  // Beside what FOR_WINDOWS names.
  windows: ['ui/dialogs/dialog-buttons.tsx'],
  fields: [
    'ui/inputs/date-input.tsx',
    'ui/inputs/lookup-input.tsx',
    'ui/inputs/plate-input.tsx',
    'ui/inputs/search-select.tsx',
    'ui/form/form-keys.ts',
  ],
  charts: ['ui/charts/bar-chart.tsx', 'ui/charts/line-chart.tsx', 'ui/charts/stacked-chart.tsx'],
  later: [
    'api/live/live.ts',
    'session/own-hotkeys.ts',
    'shell/floating-buttons.tsx',
    'shell/hand-scanner/hand-scanner.tsx',
    'shell/lazy-header-parts.tsx',
    'shell/navigation/navigation-counts.tsx',
  ],
} as const

type Group = keyof typeof GROUPS
const FIRST = ['entry', 'sign-in', 'frame'] as const
const BEHIND = ['list', 'panel', 'windows', 'fields', 'charts', 'later'] as const

/** Both the entry and the frame count in words. */
const FOR_ENTRY = '/contract/words/'

/** Dialogs, fields, records and lists need these: loaded with the frame, a part of each would be a file of its own. */
const FOR_FRAME =
  /\/@mantine\/core\/esm\/(core|components\/(ActionIcon|Button|ScrollArea\/utils))\/|\/@mantine\/hooks\/esm\/(utils|use-(id|merged-ref|uncontrolled))\/|\/icons\/(arrow-(down|up)\.|calendar-days|chevron-|download\.|plus\.|table-2)|\/ui\/(keyboard\/button-places|list\/table\/use-(row|scroll)-window)|\/web\/(shell|(ui\/)?list)\/.+\.module\.css|\/state\/module-settings/

const FOR_PANEL =
  /\/features\/report\/((approval|home)\/.+|dashboard)\.module\.css|\/@mantine\/(core\/esm\/components\/(FloatingIndicator|SegmentedControl)|hooks\/esm\/use-(mounted|mutation-observer|shallow-effect|timeout))\//

/** Dialogs and whatever opens over a screen. */
const FOR_WINDOWS =
  /\/@mantine\/core\/esm\/(components\/(CloseButton|FocusTrap|Overlay|Popover|Portal|ScrollArea|VisuallyHidden)|utils\/Floating)\/|\/@floating-ui\//

const FOR_FIELDS =
  /\/@mantine\/core\/esm\/(components\/(CheckIcon|Combobox|InlineInput|Input|InputBase|Select|TextInput)|utils)\//

/** What forms check by. Sign-in, a home page and a list have none of it (web-build.test.ts). */
const FOR_SHAPES =
  /\/zod\/v4|\/contract\/((core\/|requisite-|secret-)shapes|record\/record-field)\.ts/

/** Files of the contract that make shapes when they are loaded; what only declares calls and words makes none. */
const MADE_OF_SHAPES =
  /\/contract\/(requisites\/(?!calendar)|.+-(input|fields|record)\.ts|(core\/module-settings|device\/(reading|yard-address)|report\/report-entities|supplier\/supplier|weight-act\/weight-act-entities)\.ts)/

/** A file of the contract that so many screens import is loaded with the frame, or with the shapes. */
const MANY = 8

/**
 * The common files as groups of the bundler. A group takes what its modules import with it: the file that is loaded first chooses first.
 */
export function chunkGroups(root: string) {
  const chunk = chunkOf(root)
  const groups = Object.keys(GROUPS) as Group[]
  return groups.map((group, index) => ({
    name: (id: string, graph: ModuleGraph) => (chunk(id, graph) === group ? group : null),
    // Words and days that shapes use are the entry's.
    includeDependenciesRecursively: group !== 'shapes',
    debugName: group,
    priority: groups.length - index,
  }))
}

/** Gives the common file of a module, or null when it stays with the screen that needs it. */
function chunkOf(root: string) {
  const closures = new Map<Group, Set<string>>()
  let counts: Map<string, number> | undefined
  return (id: string, graph: ModuleGraph): Group | null => {
    if (id.includes(FOR_ENTRY)) return 'entry'
    if (FOR_SHAPES.test(id)) return 'shapes'
    if (FOR_FRAME.test(id)) return 'frame'
    if (FOR_PANEL.test(id)) return 'panel'
    if (FOR_WINDOWS.test(id)) return 'windows'
    if (FOR_FIELDS.test(id)) return 'fields'
    const closureOfGroup = (group: Group) => {
      const closure = closures.get(group) ?? closureOf(GROUPS[group], root, graph)
      closures.set(group, closure)
      return closure
    }
    counts ??= countScreens(root, graph)
    const isOfMany = id.includes('/src/contract/') && (counts.get(id) ?? 0) >= MANY
    if (isOfMany && MADE_OF_SHAPES.test(id)) return 'shapes'
    for (const group of FIRST) if (closureOfGroup(group).has(id)) return group
    if (isOfMany) return 'frame'
    return BEHIND.find((group) => closureOfGroup(group).has(id)) ?? null
  }
}

/** How many screens import each module. */
function countScreens(root: string, graph: ModuleGraph): Map<string, number> {
  const counts = new Map<string, number>()
  for (const page of globSync('features/**/*-page.tsx', { cwd: root }))
    for (const id of closureOf([page], root, graph)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
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

/** `import{n as e,r as t}from"./rolldow-….js";` and `export{s as n,l as r};`: parts of a module's list of names. */
const IMPORT_OF = (file: string) => new RegExp(`import\\{([^}]*)\\}from"\\./${file}";?`)
const EXPORT = /export\{([^}]*)\};?\s*$/
/** No name that the minifier gives. */
const SHARED_NAME = '$runtime'

/**
 * Puts the bundler's own few lines, which all files use, into the entry, which all of them import: as a file of their own they would be
 * one request more for each screen. Groups cannot take them.
 */
export function joinRuntime(): Plugin {
  return {
    name: 'join-runtime',
    // Names carry the hash of what stood there before: without this a release would keep a former file of the same name.
    augmentChunkHash: () => `${SHARED_NAME} 1`,
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const runtime = chunks.find(({ moduleIds }) => moduleIds.join() === '\0rolldown/runtime.js')
      const entry = chunks.find(({ name }) => name === 'entry')
      if (!runtime || !entry) throw new Error('the build has no runtime or no entry')
      const names = EXPORT.exec(runtime.code)![1]!.replaceAll(/([^\s,]+) as ([^\s,]+)/g, '$2:$1')
      const body = `(()=>{${runtime.code.replace(EXPORT, '')};return{${names}}})()`
      const imported = IMPORT_OF(path.basename(runtime.fileName))
      for (const chunk of chunks.filter(({ imports }) => imports.includes(runtime.fileName))) {
        const isEntry = chunk === entry
        const from = isEntry
          ? `const ${SHARED_NAME}=${body};`
          : `import{${SHARED_NAME}}from"./${path.basename(entry.fileName)}";`
        chunk.code = chunk.code.replace(
          imported,
          (_whole, list: string) =>
            `${from}const{${list.replaceAll(/([^\s,]+) as ([^\s,]+)/g, '$1:$2')}}=${SHARED_NAME};`,
        )
        if (chunk.code.includes(runtime.fileName)) throw new Error(`${chunk.fileName} keeps it`)
        const others = chunk.imports.filter((one) => one !== runtime.fileName)
        chunk.imports = isEntry ? others : [...new Set([...others, entry.fileName])]
      }
      entry.code += `export{${SHARED_NAME}};`
      // What is no program stops the build here.
      this.parse(entry.code)
      delete bundle[runtime.fileName]
    },
  }
}
