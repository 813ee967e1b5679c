import { screens } from '#web/screens.ts'
import { screenAt, type PathName } from '#contract/screen-paths.ts'
import { reachedBy, type ImportGraph } from './import-graph.ts'

/** More screens than these are no matter of a few journeys. */
const MOST_SCREENS = 6
/** About three minutes; the nearest are those that open the fewest other screens. */
const MOST_JOURNEYS = 8
/** What begins every screen, beside the pages that it loads when they are needed. */
const FRAME = 'src/web/main.tsx'
/** Journeys over every address take as long as all others together: they belong to the whole walk. */
const VISITS_ALL = /\baddressesOf\(|keys\(screens\)/
/** The table of all addresses is no step to them. */
const ADDRESSES = 'test/e2e/support/addresses.ts'
const ADDRESS = /\/(?:operator|super|print|image|help|account|tmplink)\b[\w/${}.]*/g

interface Reached {
  /** Journeys to walk, the nearest first. */
  readonly journeys: readonly string[]
  /** What a person has to do besides. */
  readonly advice?: string
}

/**
 * The journeys of the screens that a change reaches: of its pages by their imports, of the server's part of a feature by the
 * feature's name. A change of what every screen has is none of a few journeys: it is said, and the whole walk is due.
 */
export function changedJourneys(
  graph: ImportGraph,
  changed: readonly string[],
  textOf: (file: string) => string,
): Reached {
  const own = changed.filter((file) => /^src\/.+(?<!\.test)\.(?:tsx?|css)$/.test(file))
  const ofFrame = own.filter(
    (file) => /^src\/web\/(?!features\/)/.test(file) && reachedBy(graph, [file]).has(FRAME),
  )
  if (ofFrame.length > 0) return { journeys: [], advice: walkAll(`every screen has ${ofFrame[0]}`) }
  const reached = screensOf(graph, own)
  if (reached.size > MOST_SCREENS)
    return { journeys: [], advice: walkAll(`the change reaches ${reached.size} screens`) }
  const opened = [...graph.keys()]
    .filter((file) => file.endsWith('.e2e.ts'))
    .map((file) => ({ file, screens: openedBy(graph, file, textOf) }))
    .filter((one) => [...one.screens].some((name) => reached.has(name)))
    .toSorted((a, b) => a.screens.size - b.screens.size || (a.file < b.file ? -1 : 1))
  const files = opened.map(({ file }) => file)
  const left = files.slice(MOST_JOURNEYS)
  return {
    journeys: files.slice(0, MOST_JOURNEYS),
    ...(left.length > 0 && {
      advice: `Journeys of the same screens: npm test -- ${left.join(' ')}`,
    }),
  }
}

const walkAll = (why: string) => `Walk all journeys before the merge: npm run test:web (${why})`

function screensOf(graph: ImportGraph, changed: readonly string[]): Set<PathName> {
  const files = reachedBy(graph, changed)
  const ofServer = changed.flatMap(
    (file) => /^src\/server\/features\/([^/]+\/)/.exec(file)?.[1] ?? [],
  )
  const names = Object.keys(screens) as PathName[]
  return new Set(
    names.filter((name) => {
      const { page } = screens[name]
      return (
        files.has(`src/web/features/${page}-page.tsx`) ||
        ofServer.some((feature) => page.startsWith(feature))
      )
    }),
  )
}

/** The screens whose addresses a journey and its steps name. */
function openedBy(
  graph: ImportGraph,
  journey: string,
  textOf: (file: string) => string,
): ReadonlySet<PathName> {
  const steps = new Set<string>()
  const open = [journey]
  for (let file; (file = open.pop()) !== undefined;) {
    if (steps.has(file) || !file.startsWith('test/e2e/') || file === ADDRESSES) continue
    steps.add(file)
    open.push(...(graph.get(file) ?? []))
  }
  if (VISITS_ALL.test(textOf(journey))) return new Set()
  const addresses = [...steps].flatMap((file) => textOf(file).match(ADDRESS) ?? [])
  // An id in an address is an expression, which ends where its own dots and calls begin.
  const named = addresses.map((one) => screenAt(one.replaceAll(/\$\{.*?(?:\}|$)/g, 'id')))
  return new Set(named.filter((name) => name !== undefined))
}
