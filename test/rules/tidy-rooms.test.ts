import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { readImports } from '../../scripts/import-graph.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** All code but tests, with the files that each imports, for a value, for a type or when it is needed. */
const graph = readImports(
  root,
  globSync('{src,test,bench,scripts}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  ),
)

/** The product's files alone. */
const imports = new Map([...graph].filter(([file]) => file.startsWith('src/')))

/** Groups of files each of which reaches the others (Tarjan's strongly connected components). */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = []
  const order = new Map<string, number>()
  const stack: string[] = []
  const reach = (file: string): number => {
    const own = order.size
    order.set(file, own)
    stack.push(file)
    let lowest = own
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) lowest = Math.min(lowest, reach(target))
      else if (stack.includes(target)) lowest = Math.min(lowest, order.get(target)!)
    }
    if (lowest === own) {
      const group = stack.splice(stack.indexOf(file))
      if (group.length > 1) circles.push(group.toSorted())
    }
    return lowest
  }
  for (const file of graph.keys()) if (!order.has(file)) reach(file)
  return circles
}

test('a circle of imports is found, also through types and files loaded when needed', () => {
  const files = { a: ['b', 'd'], b: ['c'], c: ['a'], d: ['e'], e: ['f'], f: ['e'], g: ['a'] }
  assert.deepEqual(circlesOf(new Map(Object.entries(files))), [
    ['e', 'f'],
    ['a', 'b', 'c'],
  ])
})

test('no files import each other in a circle, in the product, its scripts and its measurements', () => {
  assert.ok(imports.size > 1000, `${imports.size} files`)
  assert.ok([...imports.values()].flat().length > 4000)
  const checked = [...graph].filter(([file]) => !file.startsWith('test/'))
  assert.deepEqual(circlesOf(new Map(checked)), [])
})

/** 60 lines and the end of the last. */
const CRUMB = 61
/** Lazily loaded parts, drivers of scales, and texts that a pure test reads apart from a screen. */
const MAX_CRUMBS = 37
const CURE =
  'move it below its use in the one file that imports it, or join it with its siblings of the same thought'

test('a small file with one user in its own folder stands in that user', () => {
  const users = new Map<string, Set<string>>()
  for (const [file, targets] of graph)
    for (const target of targets) users.set(target, (users.get(target) ?? new Set()).add(file))
  const crumbs = [...imports.keys()].filter((file) => {
    const [user, ...others] = users.get(file) ?? []
    if (user === undefined || others.length > 0) return false
    if (path.dirname(user) !== path.dirname(file) || file === 'src/server/db/schema.ts')
      return false
    return readFileSync(path.join(root, file), 'utf8').split('\n').length <= CRUMB
  })
  assert.ok(
    crumbs.length <= MAX_CRUMBS,
    `${crumbs.length} of at most ${MAX_CRUMBS}: ${CURE}\n${crumbs.join('\n')}`,
  )
})

test('a folder holds at most twenty files', () => {
  const files = globSync('{src,test}/**/*.{ts,tsx}', { cwd: root })
  assert.ok(files.length > 1500, `${files.length} files`)
  const folders = Map.groupBy(files, (file) => path.dirname(file))
  assert.deepEqual(
    [...folders].flatMap(([folder, own]) => (own.length > 20 ? [`${folder}: ${own.length}`] : [])),
    [],
  )
})

/** The features of the screens; each may show what those before it made. */
const FEATURES = [
  'audit',
  'file',
  'device',
  'company',
  'bank',
  'document-text',
  'user',
  'product',
  'price',
  'supplier',
  'weighing',
  'weight-act',
  'act',
  'instrument',
  'visit',
  'payment',
  'report',
  'installation',
  'help',
]

test('a feature of the screens imports only the features before it', () => {
  const featureOf = (file: string) => /^src\/web\/features\/([^/]+)\//.exec(file)?.[1]
  const own = [...imports].filter(([file]) => featureOf(file))
  assert.deepEqual(
    [...new Set(own.map(([file]) => featureOf(file)!))].toSorted(),
    FEATURES.toSorted(),
  )
  const late = arrows(own, (target, file) => {
    const used = featureOf(target)
    return used !== undefined && FEATURES.indexOf(used) > FEATURES.indexOf(featureOf(file)!)
  })
  assert.deepEqual(late, [])
})

/**
 * What each room of the screens may use; the shell, the routes and the features stand above all. The list screen reads
 * its rows from the server, so it is a room above the calls; what it is drawn with is part of the kit.
 */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  router: ['router'],
  state: ['state'],
  ui: ['ui', 'state', 'router'],
  api: ['api', 'ui', 'state'],
  list: ['list', 'api', 'ui', 'state', 'router'],
  session: ['session', 'api', 'ui', 'state', 'router'],
  offline: ['offline', 'session', 'api', 'ui', 'state'],
}

test('rooms of the screens import only the rooms below them', () => {
  const roomOf = (file: string) => /^src\/web\/([^/]+)\//.exec(file)?.[1]
  const own = [...imports].filter(([file]) => (roomOf(file) ?? '') in BELOW)
  assert.ok(own.length > 100, `${own.length} files`)
  const up = arrows(own, (target, file) => {
    const used = roomOf(target)
    return used !== undefined && !BELOW[roomOf(file)!]!.includes(used)
  })
  assert.deepEqual(up, [])
})

/** The rooms of payments in the order in which money goes through them; their routes and jobs stand above all. */
const PAYMENT_ROOMS = ['prepare', 'send', 'reconcile', 'review']

test('a room of payments imports only the rooms before it', () => {
  const roomOf = (file: string) =>
    PAYMENT_ROOMS.findIndex((room) => file.startsWith(`src/server/features/payment/${room}/`))
  const own = [...imports].filter(([file]) => roomOf(file) >= 0)
  assert.deepEqual([...new Set(own.map(([file]) => roomOf(file)))].toSorted(), [0, 1, 2, 3])
  assert.deepEqual(
    arrows(own, (target, file) => roomOf(target) > roomOf(file)),
    [],
    'Move the part that both need to the earlier room, or to the folder above them',
  )
})

function arrows(
  files: readonly (readonly [string, readonly string[]])[],
  isBad: (target: string, file: string) => boolean,
): string[] {
  return files.flatMap(([file, targets]) =>
    targets.filter((target) => isBad(target, file)).map((target) => `${file} → ${target}`),
  )
}
