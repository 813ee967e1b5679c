import type { CallInput } from '#contract/core/call.ts'
import { actions } from '#contract/core/actions.ts'
import type { userAccess } from '#contract/user/user-access.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { approverHolds } from '../../../auth/rights/approval-queries.ts'
import { type BoundObject } from '../../../auth/rights/approval-object.ts'
import { isSamePerson } from '../../../auth/rights/approvals.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { keyedHash } from '../../../storage/encryption.ts'
import { giveApproval } from './give-approval.ts'
import { alertOfOnePerson, countPcodeTry, auditWrongPcode } from './pcode-tries.ts'
import { findByPcode } from '../user-queries.ts'

type Call = typeof userAccess.checkPCode

/**
 * Finds whose PIN it is in the caller's company. With an action and an object it also answers a token that confirms just
 * that, once, in this session; alone it proves nothing and gives no token.
 */
export async function checkPcode(db: Db, { body }: CallInput<Call>): Promise<Answer<Call>> {
  const asked = askedOf(body)
  // A right that the caller does not hold cannot be confirmed for the caller either.
  if (asked && !db.caller.session!.grants.has(asked.action)) refuse('access.denied')
  const takeBack = await countPcodeTry(db)
  const hmac = keyedHash(db.services.config.secrets.pcodeHmac, db.companyId, body.pcode)
  const person = await findByPcode(db, hmac)
  if (!person) {
    await auditWrongPcode(db)
    return refuse('pcode.wrong')
  }
  await takeBack()
  const found = { id: person.id, full_name: person.full_name }
  if (!asked) return { user: found }
  if (person.pcode_temporary)
    refuse('access.denied', {
      message: 'Пин-код временный: владелец должен сначала заменить его своим',
    })
  await refuseWithoutRight(db, asked.action, person.id)
  if (await isSamePerson(db, person.id, asked.action)) {
    await alertOfOnePerson(db, person)
    refuse('approval.one-person')
  }
  const { action, object } = asked
  const given = await inTransaction(db, (tx) =>
    giveApproval(tx, { userId: person.id, passkeyId: null }, action, object),
  )
  return { user: found, ...given }
}

/** Action and object come together or not at all. */
function askedOf(
  body: CallInput<Call>['body'],
): { action: string; object: BoundObject } | undefined {
  const { action, object, amount_kop } = body
  if (action === undefined && object === undefined && amount_kop === undefined) return undefined
  if (action === undefined || object === undefined)
    return refuse('common.validation', {
      fields: { [action === undefined ? 'action' : 'object']: 'Заполните поле' },
    })
  return {
    action,
    object: {
      entity: object.entity,
      ids: object.ids,
      ...(object.version !== undefined && { version: object.version }),
      ...(object.content !== undefined && { content: object.content }),
      ...(amount_kop !== undefined && { amountKop: amount_kop }),
    },
  }
}

/** A user who confirms for another must hold the approver's right; a user's own PIN is checked by the call that asked for it. */
async function refuseWithoutRight(db: Db, action: string, userId: string): Promise<void> {
  if (userId === db.caller.userId) return
  const named: { title: string; approver?: string } | undefined = new Map(
    Object.entries(actions),
  ).get(action)
  if (await approverHolds(db, userId, named?.approver ?? action, 'pin')) return
  refuse('access.denied', {
    message: `У этого сотрудника нет права подтверждать${named ? `: ${quote(named.title)}` : ''}`,
  })
}
