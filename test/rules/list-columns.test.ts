import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { exportedLists } from '#server/features/report/lists/exported-lists.ts'

const SRC = path.join(import.meta.dirname, '../../src')
const FEATURES = path.join(SRC, 'web/features')

/** A screen may say how a column looks; its title, kind and value are the contract's. */
test('no screen describes a column of a list on its own', () => {
  const screens = globSync('**/*.{ts,tsx}', { cwd: FEATURES })
  const sources = screens.map(
    (file) => [file, readFileSync(path.join(FEATURES, file), 'utf8')] as const,
  )
  const drawn = sources.filter(([, source]) => source.includes('screenColumns('))
  assert.ok(drawn.length >= 10, `only ${drawn.length} screens take their columns from the contract`)
  const own = sources.filter(([, source]) =>
    /\bColumn\b[^\n]*from '#web\/ui\/list\/list-types/.test(source),
  )
  assert.deepEqual(
    own.map(([file]) => file),
    [],
  )
})

test('each list of the contract is drawn by a screen', () => {
  const screens = globSync('**/*.{ts,tsx}', { cwd: FEATURES }).map((file) =>
    readFileSync(path.join(FEATURES, file), 'utf8'),
  )
  const lists = globSync('*-columns.ts', { cwd: path.join(SRC, 'contract/lists') })
  assert.ok(lists.length >= exportedLists.size)
  for (const list of lists)
    assert.ok(
      screens.some((source) => source.includes(`#contract/lists/${list}`)),
      list,
    )
})
