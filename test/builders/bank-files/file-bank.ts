import assert from 'node:assert/strict'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { openBankPeer } from '../../failures/bank-peer.ts'
import type { TestCompany } from '../../support/world.ts'
import { dayAgo } from './paid-by-file.ts'

/** What the bank simulator's page answers about a file that was put in. */
export interface PutFile {
  readonly id: string
  readonly message_id: string | null
  readonly count: number
  readonly total_kop: number
  readonly pending: number
  readonly succeeded: number
  readonly canceled: number
  readonly repeated: boolean
  readonly error?: string
}

/** The bank simulator as a bank of files: orders go in, statements and answers come out. */
export async function openFileBank(settings: Parameters<typeof openBankPeer>[0] = {}) {
  const peer = await openBankPeer({ pending_polls: 0, ...settings })
  const { control } = peer.bank

  async function put(bytes: Uint8Array, name = 'orders'): Promise<PutFile & { status: number }> {
    const answer = await fetch(`${control}/_ctl/files?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      body: new Uint8Array(bytes),
    })
    return { status: answer.status, ...((await answer.json()) as PutFile) }
  }

  async function take(path: string): Promise<Buffer> {
    const answer = await fetch(`${control}/_ctl/${path}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.equal(answer.status, 200, bytes.toString())
    return bytes
  }

  return {
    ...peer,
    put,
    /** The statement of an account for yesterday and today: the bank and the company may differ in the hour. */
    statement: (format: string, account: string) =>
      take(`statement?format=${format}&account=${account}&from=${dayAgo(1)}&to=${dayAgo(0)}`),
    report: (messageId: string) => take(`pain002?msgId=${messageId}`),
  }
}

/** The file of orders that the product made of a registry. */
export async function takeRegistryFile(company: TestCompany, registryId: string): Promise<Buffer> {
  const answer = await company.manager.api.raw({
    method: 'GET',
    url: `${paymentRegistry.getRegistryFile.path}?registryId=${registryId}`,
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.rawPayload
}
