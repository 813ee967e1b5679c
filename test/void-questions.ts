import assert from 'node:assert/strict'
import { approvalAsks } from '#contract/user/approval/approval-asks.ts'
import { Refusal } from '#http/refusal.ts'
import { burnApproval } from '#server/auth/rights/approval-queries.ts'
import { requireApproval } from '#server/auth/rights/approvals.ts'
import { inTransaction, type Db } from '#server/db/handle.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import type { Person, World } from './support/world.ts'

/** Questions to a second person about the voiding of one act, as far as its approval goes: the act itself need not exist. */
export function voidQuestions({ services, own }: World, actId = uuidv7()) {
  const object = (total: number) => ({
    entity: 'act' as const,
    ids: [actId],
    version: 3,
    about: { number: '2026-000001', total_kop: total, warnings: ['Цена выше прайса на 12 %'] },
  })

  /** What a person's session is to the handlers, with the token it sends. */
  async function handleOf(person: Person, token?: string): Promise<Db> {
    const session = (await services.sessions.find(person.api.token!, false))!
    const caller = { ip: '127.0.0.1', agent: '', requestId: 'r', userId: session.userId, session }
    const db: Db = { q: services.q, companyId: session.companyId, caller, services }
    if (token === undefined) return db
    const approval = await burnApproval(db, session, token)
    return approval ? { ...db, caller: { ...caller, approval } } : db
  }

  /** Answers who approved, or the refusal. */
  async function tryVoid(person: Person, total = 100_00, token?: string) {
    const db = await handleOf(person, token)
    return inTransaction(db, (tx) => requireApproval(tx, 'act.void', object(total))).catch(
      (error: unknown) => {
        if (error instanceof Refusal) return error
        throw error
      },
    )
  }

  async function sealedFor(person: Person, total?: number): Promise<string> {
    const refused = await tryVoid(person, total)
    assert.ok(refused instanceof Refusal)
    return refused.detail.approval!.sealed!
  }

  const ask = (sealed: string, person = own.operator) =>
    person.api.send(approvalAsks.askApproval, { body: { sealed } })
  const take = (id: string, person = own.operator) =>
    person.api.send(approvalAsks.takeAskedApproval, { body: { id } })
  return { actId, tryVoid, sealedFor, ask, take }
}
