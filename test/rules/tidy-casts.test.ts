import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '../..')

// Where the types of a library leave out what it has: a pool's connection, twice, and a lazily loaded generic part.
const DOUBLE_CASTS = [
  'src/server/db/connection/lending-pool.ts',
  'src/server/demo/clock.ts',
  'src/web/ui/layout/lazy-part.tsx',
]

const files = ['src', 'test', 'bench', 'scripts']
  .flatMap((dir) =>
    readdirSync(path.join(root, dir), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(dir, name),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/^src\/(http|contract)\//.test(file))

/** The files with a cast, once for each of its uses. */
const withCast = (words: string) => {
  const cast = new RegExp(`\\b${words}\\b`, 'g')
  return files.flatMap((file) =>
    (readFileSync(path.join(root, file), 'utf8').match(cast) ?? []).map(() => file),
  )
}

test('only http and contract have casts that bypass the compiler', () => {
  assert.ok(files.length > 1000, `${files.length} files`)
  assert.deepEqual(withCast(['as', 'never'].join(' ')), [])
  assert.deepEqual(withCast(['as', 'unknown', 'as'].join(' ')).toSorted(), DOUBLE_CASTS)
})

/** `NAME[word]` and `word in NAME` of a table that any word may ask: both find what every object inherits. */
function openLookups(text: string): string[] {
  const tables = text.matchAll(/const ([A-Z][A-Z_]+): (?:Readonly<)?Record<string,/g)
  return [...tables].flatMap(([, name]) => {
    const lookup = new RegExp(`(?<![\\w.])${name}\\[(?!['"\\d])[^\\]]+\\]|\\w+ in ${name}\\b`, 'g')
    return text.match(lookup) ?? []
  })
}

test('a table of the server is asked by a word with ownValue alone, which knows nothing inherited', () => {
  const table = 'const A_B: Readonly<Record<string, string>> = {}\n'
  assert.deepEqual(openLookups(`${table}A_B[word] A_B['x'] word in A_B`), [
    'A_B[word]',
    'word in A_B',
  ])
  const found = ['contract', 'http', 'server'].flatMap((room) =>
    readdirSync(path.join(root, 'src', room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$/.test(name))
      .flatMap((name) => {
        const file = path.join('src', room, name)
        return openLookups(readFileSync(path.join(root, file), 'utf8')).map((one) => [file, one])
      }),
  )
  assert.deepEqual(found, [])
})
