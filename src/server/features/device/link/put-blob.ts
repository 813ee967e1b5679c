import { readFile } from 'node:fs/promises'
import type { CallInput } from '#contract/core/call.ts'
import type { agent } from '#contract/device/device.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { ReceivedFile } from '../../../body/receive-file.ts'
import type { Db } from '../../../db/handle.ts'
import { hubOf } from './hub.ts'
import { saveAnnouncedDevices } from '../setup/save-announced.ts'
import { peersOf } from '../peers/peers.ts'

type Call = typeof agent.putBlob

const JPEG = Buffer.from([0xff, 0xd8, 0xff])

/** agent/blob/:id: a picture that was asked of this very agent, or announced by it; any other id does not exist. */
export async function putBlob(db: Db, { params, body }: CallInput<Call>): Promise<Answer<Call>> {
  const bytes = await readFile((body as ReceivedFile).path)
  if (!bytes.subarray(0, JPEG.length).equals(JPEG)) refuse('file.bad-type')
  const { services } = db
  const agent = db.caller.program!
  const taken =
    hubOf(services).blobs.deliver(agent.id, params.id, bytes) ||
    (await saveAnnouncedDevices(services, agent, params.id, bytes)) ||
    (await peersOf(services).deliver(agent.id, params.id, bytes))
  return taken ? { ok: true } : refuse('common.not-found')
}
