import { createHash, randomBytes } from 'node:crypto'
import type { Approval } from '../../../auth/caller.ts'
import { objectHash, type BoundObject } from '../../../auth/rights/approval-object.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import type { Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { addApproval } from '../../../auth/rights/approval-queries.ts'

// Long enough to press the button that asked for it, short enough not to be kept for later (security.md 4.5).
const LIVES_SECONDS = 60

/** Makes the token by which this session sends once what the approver has confirmed. */
export async function giveApproval(
  tx: Tx,
  { userId, passkeyId }: Pick<Approval, 'userId' | 'passkeyId'>,
  action: string,
  object: BoundObject,
): Promise<{ approval_token: string; expires_in: number }> {
  const token = randomBytes(32).toString('base64url')
  const id = uuidv7()
  await addApproval(tx, {
    id,
    token_hash: createHash('sha256').update(token).digest(),
    user_id: userId,
    passkey_id: passkeyId,
    session_jti: tx.caller.session!.jti,
    action_code: action,
    object_hash: Buffer.from(objectHash(action, object), 'hex'),
    amount_kop: object.amountKop ?? null,
    entity: object.entity,
    entity_id: object.ids.length === 1 ? object.ids[0]! : null,
    livesSeconds: LIVES_SECONDS,
  })
  addAuditEvent(tx, {
    action: 'pcode.confirmed',
    entity: 'approval',
    id,
    after: {
      action,
      entity: object.entity,
      ids: object.ids.slice(0, 50),
      confirmed_by: confirmedBy(passkeyId),
    },
    approverId: userId,
  })
  return { approval_token: token, expires_in: LIVES_SECONDS }
}

/** How it was confirmed, as events say it. */
export const confirmedBy = (passkeyId: string | null) => (passkeyId === null ? 'pcode' : 'passkey')
