import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '#test/support/database.ts'
import { standBetween } from '#test/failures/tcp-between.ts'
import { openLiveChanges } from './live-changes.ts'

const warnings: Error[] = []
const keepWarning = (warning: Error) => void warnings.push(warning)
process.on('warning', keepWarning)
after(() => void process.off('warning', keepWarning))

test('a listener notices a frozen database and reconnects afterwards', async () => {
  const database = await openTestDatabase()
  const address = new URL(database.url)
  const wire = await standBetween(Number(address.port))
  address.port = String(wire.port)
  const told: boolean[] = []
  const waiting = new Map<boolean, () => void>()
  const hear = (connected: boolean) => {
    told.push(connected)
    waiting.get(connected)?.()
  }
  const next = (connected: boolean) =>
    new Promise<void>((resolve) => void waiting.set(connected, resolve))
  const live = await openLiveChanges({
    databaseUrl: address.href,
    heartbeatMs: 20,
    onRights: () => undefined,
    onConnected: hear,
  })
  const lost = next(false)
  wire.freeze(true)
  await lost
  const found = next(true)
  wire.freeze(false)
  await found
  assert.deepEqual([told[0], told[1], told.at(-1)], [true, false, true])
  assert.deepEqual(warnings, [], 'the driver gives up queues of its own: one proof after another')
  await live.stop()
  await wire.close()
  await database.drop()
})
