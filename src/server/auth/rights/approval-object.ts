import { createHash } from 'node:crypto'
import type { Entity } from '#contract/core/entities.ts'
import type { ApprovalAbout } from '#contract/user/approval/approval-request.ts'
import { canonical } from '../../db/audit.ts'

/** What a PIN confirms: the records, and all that its giver is shown of them. */
export interface ApprovalObject {
  readonly entity: Entity
  readonly ids: readonly string[]
  readonly version?: number
  readonly amountKop?: number
  readonly about?: ApprovalAbout
  /** What is confirmed besides and shown in other words or in part: files, agreements, the marks of each of many payments. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** An object as a dialog sends it back: `content` stands for what was shown. */
export type BoundObject = Pick<ApprovalObject, 'entity' | 'ids' | 'version' | 'amountKop'> & {
  readonly content?: string
}

/** What a PIN is bound to: SHA-256 of the canonical action, entity, sorted ids, version, sum and of all that its giver sees. */
export function objectHash(action: string, object: BoundObject): string {
  const { entity, ids, version = null, amountKop = null, content = null } = object
  return createHash('sha256')
    .update(
      canonical({ action, entity, ids: ids.toSorted(), version, amount_kop: amountKop, content }),
    )
    .digest('hex')
}

/** Whatever changes of the words, names and flags between the question and the command asks for a new PIN. */
export function bindObject({ about, details, ...object }: ApprovalObject): BoundObject {
  if (about === undefined && details === undefined) return object
  const shown = canonical({ about: about ?? null, details: details ?? null })
  return { ...object, content: createHash('sha256').update(shown).digest('hex') }
}
