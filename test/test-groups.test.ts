import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { LONGEST, TEST_FILES, testGroups } from '../scripts/test-groups.ts'

const plain = "test('two and two are four', () => assert.equal(2 + 2, 4))"
const sources: Record<string, string> = {
  'test/one.test.ts': plain,
  'src/agent/two.test.ts': plain,
  'src/server/hooks.test.ts': `beforeEach(clear)\n${plain}`,
  'src/server/program.test.ts': `import { spawn } from 'node:child_process'\n${plain}`,
  'src/web/globals.test.ts': `globalThis.window = page\n${plain}`,
  'src/web/page.test.ts': plain,
}
for (let n = 10; n < 30; n++) sources[`src/server/f${n}.test.ts`] = plain
const groupsOf = (files: readonly string[]) => testGroups(files, (file) => sources[file] ?? plain)

test('files whose hooks, programs or globals others would feel have a process each', () => {
  assert.deepEqual(groupsOf(Object.keys(sources)).alone.flat().toSorted(), [
    'src/server/hooks.test.ts',
    'src/server/program.test.ts',
    'src/web/globals.test.ts',
    'test/one.test.ts',
  ])
})

test('the longest of the files alone come first, in their order', () => {
  const files = ['test/a.test.ts', 'test/stale-weight.test.ts', 'test/yard-day.test.ts']
  assert.deepEqual(groupsOf(files).alone.flat(), files.toReversed())
})

test('the others share processes of even size, and each file is run once', () => {
  const { shared, alone } = groupsOf(Object.keys(sources))
  assert.deepEqual(
    shared.map((group) => group.length),
    [10, 10, 1, 1],
  )
  assert.deepEqual([...shared, ...alone].flat().toSorted(), Object.keys(sources).toSorted())
})

test('a room without files makes no group', () => {
  assert.deepEqual(groupsOf([]), { shared: [], alone: [] })
})

test('every file of tests is found by the runner', () => {
  const cwd = path.resolve(import.meta.dirname, '..')
  const exclude = ['node_modules', 'dist', 'data', '.tsbuild']
  const all = globSync('**/*.test.{ts,tsx}', { cwd, exclude })
  assert.ok(all.length > 200)
  assert.deepEqual(globSync(TEST_FILES, { cwd }).toSorted(), all.toSorted())
  assert.deepEqual(
    LONGEST.filter((file) => !all.includes(file)),
    [],
  )
})
