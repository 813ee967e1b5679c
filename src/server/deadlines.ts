/** How long a server process waits for its database, a sender and an agent before it gives up, in milliseconds. */
export interface Deadlines {
  /** For a connection to the database. */
  readonly connectMs: number
  /** For the answers on a connection that only listens: it is probed, since it says nothing by itself. */
  readonly listenMs: number
  /** For one statement; the client that exceeds it is destroyed (security.md 9.1). */
  readonly statementMs: number
  /** For a row that another transaction holds. */
  readonly lockMs: number
  /** For what a standby has not replayed yet: milliseconds as a rule, and who waits for a page must not feel more. */
  readonly standbyMs: number
  /** For the next byte of an upload: a sender that falls silent gives its place to another. */
  readonly silentUploadMs: number
  /** For the next byte of a store of files on the network. */
  readonly storeMs: number
  /** For the pictures of a capture: a missing one never blocks it (devices.md 4.2). */
  readonly pictureMs: number
  /** For a plate: the agent answers from memory, and a new reading would be too late for this capture. */
  readonly plateMs: number
  /** For the tax service: a person may be waiting for the answer. */
  readonly taxMs: number
  /** For the registry of firms: a person waits with an open form, and can type. */
  readonly registryMs: number
}

/** The product's own values. Tests that do not check deadlines wait longer, since a machine may stall for seconds. */
export const DEADLINES: Deadlines = {
  connectMs: 2000,
  // With the pause between two probes and one more attempt it fits into the 15 s of decisions/0033.
  listenMs: 4000,
  statementMs: 5000,
  lockMs: 3000,
  standbyMs: 1000,
  silentUploadMs: 15_000,
  storeMs: 5000,
  pictureMs: 1500,
  plateMs: 500,
  taxMs: 10_000,
  registryMs: 8000,
}
