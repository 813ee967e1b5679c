import type { Entity } from '../../core/entities.ts'

/** What a PIN would confirm, as 403 `approval.required` says it; the dialog sends it back with the PIN (security.md 4.5). */
export interface ApprovalRequest {
  action: string
  object: { entity: Entity; ids: string[]; version?: number; content?: string }
  amount_kop?: number
  /** `self` = the caller's own PIN, `other` = another person's. */
  who: 'self' | 'other'
  /** Nobody could give it now: the words of the refusal say what opens the way. */
  nobody?: true
  /** Nobody else has a PIN here: those who may confirm do it by a key, when they are asked elsewhere. */
  keys_only?: true
  about?: ApprovalAbout
  /** The same under the server's seal, for a question to another person who is elsewhere. */
  sealed?: string
}

/**
 * The object of the action, for display to the person who gives the PIN. The PIN is bound to `object`, whose `content` stands for all
 * that is shown here.
 */
export interface ApprovalAbout {
  number?: string | null
  carnumber?: string | null
  /** At most three; of a merge the remaining record comes first. */
  suppliers?: string[]
  /** Where money goes, as the payments froze it; of more than three none. */
  destinations?: string[]
  /** The holder of a payment method. */
  holder?: string | null
  weight_g?: number | null
  /** What to look at before the PIN is given, whole sentences. */
  warnings?: string[]
  /** What its asker wrote, which stays under both names. */
  note?: string | null
  /** A sum beside that of the request: of an act whose money does not move by it. */
  total_kop?: number | null
}
