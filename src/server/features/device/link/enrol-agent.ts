import { createHash, randomBytes } from 'node:crypto'
import { linkClose } from '#contract/device/agent-link.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { agent, device } from '#contract/device/device.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addressBlock } from '../../../auth/limits/address.ts'
import { mustMayNow } from '../../../auth/rights/rights.ts'
import { countTry, takeBack } from '../../../auth/limits/try-queries.ts'
import { forCompany, inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import * as queries from './agent-queries.ts'
import { hubOf } from './hub.ts'

type CreateCode = typeof device.superCreateAgentCode
type Enrol = typeof agent.enrol

// Crockford's base32: no letter that is read as a digit.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_MINUTES = 15

/** device/superCreateAgentCode: the code is answered once and kept as its hash. */
export async function createAgentCode(
  db: Db,
  { body }: CallInput<CreateCode>,
): Promise<Answer<CreateCode>> {
  return inTransaction(forCompany(db, body.companyId), async (tx) => {
    await mustMayNow(tx, 'company.manage')
    return makeAgentCode(tx, body.site_id, db.caller.userId!)
  })
}

/** A new code for a site of the handle's company; `by` is who gives it out. */
export async function makeAgentCode(
  tx: Tx,
  siteId: string,
  by: string,
): Promise<{ code: string; expires_at: string }> {
  if (!(await queries.siteExists(tx, siteId))) refuse('common.not-found')
  const signs = [...randomBytes(8)].map((byte) => ALPHABET[byte % 32]).join('')
  const code = `${signs.slice(0, 4)}-${signs.slice(4)}`
  const expires_at = await queries.insertCode(tx, {
    hash: hashOf(code),
    siteId,
    by,
    minutes: CODE_MINUTES,
  })
  addAuditEvent(tx, { action: 'agent.code', entity: 'site', id: siteId })
  return { code, expires_at }
}

/** agent/enrol: exchanges a code for an identity; the site's earlier agent is revoked and its link closed. */
export async function enrolAgent(db: Db, { body }: CallInput<Enrol>): Promise<Answer<Enrol>> {
  const tries = { name: 'agent', key: `agent:${addressBlock(db.caller.ip)}`, max: 5, minutes: 15 }
  const { allowed } = await countTry(db, tries)
  if (!allowed) refuse('common.too-many', { retryAfterSeconds: 15 * 60 })
  const place = await queries.useCode(db.q, hashOf(body.code))
  if (!place) return refuse('agent.bad-code')
  await takeBack(db, tries)
  const home = forCompany(db, place.company_id)
  const agentId = uuidv7()
  const revoked = await inTransaction(home, async (tx) => {
    const previous = await queries.revokeAgents(tx, place.site_id)
    await queries.insertAgent(tx, {
      id: agentId,
      siteId: place.site_id,
      publicKey: Buffer.from(body.public_key, 'base64url'),
      version: body.version,
    })
    for (const id of previous) addAuditEvent(tx, { action: 'agent.revoke', entity: 'agent', id })
    addAuditEvent(tx, {
      action: 'agent.enrol',
      entity: 'agent',
      id: agentId,
      after: { site_id: place.site_id, version: body.version, code_by: place.by },
    })
    return previous
  })
  for (const link of hubOf(db.services).links)
    if (revoked.includes(link.agentId)) await link.close(linkClose.revoked, 'revoked')
  return { agent_id: agentId, company_id: place.company_id, site_id: place.site_id }
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
