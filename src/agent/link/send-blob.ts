import { refuse } from '#http/refusal.ts'
import { agentToken } from './agent-token.ts'
import type { Clock } from '../clock.ts'
import type { Identity } from './identity.ts'

/** Sends one JPEG beside the link, so that a picture never delays the weight. */
export async function sendBlob(
  identity: Identity,
  clock: Clock,
  blobId: string,
  jpeg: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const status = await putBlob(identity, clock, blobId, jpeg, signal)
  if (status >= 300) refuse('device.offline', { message: 'Снимок не дошёл до сервера' })
}

/** The server's status; throws when no answer came. */
export async function putBlob(
  identity: Identity,
  clock: Clock,
  blobId: string,
  jpeg: Uint8Array,
  signal: AbortSignal,
): Promise<number> {
  const status = await uploadOnce(identity, clock, blobId, jpeg, signal)
  // The clock may have been wrong; the refusal itself carried the right time.
  return status === 401 ? uploadOnce(identity, clock, blobId, jpeg, signal) : status
}

async function uploadOnce(
  identity: Identity,
  clock: Clock,
  blobId: string,
  jpeg: Uint8Array,
  signal: AbortSignal,
): Promise<number> {
  const authorization = `Bearer ${await agentToken(identity, clock)}`
  const sentAt = performance.now()
  const answer = await fetch(new URL(`/api/v1/agent/blob/${blobId}`, identity.server), {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg', authorization },
    body: jpeg as Uint8Array<ArrayBuffer>,
    redirect: 'error',
    signal,
  })
  clock.learn(answer.headers.get('date'), sentAt, performance.now())
  await answer.body?.cancel()
  return answer.status
}
