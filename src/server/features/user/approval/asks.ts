import { actions, type ActionCode } from '#contract/core/actions.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { approvalAsks } from '#contract/user/approval/approval-asks.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { approverHolds } from '../../../auth/rights/approval-queries.ts'
import { approverOf, describeApprover, othersWhoConfirm } from '../../../auth/rights/approvals.ts'
import { maybeSamePerson } from '../../../auth/rights/one-person.ts'
import { callerNow } from '../../../auth/rights/rights.ts'
import { openSealedApproval } from '../../../auth/rights/sealed-approval.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { keyedHash } from '../../../storage/encryption.ts'
import { addNotices } from '../notices/notice-queries.ts'
import { giveApproval } from '../pcode/give-approval.ts'
import { auditWrongPcode, countPcodeTry } from '../pcode/pcode-tries.ts'
import { findByPcode } from '../user-queries.ts'
import {
  findOpenAsks,
  findOwnAsk,
  findSameAsk,
  insertAsk,
  lockAsk,
  storeAnswer,
  takeAnswer,
} from './ask-queries.ts'

type Calls = typeof approvalAsks

// A person who is asked needs time to look at pictures; whoever waits at a scale does not wait longer.
const LIVES_SECONDS = 600

/** user/askApproval: a question to all who could confirm it, with the words that the server itself has sealed. */
export async function askApproval(
  db: Db,
  { body }: CallInput<Calls['askApproval']>,
): Promise<Answer<Calls['askApproval']>> {
  const session = db.caller.session!
  const asked = openSealedApproval(db.services.config.secrets, session.jti, body.sealed)
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
    const object = taken.object
    return giveApproval(tx, taken.answered_by!, taken.action_code, object)
  })
}

/** user/getApprovalAsks: open questions that this person could answer by the rules of two people. */
export async function getApprovalAsks(db: Db): Promise<Answer<Calls['getApprovalAsks']>> {
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

/** user/answerApprovalAsk: the own PIN under the question of another person, or a no. */
export async function answerApprovalAsk(
  db: Db,
  { body }: CallInput<Calls['answerApprovalAsk']>,
): Promise<Answer<Calls['answerApprovalAsk']>> {
  if (body.confirm) await requireOwnPin(db, body.pcode)
  const state = body.confirm ? 'confirmed' : 'declined'
  return inTransaction(db, async (tx) => {
    const ask = await lockAsk(tx, body.id)
    if (!ask) return refuse('common.not-found')
    if (!ask.is_open) refuse('approval.ask-over')
    await requireSecondPerson(tx, ask)
    await storeAnswer(tx, ask.id, state)
    addAuditEvent(tx, {
      action: `approval.${state === 'confirmed' ? 'confirm' : 'decline'}`,
      entity: 'approval',
      id: ask.id,
      after: { action: ask.action_code },
      ...(body.confirm && { approverId: db.caller.userId! }),
    })
    return { state }
  })
}

async function requireOwnPin(db: Db, pcode: string | undefined): Promise<void> {
  if (pcode === undefined)
    return refuse('common.validation', { fields: { pcode: 'Заполните поле' } })
  const takeBack = await countPcodeTry(db)
  const hmac = keyedHash(db.services.config.secrets.pcodeHmac, db.companyId, pcode)
  const person = await findByPcode(db, hmac)
  // A colleague's PIN is as wrong here as none: whoever answers is the person who is signed in.
  if (person?.id !== db.caller.userId) {
    await auditWrongPcode(db)
    refuse('pcode.wrong')
  }
  await takeBack()
}

/** By the data of now: the right, the own PIN that is not temporary, and that it is not the one person who asks. */
async function requireSecondPerson(
  tx: Tx,
  { asked_by, action_code }: { asked_by: string; action_code: string },
): Promise<void> {
  await callerNow(tx)
  const { userId } = tx.caller
  if (!(await approverHolds(tx, userId!, approverOf(action_code as ActionCode))))
    refuse('access.denied', {
      message: 'У вас нет права подтверждать это, или ваш пин-код временный',
    })
  if (!(await maybeSamePerson(tx, asked_by)).includes(userId!)) return
  refuse('approval.one-person')
}
