import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionProblems } from './assert-connection.ts'

const bad = (connection: Record<string, unknown>) => Object.keys(connectionProblems(connection))

test('a literal address outside the networks of yards is refused at its field', () => {
  for (const host of [
    '192.168.1.20',
    '10.0.0.7',
    '172.31.0.1',
    '127.0.0.1',
    'moxa.local',
    'fe80::1',
  ])
    assert.deepEqual(bad({ transport: { type: 'tcp', host }, host }), [], host)
  for (const host of ['8.8.8.8', '172.32.0.1', '192.168.1', '192.168.1.256', '169.254.1.1'])
    assert.deepEqual(
      bad({ transport: { type: 'tcp', host }, host }),
      ['transport.host', 'host'],
      host,
    )
  assert.deepEqual(bad({ url: 'http://192.168.1.64:80/pic' }), [])
  assert.deepEqual(bad({ url: 'http://cam.yard.local/pic' }), [])
  assert.deepEqual(bad({ url: 'rtsp://93.184.216.34:554/1' }), ['url'])
})

test('each channel of a relay board has an output of its own', () => {
  assert.deepEqual(bad({ red: 0, green: 1, barrier: 2 }), [])
  assert.deepEqual(bad({ red: 0 }), [])
  assert.deepEqual(bad({ red: 1, green: 1 }), ['green'])
  assert.deepEqual(bad({ red: '1', green: '2', barrier: '1' }), ['barrier'])
})
