import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseAway } from './database-away.ts'

/** Who takes connections: a company, or a part of the server by its name. */
type Holder = string

interface Waiting {
  readonly holder: Holder
  readonly grant: () => void
}

interface ShareSettings {
  /** Connections of the pool behind. */
  readonly size: number
  /** The most that one holder may have at once. */
  readonly share: number
  readonly waitMs: number
}

/**
 * Divides the connections of one pool among their holders: none has more than a share, and a free connection goes to the holder
 * with the fewest, so that slow lists of one company never shut out another.
 */
export interface ConnectionShares {
  /** Resolves when the holder may take a connection; the answer gives the place back, once. */
  enter(holder: Holder): Promise<() => void>
}

export function openShares({ size, share, waitMs }: ShareSettings): ConnectionShares {
  const connections = new Map<Holder, number>()
  const waiting: Waiting[] = []
  let taken = 0

  const connectionsOf = (holder: Holder) => connections.get(holder) ?? 0
  const mayEnter = (holder: Holder) => taken < size && connectionsOf(holder) < share

  const take = (holder: Holder) => {
    taken++
    connections.set(holder, connectionsOf(holder) + 1)
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      taken--
      const left = connectionsOf(holder) - 1
      if (left > 0) connections.set(holder, left)
      else connections.delete(holder)
      grantNext()
    }
  }

  const grantNext = () => {
    const next = waiting
      .filter(({ holder }) => mayEnter(holder))
      // The sort is stable: of equals the first come is the first served.
      .toSorted((a, b) => connectionsOf(a.holder) - connectionsOf(b.holder))[0]
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    next.grant()
  }

  const wait = (holder: Holder) =>
    new Promise<() => void>((resolve, reject) => {
      const entry: Waiting = {
        holder,
        grant: () => {
          clearTimeout(timer)
          resolve(take(holder))
        },
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(new DatabaseAway(new Error(`no connection for ${holder} in ${waitMs} ms`), false))
      }, waitMs)
      waiting.push(entry)
    })

  return {
    enter: async (holder) => (mayEnter(holder) ? take(holder) : wait(holder)),
  }
}

/** A pool for one holder: each borrowed connection counts against the holder's share until it is returned. */
export function sharedPool(
  pool: PostgresPool,
  shares: ConnectionShares,
  holder: Holder,
): PostgresPool {
  return {
    connect: async () => {
      const leave = await shares.enter(holder)
      const client = await pool.connect().catch((error: unknown) => {
        leave()
        throw error
      })
      return lentFrom(client, leave)
    },
    end: () => pool.end(),
    get options() {
      return pool.options
    },
  } as PostgresPool
}

function lentFrom(client: PostgresPoolClient, leave: () => void): PostgresPoolClient {
  const release = client.release.bind(client)
  client.release = (...given) => {
    release(...given)
    leave()
  }
  return client
}
