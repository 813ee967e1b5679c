import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { supplier } from '#contract/supplier/supplier.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { openWorld } from '#test/support/world.ts'
import { readPerson } from '../../auth/sessions.ts'
import { listActs } from '../../features/act/read/list-acts.ts'
import { listPayments } from '../../features/payment/review/read/list-payments.ts'
import { listSuppliers } from '../../features/supplier/search/list-suppliers.ts'
import { listVisits } from '../../features/visit/read/list-visits.ts'
import { openShares } from './connection-shares.ts'
import { onOneConnection, type Db } from '../handle.ts'
import { lendingPool } from './lending-pool.ts'
import { openPool } from './pool.ts'
import type { DB } from '../schema.ts'

const world = await openWorld()
const { own, other } = world
after(() => world.close())

test('no company has more connections than its share, and a free one goes to the company with the fewest', async () => {
  const shares = openShares({ size: 4, share: 3, waitMs: 60_000 })
  const leave = [await shares.enter('a'), await shares.enter('a'), await shares.enter('a')]
  const order: string[] = []
  const enter = (holder: string) =>
    shares.enter(holder).then((back) => {
      order.push(holder)
      return back
    })
  const fourth = enter('a')
  const ofOther = await enter('b')
  const [second, third] = [enter('b'), enter('c')]
  assert.deepEqual(order, ['b'])
  leave[0]!()
  leave[0]!()
  await third
  assert.deepEqual(order, ['b', 'c'])
  leave[1]!()
  await fourth
  ofOther()
  await second
  assert.deepEqual(order, ['b', 'c', 'a', 'b'])
})

test('a caller that waits too long for a connection is refused and gets none later', async () => {
  const shares = openShares({ size: 1, share: 1, waitMs: 1 })
  const leave = await shares.enter('a')
  await assert.rejects(shares.enter('b'), { code: 'DATABASE_AWAY' })
  leave()
  ;(await shares.enter('b'))()
})

/** Takes connections of a company as slow lists do, until the end of the work. */
async function whileHeld<T>(holders: readonly string[], work: () => Promise<T>): Promise<T> {
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  const lists = holders.map((holder) =>
    world.services
      .databaseOf(holder)
      .connection()
      .execute(() => held)
      // Those beyond the share are refused in time.
      .catch((error: { code?: string }) => assert.equal(error.code, 'DATABASE_AWAY')),
  )
  try {
    return await work()
  } finally {
    release()
    await Promise.all(lists)
  }
}

test('six blocked lists of one company leave another company its connections', async () => {
  await whileHeld(
    Array.from({ length: 12 }, () => own.id),
    async () => {
      for (let i = 0; i < 12; i++) {
        const answer = await other.operator.api.send(supplier.getAll, { query: {} })
        assert.equal(answer.total, 0)
      }
    },
  )
})

test('a command of a post is answered when lists of three companies hold every connection', async () => {
  assert.equal(visitCalls.update.urgent, true)
  const companies = ['a', 'b', 'c'].flatMap((company) => [company, company, company])
  await whileHeld(companies, async () => {
    const body = {
      command: 'void' as const,
      id: crypto.randomUUID(),
      version: 1,
      reason: 'Нет машины',
    }
    const refusal = await own.operator.api.refused(visitCalls.update, { body })
    assert.equal(refusal.code, 'common.not-found')
  })
})

test('a list takes one connection at a time, with its rows, its count and its sums', async () => {
  const pool = openPool({ databaseUrl: world.services.config.databaseUrl, size: 4 })
  const lender = lendingPool(pool)
  let [lent, most] = [0, 0]
  const counted = {
    connect: async () => {
      const client = await lender.connect()
      const giveBack = client.release.bind(client)
      most = Math.max(most, ++lent)
      client.release = () => {
        lent--
        giveBack()
      }
      return client
    },
    end: () => lender.end(),
  }
  const q = new Kysely<DB>({ dialect: new PostgresDialect({ pool: counted as PostgresPool }) })
  const session = await readPerson(q, own.operator.id)
  const db = { ...own.db, q, caller: { ...own.db.caller, userId: own.operator.id, session } } as Db
  const query = { filter: { search: 'никого' } }
  const input = { query, params: undefined, body: undefined }
  try {
    for (const list of [listActs, listPayments, listSuppliers]) await list(db, input)
    await onOneConnection(listVisits)(db, { ...input, query: {} })
    assert.equal(most, 1)
  } finally {
    await q.destroy()
  }
})
