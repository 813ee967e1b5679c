import pg from 'pg'

/**
 * The database cannot be reached or has stopped answering: not a bug, answered 503. PostgreSQL rolls back what was open on that
 * connection when the connection ends.
 */
export class DatabaseAway extends Error {
  readonly code = 'DATABASE_AWAY'
  /** False when the statement surely never left this process; true = the database may have done it. */
  readonly maybeDone: boolean

  constructor(cause: unknown, maybeDone: boolean) {
    super(`the database is away: ${(cause as Error).message}`, { cause })
    this.maybeDone = maybeDone
  }
}

// How PostgreSQL says goodbye: connection exceptions, shutdown, an idle transaction cut off.
const GOODBYE = /^(08|57P0|25P0[34])/
const NEVER_SENT = /not queryable/
const SOCKET_GONE = /^(EPIPE|ECONNRESET|ERR_STREAM_\w+)$/
const LOST_CONNECTION = /^(Query read timeout|Connection terminated)/

/** The failed statement's error as the loss of its connection; undefined for one after which the connection is whole. */
export function connectionLoss(error: unknown): DatabaseAway | undefined {
  const { code = '', message } = error as { code?: string; message: string }
  if (error instanceof pg.DatabaseError) {
    const isEnd = GOODBYE.test(code) || /^(FATAL|PANIC)$/.test(error.severity ?? '')
    return isEnd ? new DatabaseAway(error, true) : undefined
  }
  if (NEVER_SENT.test(message)) return new DatabaseAway(error, false)
  // Node tells of a socket that is gone without naming a system call.
  const isSocket =
    'syscall' in (error as object) || LOST_CONNECTION.test(message) || SOCKET_GONE.test(code)
  return isSocket ? new DatabaseAway(error, true) : undefined
}
