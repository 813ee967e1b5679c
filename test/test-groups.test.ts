import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { TEST_FILES, testGroups } from '../scripts/test-groups.ts'

const plain = "test('two and two are four', () => assert.equal(2 + 2, 4))"
const sources: Record<string, string> = {
  'src/agent/one.test.ts': plain,
  'src/server/hooks.test.ts': `beforeEach(clear)\n${plain}`,
  'src/server/program.test.ts': `import { spawn } from 'node:child_process'\n${plain}`,
  'src/web/globals.test.ts': `globalThis.window = page\n${plain}`,
  'src/web/page.test.ts': plain,
}
for (let n = 10; n < 30; n++) sources[`src/server/f${n}.test.ts`] = plain

test('files whose hooks, programs or globals others would feel, and those of clocks, have a process each', () => {
  const groups = testGroups(Object.keys(sources), (file) => sources[file]!)
  const alone = groups.filter((group) => group.length === 1).flat()
  assert.deepEqual(alone.toSorted(), [
    'src/agent/one.test.ts',
    'src/server/hooks.test.ts',
    'src/server/program.test.ts',
    'src/web/globals.test.ts',
    'src/web/page.test.ts',
  ])
})

test('files alone come after all that share, when a browser may have done', () => {
  const groups = testGroups(Object.keys(sources), (file) => sources[file]!)
  const [first, ...others] = groups.map((group) => group.join(' '))
  assert.ok(first!.includes('src/server/f10.test.ts'))
  assert.deepEqual(others.slice(-4), Object.keys(sources).slice(0, 4))
})

test('of the files alone the one that gives itself the most time comes first', () => {
  const timed = (ms: string) => `process.env\ntest('x', { timeout: ${ms} }, run)`
  const named = { a: plain, b: timed('60_000'), c: timed('240_000'), d: plain }
  const groups = testGroups(Object.keys(named), (file) => named[file as keyof typeof named])
  assert.deepEqual(groups.flat(), ['c', 'b', 'a', 'd'])
})

test('the others share processes of even size, and each file is run once', () => {
  const groups = testGroups(Object.keys(sources), (file) => sources[file]!)
  assert.deepEqual(
    groups.filter((group) => group.length > 1).map((group) => group.length),
    [10, 10],
  )
  assert.deepEqual(groups.flat().toSorted(), Object.keys(sources).toSorted())
})

test('a room without files makes no group', () => {
  assert.deepEqual(
    testGroups([], () => ''),
    [],
  )
})

test('every file of tests is found by the runner', () => {
  const cwd = path.resolve(import.meta.dirname, '..')
  const exclude = ['node_modules', 'dist', 'data', '.tsbuild']
  const all = globSync('**/*.test.{ts,tsx}', { cwd, exclude })
  assert.ok(all.length > 200)
  assert.deepEqual(globSync(TEST_FILES, { cwd }).toSorted(), all.toSorted())
})
