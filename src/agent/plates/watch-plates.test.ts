import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { agentClock } from '../clock.ts'
import type { PlateCandidate, PlateReader } from './plate-reader.ts'
import { watchPlates } from './watch-plates.ts'
import { until } from '#test/support/until.ts'

const [FIRST, SECOND] = ['01M7Y45MKV8Z3X9QK2W4T6N7PR', '01M7Y45MKV8Z3X9QK2W4T6N7PS'] as const

describe('the plate of the present load', () => {
  test('a late reading of the previous vehicle is not given to the next load', async () => {
    const asked: ((plate: string) => void)[] = []
    const watch = open({
      read: () =>
        new Promise((resolve) => asked.push((plate) => resolve([candidate(plate, 0.95)]))),
    })
    watch.settled(FIRST)
    await until(() => asked.length === 1)
    watch.emptied()
    watch.settled(SECOND)
    await until(() => asked.length === 2)
    asked[0]!('А123ВС77')
    await sleep(20)
    assert.equal(watch.freshReading(), undefined)
    asked[1]!('К777ХХ199')
    await until(() => watch.freshReading() !== undefined)
    assert.equal(watch.freshReading()?.plate, 'К777ХХ199')
  })

  test('two equal readings fill the field, and the plate stays half a minute on the empty scale', async () => {
    const watch = open({ read: () => Promise.resolve([candidate('М456ОР178', 0.7)]) })
    watch.settled(FIRST)
    await until(() => watch.freshReading()?.confidence_bp === 9730)
    watch.emptied()
    assert.equal(watch.freshReading()?.plate, 'М456ОР178')
    watch.arrived(SECOND)
    assert.equal(watch.freshReading(), undefined)
  })

  test('a load with lost frames is read again when a screen asks', async () => {
    let asked = 0
    const watch = open({
      read: () =>
        ++asked === 1 || asked > 5
          ? Promise.resolve([candidate('М456ОР178', 0.9)])
          : Promise.reject(new Error('A newer frame took its place')),
    })
    watch.settled(FIRST)
    await until(() => asked === 5)
    assert.equal(watch.freshReading()?.confidence_bp, 8400)
    await until(() => {
      void watch.current()
      return watch.freshReading()?.confidence_bp === 9900
    })
    assert.equal(asked, 6)
  })

  test('a plate read with high confidence is searched at its place, and in the whole picture when it is not there', async () => {
    const box = { x: 600, y: 400, width: 200, height: 50 }
    const rois: unknown[] = []
    const watch = open({
      read: (_jpeg, { roi }) => {
        rois.push(roi)
        const gone = rois.length === 3
        return Promise.resolve(gone ? [] : [{ ...candidate('М456ОР178', 0.75), box }])
      },
    })
    watch.settled(FIRST)
    await until(() => watch.freshReading()?.confidence_bp === 9844)
    const place = { x: 500, y: 330, width: 400, height: 190 }
    assert.deepEqual(rois, [undefined, place, place, undefined])
    watch.emptied()
    watch.settled(SECOND)
    await until(() => rois.length > 4)
    assert.equal(rois[4], undefined)
  })

  test('a screen that asks while a frame is being read gets the result of that frame', async () => {
    let answer: (candidates: PlateCandidate[]) => void = () => {}
    let asked = 0
    const watch = open({
      read: () => {
        asked++
        return new Promise((resolve) => (answer = resolve))
      },
    })
    watch.settled(FIRST)
    await until(() => asked === 1)
    const shown = watch.current()
    await sleep(20)
    answer([candidate('М456ОР178', 0.9)])
    assert.equal((await shown).plate, 'М456ОР178')
    assert.equal(asked, 1)
  })

  test('a check by an installer answers its own frame and does not change the load', async () => {
    const plates = ['М456ОР178', 'М456ОР178', 'А001АА77']
    const watch = open({
      read: () => Promise.resolve([candidate(plates.shift() ?? plates[0]!, 0.9)]),
    })
    watch.settled(FIRST)
    await until(() => watch.freshReading()?.confidence_bp === 9900)
    const { reading, jpeg } = await watch.look()
    assert.equal(reading.plate, 'А001АА77')
    assert.equal(jpeg?.[0], 0xff)
    assert.equal(watch.freshReading()?.plate, 'М456ОР178')
  })
})

function open(reader: PlateReader) {
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff)
  return watchPlates({
    device_id: '019f3a52-7c00-7000-8000-000000000009',
    roi: undefined,
    camera: () => ({ photo: () => Promise.resolve({ jpeg, taken_at: performance.now() }) }),
    reader,
    clock: agentClock(20),
    tell: () => {},
    seen: () => {},
  })
}

function candidate(plate: string, confidence: number): PlateCandidate {
  const box = { x: 0, y: 0, width: 0, height: 0 }
  return { raw: plate, plate, confidence, chars: [confidence], box, form: 'ru-car' }
}
