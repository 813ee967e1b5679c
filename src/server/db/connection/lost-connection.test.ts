import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { openFrozenLine } from '#test/failures/frozen-line.ts'
import { openWorld } from '#test/support/world.ts'
import { refuse } from '#http/refusal.ts'
import { dryRun } from '../dry-run.ts'
import { inTransaction, type Tx } from '../handle.ts'
import { addAuditEvent } from '../audit.ts'
import { uuidv7 } from '../uuid.ts'

const world = await openWorld()
after(() => world.close())
const line = await openFrozenLine(world)
const { db } = line
const warnings: Error[] = []
const keepWarning = (warning: Error) => void warnings.push(warning)
process.on('warning', keepWarning)
after(() => void process.off('warning', keepWarning))
beforeEach(() => line.thaw())

async function addSite(tx: Tx, id: string): Promise<void> {
  await tx.q
    .insertInto('site')
    .values({ company_id: tx.companyId, id, name: `Площадка ${id}`, address: 'г. Тула' })
    .execute()
  addAuditEvent(tx, { action: 'site.create', entity: 'site', id })
}

/** A command of two halves; a statement of its own lies between them. */
function addTwoSites(ids: readonly [string, string]): Promise<void> {
  return inTransaction(db, async (tx) => {
    await addSite(tx, ids[0])
    await sql`select 'between halves'`.execute(tx.q)
    await addSite(tx, ids[1])
  })
}

/** Sites and audit events of these ids, read past the frozen line. */
async function storedOf(ids: readonly string[]) {
  const { db: direct } = world.own
  const sites = await direct.q
    .selectFrom('site')
    .where('id', 'in', [...ids])
    .select('id')
    .execute()
  const events = await direct.q
    .selectFrom('audit_event')
    .where('entity_id', 'in', [...ids])
    .select('entity_id')
    .execute()
  return { sites: sites.length, events: events.length }
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => assert.fail('it was done'),
    (thrown: unknown) => thrown,
  )
}

const codeOf = (error: unknown) => (error as { code?: string }).code

const IN_THE_MIDDLE = ['begin; set', 'г. Тула', 'between halves', 'site.create']

for (const word of IN_THE_MIDDLE)
  test(`a command whose database stops at «${word}» leaves nothing to the next one on the connection`, async () => {
    const half = [uuidv7(), uuidv7()] as const
    line.freezeAt(word)
    const failure = await failureOf(addTwoSites(half))
    line.thaw()
    const whole = [uuidv7(), uuidv7()] as const
    await addTwoSites(whole)
    assert.deepEqual(await storedOf(half), { sites: 0, events: 0 })
    assert.deepEqual(await storedOf(whole), { sites: 2, events: 2 })
    assert.equal(codeOf(failure), 'DATABASE_AWAY')
  })

test('a refusal whose rollback is not answered is still answered, and nothing of it is stored', async () => {
  const half = uuidv7()
  line.freezeAt('rollback')
  const refused = inTransaction(db, async (tx) => {
    await addSite(tx, half)
    refuse('common.stale')
  })
  const failure = await failureOf(refused)
  line.thaw()
  await addTwoSites([uuidv7(), uuidv7()])
  assert.deepEqual(await storedOf([half]), { sites: 0, events: 0 })
  assert.equal(codeOf(failure), 'common.stale')
})

test('a dry run whose rollback is not answered still answers, and stores nothing', async () => {
  const half = uuidv7()
  line.freezeAt('rollback')
  const answer = await dryRun(db, async (tx) => {
    await addSite(tx, half)
    return 'foreseen'
  })
  assert.equal(answer, 'foreseen')
  line.thaw()
  await addTwoSites([uuidv7(), uuidv7()])
  assert.deepEqual(await storedOf([half]), { sites: 0, events: 0 })
})

test('a commit without an answer is reported as unknown', async () => {
  const ids = [uuidv7(), uuidv7()] as const
  line.freezeAt('commit')
  const failure = await failureOf(addTwoSites(ids))
  line.thaw()
  await addTwoSites([uuidv7(), uuidv7()])
  assert.deepEqual(await storedOf(ids), { sites: 2, events: 2 }, 'this one had arrived')
  assert.equal(codeOf(failure), 'common.unconfirmed')
})

test('a reader after a timeout does not see an open transaction of another caller', async () => {
  const half = uuidv7()
  line.freezeAt('between halves')
  await failureOf(addTwoSites([half, uuidv7()]))
  line.thaw()
  const seen = await db.q.selectFrom('site').where('id', '=', half).select('id').execute()
  assert.deepEqual(seen, [])
})

test('a lost connection in the middle of a command is answered as an unavailable database', async () => {
  const ids = [uuidv7(), uuidv7()] as const
  const failure = await failureOf(
    inTransaction(db, async (tx) => {
      await addSite(tx, ids[0])
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.q)
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(world.services.q)
      // The end of the connection is heard before the next statement or while it waits: either is the same to a caller.
      for (;;) await sql`select 1`.execute(tx.q)
    }),
  )
  assert.equal(codeOf(failure), 'DATABASE_AWAY')
  await addTwoSites([uuidv7(), uuidv7()])
  assert.deepEqual(await storedOf(ids), { sites: 0, events: 0 })
})

test('a command that swallows a failed statement is not answered as done', async () => {
  const id = uuidv7()
  await assert.rejects(
    inTransaction(db, async (tx) => {
      await addSite(tx, id)
      await sql`select 1 / 0`.execute(tx.q).catch(() => undefined)
      tx.auditEvents.length = 0
    }),
    /rolled back/,
  )
  assert.deepEqual(await storedOf([id]), { sites: 0, events: 0 })
})

test('a failure after the commit does not change the answer', async () => {
  const id = uuidv7()
  await inTransaction(db, async (tx) => {
    await addSite(tx, id)
    tx.onCommit.push(() => assert.fail('a bug of a listener'))
  })
  assert.deepEqual(await storedOf([id]), { sites: 1, events: 1 })
})

test('statements of one transaction that are sent together run in their order', async () => {
  const answers = await inTransaction(db, (tx) =>
    Promise.all(
      [1, 2, 3].map(
        async (n) => (await sql<{ n: number }>`select ${n}::int as n`.execute(tx.q)).rows,
      ),
    ),
  )
  assert.deepEqual(answers.flat(), [{ n: 1 }, { n: 2 }, { n: 3 }])
  assert.deepEqual(warnings, [], 'the driver gives up queues of its own')
})

test('a statement after the end of its transaction is refused and does not reach the next user of the connection', async () => {
  const late = uuidv7()
  const ended = Promise.withResolvers<void>()
  let straggler: Promise<unknown> | undefined
  await failureOf(
    inTransaction(db, async (tx) => {
      straggler = ended.promise.then(() => addSite(tx, late))
      straggler.catch(() => undefined)
      refuse('common.stale')
    }),
  )
  await inTransaction(db, async (tx) => {
    await addSite(tx, uuidv7())
    ended.resolve()
    await assert.rejects(straggler!, /given back/)
  })
  assert.deepEqual(await storedOf([late]), { sites: 0, events: 0 })
})
