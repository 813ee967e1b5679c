import type pg from 'pg'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { BEGIN, setCompany } from './session-company.ts'
import { cutConnection } from './cut-connection.ts'
import { connectionLoss, DatabaseAway } from './database-away.ts'
import { statementName } from '../query/named-statements.ts'

export interface LendingPool extends PostgresPool {
  /** A connection that sees the rows of one company, or of all for NO_COMPANY; without one, what its pool was opened for. */
  connect(companyId?: string): Promise<PostgresPoolClient>
  /** What is idle now is not lent again: another line to the same database was found dead. */
  distrust(): void
}

/**
 * The pool as Kysely uses it. A connection goes back only whole: idle, outside a transaction, with every answer read. Any
 * other is destroyed, because its next user would read, and commit, what another left open on it (decisions/0027).
 */
export function lendingPool(pool: pg.Pool): LendingPool {
  const proofs: Proofs = { answeredAt: new WeakMap(), silentAt: -Infinity }
  return {
    connect: async (companyId) => {
      for (;;) {
        const client = await pool.connect().catch((error: unknown) => {
          throw new DatabaseAway(error, false)
        })
        const answeredAt = proofs.answeredAt.get(client)
        // Whatever dropped one line's packets dropped those of its neighbours: each would cost a call its deadline.
        if (answeredAt === undefined || answeredAt > proofs.silentAt)
          return lend(client, proofs, companyId)
        cutConnection(client)
        client.release(true)
      }
    },
    end: () => pool.end(),
    distrust: () => void (proofs.silentAt = performance.now()),
    get options() {
      return pool.options
    },
  } as LendingPool
}

/** When each connection of a pool last answered, and when one of them was last found dead. */
interface Proofs {
  readonly answeredAt: WeakMap<pg.PoolClient, number>
  silentAt: number
}

const watchedClients = new WeakSet<pg.PoolClient>()
/** Whose rows the session of a connection sees between transactions. */
const seenCompany = new WeakMap<pg.PoolClient, string>()

/** One loan of a connection: its statements run one after another, and none after it was returned. */
function lend(client: pg.PoolClient, proofs: Proofs, companyId?: string): PostgresPoolClient {
  // A connection that breaks while it is lent out is reported here too; the statement under way fails by itself.
  if (!watchedClients.has(client)) client.on('error', () => undefined)
  watchedClients.add(client)
  let unanswered = 0
  let isLost = false
  let isReturned = false
  /** The driver tells of an error before the database says whether its transaction is still open. */
  let hasFailed = false
  let previous: Promise<unknown> = Promise.resolve()

  const isIdle = () => client.getTransactionStatus() === 'I'
  const changeCompany = async (to: string) => {
    await client.query(setCompany(to, 'session'))
    seenCompany.set(client, to)
  }
  /** The next statement sees the rows of this loan's company, whatever became of the one before. */
  const standReady = async (text: string) => {
    if (hasFailed) await client.query('')
    // A transaction names its company with its first statement.
    if (companyId && seenCompany.get(client) !== companyId && !text.startsWith(BEGIN) && isIdle())
      await changeCompany(companyId)
  }
  const send = async (text: string, values: unknown[] | undefined) => {
    if (isReturned) throw new Error('a statement came after its connection was given back')
    if (isLost) throw new DatabaseAway(new Error('the connection was lost before'), false)
    try {
      if (text !== 'rollback') await standReady(text)
      hasFailed = false
      const answer = await client.query(...statement(text, values))
      proofs.answeredAt.set(client, performance.now())
      return answer
    } catch (error) {
      const loss = connectionLoss(error)
      hasFailed = true
      if (!loss) throw error
      isLost = true
      proofs.silentAt = performance.now()
      // The answer under way has no reader any more: the end of the socket makes PostgreSQL roll back.
      cutConnection(client)
      throw loss
    }
  }
  const lent = {
    query: (text: string, values?: unknown[]) => {
      const answer = unanswered === 0 ? send(text, values) : previous.then(() => send(text, values))
      unanswered++
      const countAnswer = () => void unanswered--
      previous = answer.then(countAnswer, countAnswer)
      return answer
    },
    release: (error?: boolean | Error) => {
      isReturned = true
      const isWhole = !isLost && unanswered === 0 && isIdle()
      client.release(isWhole ? error : true)
    },
    get processID() {
      return (client as pg.PoolClient & { processID: number }).processID
    },
  }
  // Cursors, which the type also has, are never asked for.
  return lent as unknown as PostgresPoolClient
}

function statement(text: string, values: unknown[] | undefined): [pg.QueryConfig | string] {
  if (!values || values.length === 0) return [text]
  const name = statementName(text)
  return [name ? { name, text, values } : { text, values }]
}
