import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingOf } from '#test/readings.ts'
import { captureCommand } from './capture-command.ts'

const visit = { id: '01990000-0000-7000-8000-000000000001', version: 3, number: '261121-004' }
const load = {
  plate: 'А101АА77',
  reading: readingOf({ weight_g: 9_000_000 }),
  visit,
  note: undefined,
  comment: { comment: 'Ромашка' },
}
const never = () => assert.fail('asked without need')

test('a load of a vehicle on site becomes what the operator chooses, and nothing without a choice', async () => {
  const asked: string[] = []
  const say = (what: 'capture_mid' | 'capture_out' | undefined) => async (number: string) => {
    asked.push(number)
    return what
  }
  const { id, version } = visit
  const next = { id, version, reading: load.reading }
  assert.deepEqual(await captureCommand(load, say('capture_mid')), {
    command: 'capture_mid',
    ...next,
  })
  assert.deepEqual(await captureCommand(load, say('capture_out')), {
    command: 'capture_out',
    ...next,
  })
  assert.equal(await captureCommand(load, say(undefined)), undefined)
  assert.deepEqual(asked, ['261121-004', '261121-004', '261121-004'])
})

test('a noted exit and the arrival of a vehicle that is not on site need no choice', async () => {
  const noted = await captureCommand({ ...load, note: {} }, never)
  assert.equal(noted?.command, 'capture_out')
  assert.deepEqual(await captureCommand({ ...load, visit: null }, never), {
    command: 'capture_in',
    carnumber: 'А101АА77',
    reading: load.reading,
    comment: 'Ромашка',
  })
})
