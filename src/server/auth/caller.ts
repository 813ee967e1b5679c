import type { Session } from './session.ts'

/** The caller: a signed-in person, the server itself (worker, seed), or a client without a session. */
export interface Caller {
  readonly userId: string | null
  readonly session?: Session
  readonly ip?: string
  readonly agent?: string
  readonly requestId?: string
  /** The bearer token as it came, for the two calls open to all that end a session by it. */
  readonly bearer?: string
  /** Set for the calls of an agent: its token was found good before the body was read. */
  readonly program?: AgentCaller
  /** Set for the calls of a telephone: the link that it opened, made by the person of the session. */
  readonly phoneLinkId?: string
  /** An approval that came with this request; it is already used up. */
  readonly approval?: Approval
  /** Set when the approval was found to fit: it is recorded in the audit event. */
  approvedBy?: string
}

/** The program beside a scale, known by its own key. */
export interface AgentCaller {
  readonly id: string
  readonly company_id: string
}

/** A telephone by the key of its link, and who made that link in which session. */
export interface PhoneCaller {
  readonly linkId: string
  readonly session: Session
}

/** What another person (or oneself) confirmed, bound to action and object (security.md 4.5). */
export interface Approval {
  readonly userId: string
  /** The key of sign-in that confirmed; null where it was the PIN. */
  readonly passkeyId: string | null
  readonly action: string
  readonly objectHash: string
}

/** The server at its own work: jobs, imports, the demo data. */
export const SERVER_CALLER: Caller = { userId: null }
