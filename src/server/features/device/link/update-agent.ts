import type { CallInput } from '#contract/core/call.ts'
import type { agent } from '#contract/device/device.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { setAgentUpdate } from './agent-queries.ts'
import { offerFor, readPart } from './offered-releases.ts'

/** agent/askUpdate: what the agent told is kept for the screen and, where it differs from before, in the journal. */
export async function askUpdate(
  db: Db,
  { body }: CallInput<typeof agent.askUpdate>,
): Promise<Answer<typeof agent.askUpdate>> {
  const { state, about, detail } = body
  const id = db.caller.program!.id
  await inTransaction(db, async (tx) => {
    if (!(await setAgentUpdate(tx, id, { state, about, detail }))) return
    if (state === 'none' || state === 'by-hand') return
    const after = { update_release: about, update_detail: detail }
    addAuditEvent(tx, { action: `agent.update-${state}`, entity: 'agent', id, after })
  })
  return { offer: await offerFor(db.services.config.agentReleasesDir, body) }
}

/** agent/getUpdatePart */
export async function getUpdatePart(
  db: Db,
  { body }: CallInput<typeof agent.getUpdatePart>,
): Promise<Answer<typeof agent.getUpdatePart>> {
  const part = await readPart(db.services.config.agentReleasesDir, body)
  return part ? { bytes: part.toString('base64url') } : refuse('common.not-found')
}
