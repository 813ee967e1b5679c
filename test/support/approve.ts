import assert from 'node:assert/strict'
import { userAccess } from '#contract/user/user-access.ts'
import type { RefusedAnswer, SendOptions } from './api.ts'
import type { Person } from './world.ts'

/**
 * Does what the PIN dialog does: in `asker`'s session the PIN of `by` (the asker's own by default) confirms what an
 * `approval.required` refusal asked for. Returns the options for sending the call again: `send(call, input, await
 * approval(…))`.
 */
export async function approval(
  asker: Person,
  refusal: RefusedAnswer,
  by: Person = asker,
): Promise<SendOptions> {
  return { approvalToken: await approve(asker, refusal, by) }
}

/** As `approval`, but the bare token. */
export async function approve(
  asker: Person,
  refusal: RefusedAnswer,
  by: Person = asker,
): Promise<string> {
  assert.equal(refusal.code, 'approval.required', 'nothing to approve')
  const { action, object, amount_kop } = refusal.approval!
  const answer = await asker.api.send(userAccess.checkPCode, {
    body: {
      pcode: by.pcode,
      action,
      object,
      ...(amount_kop !== undefined && { amount_kop }),
    },
  })
  assert.ok(answer.approval_token, 'no token')
  return answer.approval_token
}
