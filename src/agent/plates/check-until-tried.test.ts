import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '#http/refusal.ts'
import { agentClock } from '../clock.ts'
import { checkUntilTried } from './check-until-tried.ts'
import type { PlateCandidate } from './plate-reader.ts'
import { watchPlates } from './watch-plates.ts'

const PACE = { firstMs: 1, againMs: 5 }

test('a plate camera that works is on line before the first vehicle, and is then left alone', async () => {
  const { watch, photos } = open(() => true)
  assert.equal(watch.state.status, 'offline')
  const end = checkUntilTried(watch, PACE)
  await until(() => watch.state.status === 'online')
  const taken = photos()
  await sleep(40)
  end()
  assert.equal(photos(), taken)
  assert.equal(watch.known(), undefined)
})

test('one that does not answer is asked again until it does, and not after the end', async () => {
  let answers = false
  const { watch, photos } = open(() => answers)
  const end = checkUntilTried(watch, PACE)
  await until(() => photos() >= 3)
  assert.equal(watch.state.status, 'offline')
  answers = true
  await until(() => watch.state.status === 'online')
  end()
  const lost = open(() => false)
  const endAtOnce = checkUntilTried(lost.watch, PACE)
  endAtOnce()
  await sleep(40)
  assert.equal(lost.photos(), 0)
})

test('a failure to read is not covered up by a camera that answers', async () => {
  const { watch, photos } = open(
    () => true,
    async () => refuse('device.offline', { message: 'Сервис номеров не отвечает' }),
  )
  await assert.rejects(watch.look())
  const end = checkUntilTried(watch, PACE)
  await sleep(40)
  end()
  assert.equal(watch.state.detail, 'Сервис номеров не отвечает')
  assert.equal(photos(), 1)
})

function open(answers: () => boolean, read = async (): Promise<PlateCandidate[]> => []) {
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff)
  let taken = 0
  const photo = async () => {
    taken++
    if (!answers()) refuse('device.offline')
    return { jpeg, taken_at: performance.now() }
  }
  const watch = watchPlates({
    device_id: '019f3a52-7c00-7000-8000-000000000009',
    roi: undefined,
    camera: () => ({ photo }),
    reader: { read },
    clock: agentClock(),
    tell: () => {},
    seen: () => {},
  })
  return { watch, photos: () => taken }
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + 5000; !holds(); await sleep(2))
    assert.ok(performance.now() < end, 'did not come about in time')
}
