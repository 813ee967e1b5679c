import { buffer } from 'node:stream/consumers'
import type { CallInput } from '#contract/core/call.ts'
import type { visitCalls } from '#contract/visit/visit.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { sealStatement } from '../../../auth/device-token.ts'
import type { Db } from '../../../db/handle.ts'
import { agentKey } from '../../device/link/agent-queries.ts'
import { picturesToProve, readingToExport } from './proof-queries.ts'
import { proveWeighings } from './prove-visit.ts'

/**
 * transactions/getProofFile: all that proves one weighing as one file, which `npm run verify-proof` checks without this server
 * (domain.md 14). The agent's own signature proves the reading; the seal says what else the server holds beside it.
 */
export async function exportProof(
  db: Db,
  { query }: CallInput<typeof visitCalls.getProofFile>,
): Promise<Awaited<Answer<typeof visitCalls.getProofFile>>> {
  const row = await readingToExport(db, query.id)
  if (!row) return refuse('common.not-found')
  const { visit_id, number, carnumber, device_id, company_name, reading } = row
  const weighing = (await proveWeighings(db, visit_id)).find(({ id }) => id === query.id)!
  const agentId = reading?.agent_id
  const agent = agentId === undefined ? undefined : await agentKey(db, agentId)
  const { reading: shown, ...facts } = weighing
  const { seal, key } = await sealStatement(db.services, {
    company: company_name,
    visit: { id: visit_id, number, carnumber },
    weighing: { ...facts, device_id, signature: shown?.signature ?? null },
    reading,
    agent_key: agent?.public_key.toString('base64url') ?? null,
  })
  const photos: Record<string, string> = {}
  for (const { file_id, state } of weighing.photos)
    if (state === 'whole') photos[file_id] = await bytesOf(db, file_id)
  return { format: 'priyomka-weighing-proof-1', seal, server_key: key, photos }
}

async function bytesOf(db: Db, id: string): Promise<string> {
  const [file] = await picturesToProve(db, [id])
  return (await buffer((await db.services.files.open(file!.storage_key)).body)).toString('base64')
}
