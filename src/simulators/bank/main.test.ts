import assert from 'node:assert/strict'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { sbpOrder } from '#test/failures/bank-peer.ts'
import { readOptions } from './config.ts'
import { defaultSettings } from './settings.ts'

const dir = mkdtempSync(path.join(os.tmpdir(), 'bank-main-'))
after(() => rmSync(dir, { recursive: true }))

test('the program prints its ports and keeps its payouts after kill -9', async () => {
  const file = path.join(dir, 'bank.db')
  const first = await start(file)
  const made = await create(first.api)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const second = await start(file)
  assert.equal(await create(second.api), made)
  second.child.kill('SIGTERM')
  const [code] = await once(second.child, 'exit')
  assert.equal(code, 0)
})

test('the program ends when its parent disconnects', async () => {
  const { child } = await start(path.join(dir, 'other.db'))
  child.disconnect()
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
})

test('the tax service beside the bank says of the ИНН it was given that they pay its tax no more', async () => {
  const { child, tax } = await start(path.join(dir, 'tax.db'), { TAX_NOT_PAYERS: '1,772531003247' })
  const statusOf = async (inn: string) => {
    const body = JSON.stringify({ inn, requestDate: '2026-11-28' })
    const answer = await fetch(tax, { method: 'POST', body })
    return ((await answer.json()) as { status: boolean }).status
  }
  assert.deepEqual([await statusOf('772531003247'), await statusOf('772531003310')], [false, true])
  child.disconnect()
  await once(child, 'exit')
})

test('a wrong variable is named', () => {
  assert.throws(() => readOptions({ BANK_PORT: '70000' }), /BANK_PORT: нужно целое число/)
  assert.throws(() => readOptions({ BANK_PENDING_POLLS: 'two' }), /BANK_PENDING_POLLS/)
  assert.deepEqual(readOptions({ BANK_PENDING_POLLS: '3' }).settings, { pending_polls: 3 })
})

async function start(
  file: string,
  more: NodeJS.ProcessEnv = {},
): Promise<{ child: ChildProcess; api: number; tax: string }> {
  const child = fork(path.join(import.meta.dirname, 'main.ts'), {
    env: { ...process.env, BANK_FILE: file, ...more },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [ready] = (await once(child, 'message')) as [
    { ready: boolean; api: number; control: number; tax: string },
  ]
  assert.equal(ready.ready, true)
  assert.ok(ready.control > 0)
  return { child, api: ready.api, tax: ready.tax }
}

async function create(port: number): Promise<string> {
  const pair = `${defaultSettings.shop_id}:${defaultSettings.secret}`
  const response = await fetch(`http://127.0.0.1:${port}/v3/payouts`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
      'content-type': 'application/json',
      'idempotence-key': 'k1',
    },
    body: JSON.stringify(sbpOrder('p1')),
  })
  return ((await response.json()) as { id: string }).id
}
