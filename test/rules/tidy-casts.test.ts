import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '../..')

// Where the types of a library leave out what it has: a pool's connection, twice, and a lazily loaded generic part.
const DOUBLE_CASTS = [
  'src/server/db/connection/lending-pool.ts',
  'src/server/demo/moments.ts',
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
