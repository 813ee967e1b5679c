import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modbusRelayConnection } from '#contract/device/relay.ts'
import { modbusRelays } from './modbus-relays.ts'

test('a coil is switched by the frame of the specification, over RTU with its checksum', async () => {
  const written: string[] = []
  const answers = ['01050000ff008c3a', '010201016048']
  const connection = modbusRelayConnection.parse({
    host: '192.168.1.9',
    framing: 'rtu',
    red: 0,
    loop: 3,
  })
  const board = modbusRelays(connection, () =>
    Promise.resolve({
      write: (bytes) => void written.push(Buffer.from(bytes).toString('hex')),
      chunks: (async function* () {
        for (const answer of answers) yield Buffer.from(answer, 'hex')
      })(),
      close: () => {},
    }),
  )
  assert.deepEqual(board.channels, ['red'])
  await board.set('red', true)
  assert.equal(written[0], '01050000ff008c3a')
  assert.equal(await board.loop(), true)
  assert.equal(written[1]!.slice(0, 12), '010200030001')
  // The line ended, so the next request opens another one, which ends at once.
  await assert.rejects(board.read('red'))
})
