import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { holdBuild } from '../../scripts/build-web.ts'

const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-build-'))
after(() => rm(dir, { recursive: true, force: true }))

test('the second of two concurrent builds waits for the first', async () => {
  const lock = path.join(dir, 'both.lock')
  const steps: string[] = []
  const free = await holdBuild(lock)
  const second = holdBuild(lock).then(async (freeSecond) => {
    steps.push('second')
    await freeSecond()
  })
  // Longer than the interval at which the second build checks the lock.
  await pause(500)
  steps.push('first')
  await free()
  await second
  assert.deepEqual(steps, ['first', 'second'])
  assert.equal(existsSync(lock), false)
})

test('a killed build does not block the next one', async () => {
  const lock = path.join(dir, 'killed.lock')
  // Above the largest number that Linux gives to a process.
  await writeFile(lock, '99999999')
  const free = await holdBuild(lock)
  await free()
})
