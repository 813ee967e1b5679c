import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { BadSettings } from '../../config.ts'
import { reachDatabase } from './reach.ts'

const known = process.env['TEST_DATABASE_URL']!

async function words(url: string): Promise<string> {
  const error = await reachDatabase(url).then(
    () => assert.fail('it was reached'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof BadSettings)
  return error.message
}

test('an address without an answer is refused with the name of its setting', async () => {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as net.AddressInfo
  probe.close()
  await once(probe, 'close')
  assert.match(await words(`postgres://a:b@127.0.0.1:${port}/x`), /DATABASE_URL: .*не отвечает/)
})

test('a missing database and a wrong password have different messages', async () => {
  const elsewhere = new URL(known)
  elsewhere.pathname = '/no-such-base'
  assert.match(await words(elsewhere.href), /такой базы нет/)
  const stranger = new URL(known)
  stranger.password = 'not-it'
  assert.match(await words(stranger.href), /неверный пользователь или пароль/)
})

test('a database that answers is connected', async () => {
  const client = await reachDatabase(known)
  const { rows } = await client.query('select 1 as one')
  await client.end()
  assert.deepEqual(rows, [{ one: 1 }])
})
