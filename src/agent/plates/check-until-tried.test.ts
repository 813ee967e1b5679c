import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '#http/refusal.ts'
import { until } from '#test/support/until.ts'
import { deviceState } from '../site/device-state.ts'
import { checkUntilTried } from './watch-plates.ts'

const PACE = { firstMs: 1, againMs: 5 }

test('a working plate camera is checked once, before the first vehicle', async () => {
  const { state, camera, photos } = open(() => true)
  const end = checkUntilTried(state, camera, PACE)
  await until(() => state.now.status === 'online')
  await sleep(10)
  const taken = photos()
  await sleep(40)
  end()
  assert.equal(photos(), taken)
})

test('a plate camera that does not answer is checked again until it does, and never after the watch has ended', async () => {
  let answers = false
  const { state, camera, photos } = open(() => answers)
  const end = checkUntilTried(state, camera, PACE)
  await until(() => photos() >= 3)
  assert.equal(state.now.status, 'offline')
  answers = true
  await until(() => state.now.status === 'online')
  end()
  const lost = open(() => false)
  checkUntilTried(lost.state, lost.camera, PACE)()
  await sleep(40)
  assert.equal(lost.photos(), 0)
})

test('a failure to read plates is reported although the camera answers', async () => {
  const { state, camera } = open(() => true)
  const end = checkUntilTried(state, camera, PACE)
  state.set('offline', 'Сервис номеров не отвечает')
  await sleep(40)
  end()
  assert.equal(state.now.detail, 'Сервис номеров не отвечает')
})

function open(answers: () => boolean) {
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff)
  let taken = 0
  const photo = async () => {
    taken++
    if (!answers()) refuse('device.offline')
    return { jpeg, taken_at: performance.now() }
  }
  const state = deviceState('019f3a52-7c00-7000-8000-000000000009', () => {})
  return { state, camera: () => ({ photo }), photos: () => taken }
}
