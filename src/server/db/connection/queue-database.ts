import type { Deadlines } from '../../deadlines.ts'
import { keepListening } from './keep-listening.ts'
import { lendingPool } from './lending-pool.ts'
import { openPool } from './pool.ts'

// Longer than any statement of the queue, and short enough for a worker to work again 15 s after its database vanished.
const STATEMENT_MS = 9000
// Two servers that start together wait for each other, and the first makes the tables.
const LOCK_MS = 8000

/**
 * The database as the queue uses it: lines of its own with the deadlines of all others, since the driver's own would be
 * believed in for as long as they say nothing.
 */
export function openQueueDatabase(databaseUrl: string, deadlines: Deadlines) {
  const pool = openPool({
    databaseUrl,
    size: 4,
    deadlines: {
      connectMs: deadlines.connectMs,
      statementMs: Math.max(STATEMENT_MS, deadlines.statementMs),
      lockMs: Math.max(LOCK_MS, deadlines.lockMs),
    },
    name: 'priyomka-jobs',
    plainTypes: true,
  })
  const lent = lendingPool(pool)
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const client = await lent.connect()
      try {
        return await client.query<never>(text, values)
      } finally {
        client.release()
      }
    },
    async listen(channel: string, hear: (payload: string) => void, onReconnect: () => void) {
      const listening = await keepListening({
        databaseUrl,
        name: 'priyomka-jobs',
        answerMs: deadlines.listenMs,
        channels: [channel],
        hear: (_, payload) => hear(payload),
        onConnected(connected) {
          if (!connected) lent.distrust()
          else onReconnect()
        },
      })
      return { close: () => listening.stop() }
    },
    end: () => lent.end(),
  }
}
