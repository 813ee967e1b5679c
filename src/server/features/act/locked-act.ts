import { refuse } from '#http/refusal.ts'
import type { Tx } from '../../db/handle.ts'
import { lockAct, type LockedAct } from './act-queries.ts'

/** Locks an act of the company; `common.not-found` for any other. */
export async function lockedAct(tx: Tx, id: string): Promise<LockedAct> {
  return (await lockAct(tx, id)) ?? refuse('common.not-found')
}

/** Locks a draft of the version that the change was based on; an issued act is frozen (I7). */
export async function lockedDraft(tx: Tx, id: string, version: number): Promise<LockedAct> {
  const act = await lockedAct(tx, id)
  if (act.status === 'void') refuse('common.bad-transition', { message: 'Акт аннулирован' })
  if (act.status !== 'draft') refuse('act.frozen')
  if (act.version !== version) refuse('common.stale')
  return act
}
