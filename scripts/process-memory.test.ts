import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureTree, parseRollup, processTree } from './process-memory.ts'

test('the kernel’s sums over a process are read in kilobytes', () => {
  const text = '00400000-7ffd [rollup]\nRss:              148012 kB\nPss:               85120 kB\n'
  assert.deepEqual(parseRollup(text), { pss: 85_120, rss: 148_012 })
  assert.ok(Number.isNaN(parseRollup('').pss))
})

test('a process tree has the children of children and no other process', () => {
  const parents = new Map([
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 1],
  ])
  assert.deepEqual(processTree(2, parents), [2, 3, 4])
})

test(
  'the own process is measured with its command line',
  { skip: process.platform !== 'linux' },
  () => {
    const [own] = measureTree(process.pid)
    assert.match(own!.command, /process-memory\.test\.ts|--test/)
    assert.ok(own!.memory.pss > 0 && own!.memory.pss <= own!.memory.rss)
  },
)
