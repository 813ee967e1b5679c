import { request } from 'node:http'
import type { Passages } from './passages.ts'
import { pushForm } from './plate-streams.ts'

const DEADLINE_MS = 3000

/** A plate camera in push mode: posts every passage to one address and, as some cameras do, twice. */
export function pushPlates(passages: Passages, address: string) {
  const pendingPushes = new Set<Promise<void>>()
  const tell = (passage: Parameters<typeof pushForm>[0]) => {
    const { type, body } = pushForm(passage)
    const posting = post(address, type, body).then(() => post(address, type, body))
    pendingPushes.add(posting)
    void posting.finally(() => pendingPushes.delete(posting))
  }
  passages.listeners.add(tell)
  return {
    async close() {
      passages.listeners.delete(tell)
      await Promise.all(pendingPushes)
    },
  }
}

/** A missing receiver is not an error: a camera goes on alone. */
function post(address: string, type: string, body: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const headers = { 'content-type': type, 'content-length': body.length }
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const outgoing = request(address, { method: 'POST', headers, signal }, (answer) => {
      answer.resume().on('close', resolve)
    })
    outgoing.on('error', () => resolve())
    outgoing.end(body)
  })
}
