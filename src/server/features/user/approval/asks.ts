import { actions, type ActionCode } from '#contract/core/actions.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { ApprovalAsk, approvalAsks } from '#contract/user/approval/approval-asks.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { approverOf, describeApprover, othersWhoConfirm } from '../../../auth/rights/approvals.ts'
import { maybeSamePerson } from '../../../auth/rights/one-person.ts'
import { openSealedApproval } from '../../../auth/rights/sealed-approval.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { addNotices } from '../notices/notice-queries.ts'
import { giveApproval } from '../pcode/give-approval.ts'
import { findOpenAsks, findOwnAsk, findSameAsk, insertAsk, takeAnswer } from './ask-queries.ts'

type Calls = typeof approvalAsks

// A person who is asked needs time to look at pictures; whoever waits at a scale does not wait longer.
const LIVES_SECONDS = 600

/** user/askApproval: a question to all who could confirm it, with the words that the server itself has sealed. */
export async function askApproval(
  db: Db,
  { body }: CallInput<Calls['askApproval']>,
): Promise<Answer<Calls['askApproval']>> {
  const session = db.caller.session!
  const asked = openSealedApproval(db.services.ring, session.jti, body.sealed)
  if (!asked) return refuse('common.validation', { fields: { sealed: 'Это не вопрос сервера' } })
  const action = asked.action as ActionCode
  if (!session.grants.has(action)) refuse('access.denied')
  const { people } = await othersWhoConfirm(db, action)
  if (people.length === 0) refuse('approval.nobody')
  return inTransaction(db, async (tx) => {
    const names = people.map(describeApprover)
    // Whoever gave up waiting and asks again is the same question to those who were asked.
    const same = await findSameAsk(tx, asked)
    if (same) return { ...same, people: names }
    const id = uuidv7()
    const expires_at = await insertAsk(tx, {
      ...asked,
      id,
      seconds: LIVES_SECONDS,
    })
    const { entity, ids } = asked.object
    addAuditEvent(tx, {
      action: 'approval.ask',
      entity: 'approval',
      id,
      after: { action, entity, ids: ids.slice(0, 50) },
    })
    await addNotices(
      tx,
      people.map((person) => person.id),
      {
        kind: 'approval_asked',
        title: `${session.fullName} просит подтвердить: ${actions[action].title}`,
        href: `/operator?ask=${id}`,
      },
    )
    return { id, expires_at, people: names }
  })
}

/** user/getAskedApproval: how the own question stands. */
export async function getAskedApproval(
  db: Db,
  { query }: CallInput<Calls['getAskedApproval']>,
): Promise<Answer<Calls['getAskedApproval']>> {
  const ask = await findOwnAsk(db, query.id)
  if (!ask) return refuse('common.not-found')
  const answer = ask.answer as 'confirmed' | 'declined' | null
  const state = answer ?? (ask.is_over ? 'over' : 'waiting')
  return { state, answered_by: ask.answerer_name }
}

/** user/takeAskedApproval: the token of what was confirmed, for the session that asked and for no other. */
export async function takeAskedApproval(
  db: Db,
  { body }: CallInput<Calls['takeAskedApproval']>,
): Promise<Answer<Calls['takeAskedApproval']>> {
  return inTransaction(db, async (tx) => {
    const taken = await takeAnswer(tx, body.id)
    if (!taken) return refuse('approval.ask-over')
    const { answered_by, passkey_id, action_code, object } = taken
    return giveApproval(tx, { userId: answered_by!, passkeyId: passkey_id }, action_code, object)
  })
}

/** Open questions that this person could answer by the rules of two people, as they were asked. */
export async function listOpenAsks(db: Db): Promise<Omit<ApprovalAsk, 'facts'>[]> {
  const { grants } = db.caller.session!
  const open = (await findOpenAsks(db)).filter(({ action_code }) =>
    grants.has(approverOf(action_code as ActionCode)),
  )
  const same = open.length === 0 ? [] : await maybeSamePerson(db, db.caller.userId)
  return open
    .filter(({ asked_by }) => !same.includes(asked_by))
    .slice(0, 50)
    .map((ask) => {
      const { entity, ids, amountKop } = ask.object
      const { total_kop, ...about } = ask.about
      return {
        id: ask.id,
        asked_by: ask.asker_name,
        created_at: ask.created_at,
        expires_at: ask.expires_at,
        message: ask.words,
        object: { entity, ids: [...ids] },
        amount_kop: amountKop ?? total_kop ?? null,
        about,
      }
    })
}
