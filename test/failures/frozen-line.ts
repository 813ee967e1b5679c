import { after } from 'node:test'
import type { Db } from '#server/db/handle.ts'
import { openDatabase, openPool } from '#server/db/connection/pool.ts'
import { standBetween } from './tcp-between.ts'
import type { World } from '../support/world.ts'

export interface FrozenLine {
  /** The acting company's handle over one connection, which the tests freeze. */
  readonly db: Db
  /** The first statement with this text still arrives; its answer, and whatever follows, waits until the thaw. */
  freezeAt(text: string): void
  thaw(): void
}

/** A database whose answers stop at a statement and come late, as those of a stalled machine. */
export async function openFrozenLine(world: World): Promise<FrozenLine> {
  const address = new URL(world.services.config.databaseUrl)
  let frozenAt = ''
  const wire = await standBetween(Number(address.port), {
    there: (bytes) => {
      if (frozenAt && bytes.includes(frozenAt)) wire.freeze(true)
    },
  })
  address.port = String(wire.port)
  // Long enough that a statement of a busy machine is answered in time, short enough that a test may wait for its end.
  const deadlines = { statementMs: 3000 }
  const q = openDatabase(openPool({ databaseUrl: address.href, size: 1, deadlines }))
  const thaw = () => {
    frozenAt = ''
    wire.freeze(false)
  }
  after(async () => {
    thaw()
    await q.destroy()
    await wire.close()
  })
  return { db: { ...world.own.db, q }, freezeAt: (text) => void (frozenAt = text), thaw }
}
