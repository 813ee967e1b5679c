import type pg from 'pg'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { companyOfBegin, setCompany, setLocalCompany } from './session-company.ts'
import { cutConnection } from './cut-connection.ts'
import { connectionLoss, DatabaseAway } from './database-away.ts'
import { brokenName, nameCompany } from '../spread/name-company.ts'
import { NO_COMPANY } from '../uuid.ts'
import { forgetEveryColumn, isOutdatedPlan, statementName } from '../query/named-statements.ts'

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
export function lendingPool(pool: pg.Pool, isCluster = false): LendingPool {
  const proofs: Proofs = { answeredAt: new WeakMap(), silentAt: -Infinity }
  const manner = isCluster ? CLUSTER : ONE_MACHINE
  return {
    connect: async (companyId) => {
      for (;;) {
        const client = await pool.connect().catch((error: unknown) => {
          throw new DatabaseAway(error, false)
        })
        const answeredAt = proofs.answeredAt.get(client)
        // Whatever dropped one line's packets dropped those of its neighbours: each would cost a call its deadline.
        if (answeredAt === undefined || answeredAt > proofs.silentAt)
          return lend(client, proofs, manner, companyId)
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

type Asked = pg.QueryConfig | string

/** How a database is told whose rows it shows. */
interface Manner {
  /** Sends a statement that stands in no transaction of ours, and shows it the rows of the loan's company. */
  ask(client: pg.PoolClient, companyId: string, asked: Asked): Promise<pg.QueryResult>
  /** The words of a statement of one company. */
  wordsFor(
    text: string,
    values: readonly unknown[],
    companyId: string,
  ): { readonly text: string; readonly values: unknown[] }
  /** Gives what a refused statement broke the name that the schema knows. */
  nameBroken(error: unknown): void
}

/** A session remembers whose rows it sees; it is told when another company has it. */
const ONE_MACHINE: Manner = {
  async ask(client, companyId, asked) {
    if (seenCompany.get(client) !== companyId) {
      await client.query(setCompany(companyId))
      seenCompany.set(client, companyId)
    }
    return client.query(asked)
  },
  wordsFor: (text, values) => ({ text, values: [...values] }),
  nameBroken: () => undefined,
}

/** The machines of a cluster learn it only within a transaction, so each statement has one. */
const CLUSTER: Manner = {
  async ask(client, companyId, asked) {
    if (typeof asked === 'string' && asked.startsWith('begin')) {
      await client.query(asked)
      return client.query(setLocalCompany(companyId))
    }
    await client.query(`begin; ${setLocalCompany(companyId)}`)
    try {
      const answer = await client.query(asked)
      await client.query('commit')
      return answer
    } catch (error) {
      if (!connectionLoss(error)) await client.query('rollback')
      throw error
    }
  },
  wordsFor: (text, values, companyId) =>
    companyId === NO_COMPANY ? { text, values: [...values] } : nameCompany(text, values, companyId),
  nameBroken: (error) => {
    const name = brokenName(error)
    if (name !== undefined) Object.assign(error as object, { constraint: name })
  },
}

/** One loan of a connection: its statements run one after another, and none after it was returned. */
function lend(
  client: pg.PoolClient,
  proofs: Proofs,
  manner: Manner,
  companyId: string | undefined,
): PostgresPoolClient {
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
  /** Of the transaction that is open, which may be another one than the loan's. */
  let within = companyId
  /** The statement sees the rows of this loan's company, whatever became of the one before. */
  const sendOne = async (text: string, values: unknown[] = []) => {
    if (hasFailed && text !== 'rollback') await client.query('')
    hasFailed = false
    if (text === 'rollback') return client.query(text)
    const begun = companyOfBegin(text)
    if (begun ?? isIdle()) within = begun ?? companyId
    const words = begun || !within ? { text, values } : manner.wordsFor(text, values, within)
    // A transaction names its company with its first statement.
    const isAlone = !begun && isIdle()
    const ask = () => {
      const asked = statement(words.text, words.values)
      return companyId && isAlone ? manner.ask(client, companyId, asked) : client.query(asked)
    }
    return askAnew(client, isAlone, ask)
  }
  const send = async (text: string, values: unknown[] | undefined) => {
    if (isReturned) throw new Error('a statement came after its connection was given back')
    if (isLost) throw new DatabaseAway(new Error('the connection was lost before'), false)
    try {
      const answer = await sendOne(text, values)
      proofs.answeredAt.set(client, performance.now())
      return answer
    } catch (error) {
      const loss = connectionLoss(error)
      hasFailed = true
      manner.nameBroken(error)
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

/** Asks again, prepared anew, where a migration made the plan outdated; within a transaction the whole command is repeated. */
async function askAnew(
  client: pg.PoolClient,
  isAlone: boolean,
  ask: () => Promise<pg.QueryResult>,
): Promise<pg.QueryResult> {
  try {
    return await ask()
  } catch (error) {
    if (!isOutdatedPlan(error)) throw error
    forgetEveryColumn()
    if (!isAlone) throw error
    await client.query('')
    return ask()
  }
}

function statement(text: string, values: unknown[]): Asked {
  if (values.length === 0) return text
  const name = statementName(text)
  return name ? { name, text, values } : { text, values }
}
