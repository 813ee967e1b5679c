/** How long a server process waits for its database and for a sender before it gives up, in milliseconds. */
export interface Deadlines {
  /** For a connection to the database. */
  readonly connectMs: number
  /** For one statement; the client that exceeds it is destroyed (security.md 9.1). */
  readonly statementMs: number
  /** For a row that another transaction holds. */
  readonly lockMs: number
  /** For the next byte of an upload: a sender that falls silent gives its place to another. */
  readonly silentUploadMs: number
}

/** What the product runs with. Tests that do not judge deadlines wait longer, for a machine may stand still for seconds. */
export const DEADLINES: Deadlines = {
  connectMs: 2000,
  statementMs: 5000,
  lockMs: 3000,
  silentUploadMs: 15_000,
}
