import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '../..')

interface Source {
  readonly file: string
  readonly text: string
  readonly imports: readonly string[]
}

const sources = read('src')

function read(dir: string): Source[] {
  return readdirSync(path.join(root, dir), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name))
    .map((entry) => {
      const file = path.relative(root, path.join(entry.parentPath, entry.name))
      const text = readFileSync(path.join(root, file), 'utf8')
      return { file, text, imports: importsOf(file, text) }
    })
}

/** What a file imports, as paths from the root for our own files and as package names for others. */
function importsOf(file: string, text: string): string[] {
  const statement =
    /^(?:import|export|\})[^'\n]*? from '([^'\n]+)'|^import '([^'\n]+)'|\bimport\('([^'\n]+)'\)/gm
  const found = [...text.matchAll(statement)].map((match) => match[1] ?? match[2] ?? match[3]!)
  return found.map((name) => {
    if (name.startsWith('#test/')) return name.replace('#test/', 'test/')
    if (name.startsWith('#')) return `src/${name.slice(1)}`
    return name.startsWith('.') ? path.join(path.dirname(file), name) : name
  })
}

const inRoom = (room: string) => sources.filter(({ file }) => file.startsWith(`src/${room}/`))
const product = () => sources.filter(({ file }) => !file.includes('.test.'))
const breaches = (list: readonly Source[], bad: (imported: string, source: Source) => boolean) =>
  list.flatMap((source) =>
    source.imports.filter((name) => bad(name, source)).map((name) => `${source.file} → ${name}`),
  )
const isOurs = (name: string) => name.startsWith('src/')
const inside = (name: string, ...rooms: string[]) =>
  rooms.some((room) => name.startsWith(`src/${room}/`))

test('the sources of every room are found', () => {
  assert.ok(sources.length > 150, `${sources.length} files`)
  for (const room of ['contract', 'http', 'server', 'agent', 'simulators', 'web'])
    assert.ok(inRoom(room).length > 3, room)
})

test('the contract imports zod and nothing else', () => {
  const list = inRoom('contract').filter(({ file }) => !file.includes('.test.'))
  assert.deepEqual(
    breaches(list, (name) => !inside(name, 'contract') && name !== 'zod/mini'),
    [],
  )
})

test('http imports only the contract', () => {
  assert.deepEqual(
    breaches(inRoom('http'), (name) => isOurs(name) && !inside(name, 'contract', 'http')),
    [],
  )
})

test('server, agent, simulators and web never import each other', () => {
  const allowed = {
    server: ['contract', 'http', 'server'],
    agent: ['contract', 'http', 'agent'],
    web: ['contract', 'web'],
    simulators: ['simulators'],
  }
  for (const [room, rooms] of Object.entries(allowed)) {
    const list = inRoom(room).filter(({ file }) => !file.includes('.test.'))
    assert.deepEqual(
      breaches(list, (name) => isOurs(name) && !inside(name, ...rooms)),
      [],
      room,
    )
  }
})

test('the yard simulator and the bank simulator never import each other', () => {
  assert.deepEqual(
    breaches(inRoom('simulators/yard'), (name) => inside(name, 'simulators/bank')),
    [],
  )
  assert.deepEqual(
    breaches(inRoom('simulators/bank'), (name) => inside(name, 'simulators/yard')),
    [],
  )
})

const FEATURES = [
  'audit',
  'user',
  'auth',
  'company',
  'bank',
  'file',
  'supplier',
  'product',
  'price',
  'device',
  'visit',
  'weight-act',
  'instrument',
  'act',
  'document-text',
  'payment',
  'report',
  'installation',
]

test('a feature imports only the features before it', () => {
  const featureOf = (file: string) => /src\/server\/features\/([^/]+)\//.exec(file)?.[1]
  const list = product().filter(({ file }) => featureOf(file))
  assert.deepEqual(
    [...new Set(list.map(({ file }) => featureOf(file)!))].filter(
      (name) => !FEATURES.includes(name),
    ),
    [],
  )
  const late = breaches(list, (name, { file }) => {
    const used = featureOf(name)
    return used !== undefined && FEATURES.indexOf(used) > FEATURES.indexOf(featureOf(file)!)
  })
  assert.deepEqual(late, [])
})

test('code that features share imports no feature', () => {
  const rooms = [
    'src/server/auth/',
    'src/server/db/',
    'src/server/arithmetic/',
    'src/server/live/',
    'src/web/ui/',
    'src/web/list/',
    'src/web/api/',
    'src/web/state/',
  ]
  const list = product().filter(({ file }) => rooms.some((room) => file.startsWith(room)))
  const upward = breaches(list, (name) => name.includes('/features/'))
  assert.deepEqual([list.length > 20, upward], [true, []])
})

test('SQL is only in query files, in reports, which are a query each, and in the database room', () => {
  const home = /(-queries\.ts|server\/db\/|server\/demo\/|server\/features\/report\/kinds\/)/
  const speaks = /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]*>)?`|\.query\(/
  const list = product().filter(
    ({ file }) =>
      file.startsWith('src/server/') && !home.test(file) && !file.endsWith('live-changes.ts'),
  )
  assert.deepEqual(
    list.filter(({ text }) => speaks.test(text)).map(({ file }) => file),
    [],
  )
})

test('the environment is read only in config files', () => {
  const list = product().filter(({ file }) => !file.endsWith('config.ts'))
  assert.deepEqual(
    list.filter(({ text }) => /process\.env|import\.meta\.env/.test(text)).map(({ file }) => file),
    [],
  )
})

test('connections are opened only by the web API, the one way outside, bank adapters, the check of a route, the store of files, the agent, the simulators and between processes', () => {
  const home =
    /^src\/(web\/api\/|web\/offline\/service-worker\.ts$|agent\/|simulators\/|server\/outbound\/|server\/features\/bank\/providers\/|server\/features\/device\/peers\/|server\/features\/company\/routes\/check-routes\.ts$|server\/storage\/s3\/s3-client\.ts$|server\/demo\/)/
  // Where connections come in.
  const entrance = /^src\/server\/admission\//
  const opens =
    /\bfetch\(|from 'node:(net|tls|http|https|dgram)'|new XMLHttpRequest|new WebSocket\(/
  assert.deepEqual(
    product()
      .filter(({ file, text }) => !home.test(file) && !entrance.test(file) && opens.test(text))
      .map(({ file }) => file),
    [],
  )
})

test('the product runs no command, evaluates no text and sets no HTML', () => {
  const list = product().filter(({ file }) => /^src\/(server|web|contract|http)\//.test(file))
  const bad =
    /child_process|\beval\(|new Function\(|dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|document\.write\(|z\.coerce/
  // It starts a program of ours, no command (docs/decisions/0017): `fork` alone, and that file alone.
  const forks = /^import \{ fork, type ChildProcess \} from 'node:child_process'$/m
  const judged = ({ file, text }: { file: string; text: string }) =>
    file.endsWith('unpack/start-reader.ts') ? text.replace(forks, '') : text
  assert.deepEqual(
    list
      .filter((one) => bad.test(judged(one)) && !one.file.endsWith('ui/print/print-body.tsx'))
      .map(({ file }) => file),
    [],
  )
})

test('random values come from the system, except in the simulators', () => {
  const list = product().filter(({ file }) => !file.startsWith('src/simulators/'))
  assert.deepEqual(
    list.filter(({ text }) => /Math\.random/.test(text)).map(({ file }) => file),
    [],
  )
})

test('file names are in kebab-case and name their content', () => {
  const odd = sources
    .map(({ file }) => path.basename(file))
    .filter(
      (name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.tsx?$/.test(name) && name !== 'vite.config.ts',
    )
  assert.deepEqual(odd, [])
  const empty = /^(index|utils?|helpers?|types|services|common|misc)\.tsx?$/
  assert.deepEqual(
    sources
      .map(({ file }) => file)
      .filter((file) => empty.test(path.basename(file)) && file !== 'src/server/services.ts'),
    [],
  )
})

test('no file is longer than 300 lines', () => {
  const list = [...sources, ...['test', 'bench', 'scripts'].flatMap(read)]
  const made = 'src/server/db/schema.ts'
  const long = list
    .filter(({ file }) => file !== made)
    .filter(({ text }) => text.split('\n').length > 301)
    .map(({ file }) => file)
  assert.deepEqual(long, [])
})

test('every exported name is used by another file', () => {
  const all = [...sources, ...['test', 'bench', 'scripts'].flatMap(read)]
  const users = new Map<string, number>()
  for (const { text } of all)
    for (const word of new Set(text.match(/[\w$]+/g))) users.set(word, (users.get(word) ?? 0) + 1)
  const shown = /^export (?:async )?(function\*?|const|let|class|interface|type) ([\w$]+)/gm
  const judged = all.filter(({ file }) => file !== 'src/server/db/schema.ts')
  const unused = judged.flatMap(({ file, text }) =>
    [...text.matchAll(shown)]
      .filter(([, kind, name]) => {
        // A shape may be exported for the reader alone, if its own file uses it.
        const isShape = kind === 'interface' || kind === 'type'
        const inside = isShape && text.split(new RegExp(`\\b${name}\\b`)).length > 2
        return users.get(name!) === 1 && !inside
      })
      .map(([, , name]) => `${file}: ${name}`),
  )
  const cure = 'List it where its kind is registered (all.ts, …-routes.ts), or do not export it'
  assert.deepEqual(unused, [], cure)
})

test('every test asserts', () => {
  const tests = [
    ...sources.filter(({ file }) => file.includes('.test.')),
    ...read('test').filter(({ file }) => file.includes('.test.')),
  ]
  assert.ok(tests.length > 30)
  assert.deepEqual(
    tests.filter(({ text }) => !/assert|expect\(/.test(text)).map(({ file }) => file),
    [],
  )
  assert.deepEqual(
    tests
      .filter(({ text }) => /\b(test|it|describe)\.(skip|only|todo)\(/.test(text))
      .map(({ file }) => file),
    [],
  )
})

test('every browser test uses the page that checks the content policy', () => {
  const list = read('test/e2e').filter(({ file }) => file.endsWith('.e2e.ts'))
  assert.ok(list.length > 5)
  const bare = /import [^;]*?\btest\b[^;]*? from '@playwright\/test'/
  assert.deepEqual(
    list
      .filter(
        ({ text }) =>
          bare.test(text) || !/\btest \} from '\.\.?\/(?:[\w./-]+\/)?held-page\.ts'/.test(text),
      )
      .map(({ file }) => file),
    [],
  )
})

test('the product has no TODO and no suppressed error', () => {
  const marks = /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|expect-error|nocheck)/
  assert.deepEqual(
    product()
      .filter(({ text }) => marks.test(text))
      .map(({ file }) => file),
    [],
  )
})
