/** A session at a bank: `code` waits for the one-time code that the bank has sent to a person. */
export interface BankSession {
  readonly status: 'code' | 'open' | 'ended'
  /** Null of one that has ended. */
  readonly sid: string | null
  /** The bank asks for a code, so a person signs in. */
  readonly byPerson: boolean
  readonly phoneMask: string | null
  /** By which the person knows which of several codes is meant. */
  readonly shortCode: string | null
}

/** A notice of the bank about one of our documents. */
export interface BankNotice {
  readonly isError: boolean
  /** Of the bank's table of states or of errors. */
  readonly code: string
  readonly words: string | null
}

/** Notices of one code about one document, as the latest of them says it. */
export interface HeardNotice extends BankNotice {
  readonly about: string
  /** `other`: it answers our question about the document, and names another one. */
  readonly of: 'document' | 'question' | 'other'
  /** How long ago our question was stored that it answers; null: it came by itself, or answers none since the last send. */
  readonly askedSecondsAgo: number | null
}

/** A pack of the bank's mailbox, as far as it concerns us. */
export interface TakenPack {
  readonly id: string
  readonly notices: readonly (BankNotice & {
    readonly id: string
    readonly about: string
    /** Our question about the state, when it was one. */
    readonly answers: string | null
    /** The end of the document that it tells, if it tells one. */
    readonly end: 'paid' | 'refused' | null
  })[]
  /** `answers` is our request, when it was one. */
  readonly statements: readonly {
    readonly id: string
    readonly body: Buffer
    readonly answers: string | null
  }[]
  /** Why nothing of it could be read. */
  readonly problem: string | null
}

/** The session and the mailbox of one agreement, kept between questions and shared by all that ask this bank. */
export interface BankExchange {
  session(): Promise<BankSession | undefined>
  storeSession(session: BankSession): Promise<void>
  /** Ends the session with this id; another one, opened meanwhile, stays. */
  endSession(sid: string): Promise<void>
  /** Up to which moment of the bank the mailbox was read. */
  packsUntil(): Promise<string | null>
  storePacksUntil(moment: string): Promise<void>
  /** Which of these packs were not read yet, in their order. */
  newPacks(ids: readonly string[]): Promise<string[]>
  storePack(pack: TakenPack): Promise<void>
  /** Notices about a document under any of these names, about our questions about it and in answer to them; the latest first. */
  notices(about: readonly string[]): Promise<HeardNotice[]>
  /** Whether the bank was asked about this subject within so many minutes. */
  wasAsked(about: string, minutes: number): Promise<boolean>
  storeRequest(id: string, about: string): Promise<void>
  /** Before a document is sent again, what the bank did not know of it counts no more. */
  forgetMissing(documentId: string): Promise<void>
}
