import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasUnsaved, hold, saveAll, listUnsaved, type UnsavedForm } from './leave-guard.ts'

/** A changed form that counts as unchanged as soon as it is saved, as the real ones do. */
function form(saves: () => boolean, passing = () => false) {
  const tries: boolean[] = []
  const place: UnsavedForm = {
    save: async () => {
      tries.push(saves())
      if (tries.at(-1)) release()
      return tries.at(-1)!
    },
    passing,
  }
  const release = hold(place)
  return { tries, release }
}

test('two changed forms of one page both ask and are both saved', async () => {
  const [one, other] = [form(() => true), form(() => true)]
  assert.equal(listUnsaved().length, 2)
  assert.equal(await saveAll(), true)
  assert.deepEqual([one.tries, other.tries], [[true], [true]])
  assert.equal(hasUnsaved(), false)
})

test('a refused form keeps the page; forms saved before it are not saved again', async () => {
  let right = false
  const [one, wrong, last] = [form(() => true), form(() => right), form(() => true)]
  assert.equal(await saveAll(), false)
  assert.deepEqual([one.tries, wrong.tries, last.tries], [[true], [false], []])
  assert.equal(listUnsaved().length, 2)
  right = true
  assert.equal(await saveAll(), true)
  assert.deepEqual([one.tries, wrong.tries, last.tries], [[true], [false, true], [true]])
})

test('a saved form with a next step does not ask, its neighbour does', () => {
  const [going, staying] = [
    form(
      () => true,
      () => true,
    ),
    form(() => true),
  ]
  assert.equal(listUnsaved().length, 1)
  staying.release()
  assert.equal(hasUnsaved(), false)
  going.release()
})
