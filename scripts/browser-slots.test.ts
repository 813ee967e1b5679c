import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { MEASURED_SECONDS, planBrowserSlots, TRUCK_FILES } from './browser-slots.ts'

const root = path.resolve(import.meta.dirname, '..')
const files = globSync('test/e2e/**/*.e2e.ts', { cwd: root }).toSorted()
const names = files.map((file) => path.basename(file, '.e2e.ts'))

test('every file of journeys runs once, whatever the order in which it was found', () => {
  const slots = planBrowserSlots(files)
  assert.ok(files.length > 30)
  assert.deepEqual(slots.flatMap((slot) => slot.files).toSorted(), files)
  assert.deepEqual(planBrowserSlots(files.toReversed()), slots)
})

test('the longest slot exceeds the shortest by less than one ordinary file', () => {
  const sums = planBrowserSlots(files).map((slot) =>
    slot.files.reduce(
      (sum, file) => sum + (MEASURED_SECONDS[path.basename(file, '.e2e.ts')] ?? 15),
      0,
    ),
  )
  assert.ok(Math.max(...sums) - Math.min(...sums) < 15, `${sums.join(', ')} s`)
})

test('no journey of a calm slot uses trucks of the yard simulator', () => {
  for (const { isCalm, files: own } of planBrowserSlots(files))
    if (isCalm)
      for (const file of own)
        assert.doesNotMatch(
          readFileSync(path.join(root, file), 'utf8'),
          /from '\.\/yard\.ts'/,
          file,
        )
})

test('a file that was not measured has a slot, and each name of the lists is a file', () => {
  const known = planBrowserSlots([...files, 'test/e2e/unheard-of.e2e.ts'])
  assert.ok(known.some((slot) => slot.files.includes('test/e2e/unheard-of.e2e.ts')))
  const listed = [...TRUCK_FILES, ...Object.keys(MEASURED_SECONDS)]
  assert.deepEqual(
    listed.filter((name) => !names.includes(name)),
    [],
  )
})
