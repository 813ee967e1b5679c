import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { MEASURED_SECONDS, planBrowserSlots, secondsOf, TRUCK_FILES } from './browser-slots.ts'

const root = path.resolve(import.meta.dirname, '..')
const files = globSync('test/e2e/**/*.e2e.ts', { cwd: root }).toSorted()
const names = files.map((file) => path.basename(file, '.e2e.ts'))

for (const walksAll of [true, false]) {
  const part = walksAll ? 'all journeys' : 'the journeys of npm test'

  test(`every file runs once, whatever the order in which it was found: ${part}`, () => {
    const slots = planBrowserSlots(files, walksAll)
    assert.ok(files.length > 30)
    assert.deepEqual(slots.flatMap((slot) => slot.files).toSorted(), files)
    assert.deepEqual(planBrowserSlots(files.toReversed(), walksAll), slots)
  })

  test(`the longest slot exceeds the shortest by less than one ordinary file: ${part}`, () => {
    const sums = planBrowserSlots(files, walksAll).map((slot) =>
      slot.files.reduce((sum, file) => sum + secondsOf(file, walksAll), 0),
    )
    assert.ok(Math.max(...sums) - Math.min(...sums) < 15, `${sums.join(', ')} s`)
  })

  test(`no journey of a calm slot uses trucks of the yard simulator: ${part}`, () => {
    for (const { isCalm, files: own } of planBrowserSlots(files, walksAll))
      if (isCalm)
        for (const file of own)
          assert.doesNotMatch(
            readFileSync(path.join(root, file), 'utf8'),
            /support\/yard\.ts'/,
            file,
          )
  })
}

test('few files wait to be measured: unmeasured, the longest of them makes a slot twice as long as the others', () => {
  const waiting = names.filter((name) => !(name in MEASURED_SECONDS))
  assert.ok(waiting.length <= 5, waiting.join(', '))
})

test('a file that was not measured has a slot, and each name of the lists is a file', () => {
  const known = planBrowserSlots([...files, 'test/e2e/unheard-of.e2e.ts'], true)
  assert.ok(known.some((slot) => slot.files.includes('test/e2e/unheard-of.e2e.ts')))
  const listed = [...TRUCK_FILES, ...Object.keys(MEASURED_SECONDS)]
  assert.deepEqual(
    listed.filter((name) => !names.includes(name)),
    [],
  )
})
