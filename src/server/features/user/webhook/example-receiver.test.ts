import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { after, test } from 'node:test'
import { webhooks } from '#contract/webhook/webhooks.ts'
import { openBankPeer } from '#test/failures/bank-peer.ts'
import { addPayee, addTrainingBank, pay, rowFor } from '#test/builders/payouts.ts'
import { addWebhook } from '#test/builders/service-accounts.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'

const peer = await openBankPeer({ pending_polls: 0 })
const world = await openWorld({ jobs: true, config: { sandboxUrl: peer.bank.api } })
const closing: (() => unknown)[] = []
after(async () => {
  for (const close of closing) close()
  await world.close()
  await peer.bank.close()
})
const { own, supervisor } = world
const root = supervisor.api

/** The example as its reader would run it, with nothing of ours in its environment but the secret. */
async function runReceiver(secret: string) {
  const script = path.resolve(import.meta.dirname, '../../../../../examples/receive-webhooks.mjs')
  const child = spawn(process.execPath, [script, '0'], { env: { WEBHOOK_SECRET: secret } })
  closing.push(() => child.kill())
  const seen = { out: '', told: '' }
  child.stdout.on('data', (text: Buffer) => (seen.out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (seen.told += text.toString()))
  const started = () => /listening on (\d+)/.exec(seen.out)?.[1] ?? ''
  const port = await until(() => (child.exitCode === null ? started() : 'ended'))
  return { child, seen, url: `http://127.0.0.1:${port}/` }
}

test('the example believes what the server sends by itself, and is told of a payment and its act', async () => {
  const other = await runReceiver('whsec_bm90IHRoZSByaWdodCBzZWNyZXQ=')
  const wrong = await addWebhook(world, own, other.url, ['payment.paid'])
  const first = await addWebhook(world, own, other.url, ['act.paid', 'payment.paid'])
  const { seen, url } = await runReceiver(first.secret)
  const change = { id: first.id, version: first.version, url }
  await root.send(webhooks.superUpdateWebhook, { body: change })

  await addTrainingBank(own)
  const payee = await addPayee(own)
  const row = await rowFor(own, payee, 1_234_500)
  const [payment] = await pay(own, [row])
  await until(() => seen.out.includes('act.paid') && seen.out.includes('payment.paid'))
  assert.match(seen.out, new RegExp(`^payment\\.paid\\t${payment}\\tpaid$`, 'm'))
  assert.match(seen.out, /^act\.paid\t2026-\d+\t(issued|signed)$/m)
  assert.equal(seen.told, '')

  await until(() => other.seen.told.includes('refused: the signature is wrong'))
  const log = async () =>
    (await root.send(webhooks.superGetWebhookDeliveries, { query: { id: wrong.id } })).items
  const [delivery] = await until(log, ([one]) => one?.last_status === 401)
  assert.equal(delivery!.status, 'waiting', 'an answer of 401 is no delivery')
  const repeated = await until(log, ([one]) => one!.attempts > 1)
  assert.equal(repeated[0]!.event_id, delivery!.event_id, 'the queue repeats it by itself')
})

test('the example says when it has no secret', async () => {
  const { child, seen } = await runReceiver('')
  if (child.exitCode === null) await once(child, 'exit')
  assert.match(seen.told, /^Set WEBHOOK_SECRET/)
})
