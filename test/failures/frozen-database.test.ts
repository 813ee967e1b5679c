import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import type { InjectOptions } from 'fastify'
import { payment } from '#contract/payment/payment.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import type { ApprovalRequest } from '#contract/user/approval/approval-request.ts'
import { userAccess } from '#contract/user/user-access.ts'
import { DEADLINES } from '#server/deadlines.ts'
import { startPostgres } from '../../scripts/embedded-postgres.ts'
import { requestOf } from '../support/api.ts'
import type { World } from '../support/world.ts'

const dir = await mkdtemp(path.join(tmpdir(), 'priyomka-frozen-'))
// A cluster of this file's own: others go on while it is frozen. The world is opened in it, so it is loaded later.
const cluster = await startPostgres({ dir: path.join(dir, 'pg'), durable: false })
process.env['TEST_DATABASE_URL'] = cluster.url('postgres')
const postmaster = Number(readFileSync(path.join(dir, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
const { openWorld } = await import('../support/world.ts')
const { addPayee, addTrainingBank, rowFor } = await import('../builders/payouts.ts')
const { person } = await import('../builders/seller-forms.ts')
const { provenLength } = await import('../support/proven-trail.ts')

const world: World = await openWorld({ config: { deadlines: DEADLINES } })
const { own, app } = world
let isFrozen = false
after(async () => {
  // The cluster ends even when a step before it fails: its process would hold this one open.
  await using opened = new AsyncDisposableStack()
  opened.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 10 }))
  opened.defer(() => cluster.stop())
  opened.defer(() => world.close())
  over.abort()
  ended.abort()
  if (isFrozen) thaw()
})

/** The cluster's own processes: the postmaster and what it forked. */
function processes(): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === postmaster)
  return [postmaster, ...children.map(Number)]
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1])
  } catch {
    return undefined
  }
}

function freeze(): void {
  // The postmaster first: it forks nothing while its children are listed.
  process.kill(postmaster, 'SIGSTOP')
  for (const pid of processes()) process.kill(pid, 'SIGSTOP')
  isFrozen = true
}

function thaw(): void {
  // The postmaster last: awake before them it could end and bury children of the list.
  for (const pid of processes().toReversed()) process.kill(pid, 'SIGCONT')
  isFrozen = false
}

/** What may never be answered, whatever the database does. */
const wrong: string[] = []

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) {
    assert.deepEqual(wrong, [])
    await pause(50)
  }
}

/** Every answer of a writer that repeats one request until it is done. */
interface Writer {
  readonly answers: number[]
  /** Requests that were done at last. */
  done: number
  /** When its last request went out, by a count of all requests. */
  sentAt: number
  end?: Promise<void>
}

interface Wish {
  readonly request: InjectOptions
  /** The same once more, where its PIN was spent on an answer that was lost. */
  readonly approve?: () => Promise<Wish | undefined>
}

let clock = 0
/** No new wishes; those that were begun are repeated until they are done. */
const over = new AbortController()
/** The test itself has ended. */
const ended = new AbortController()

function startWriter(next: () => Wish): Writer {
  const writer: Writer = { answers: [], done: 0, sentAt: 0 }
  const send = async ({ request, approve }: Wish, isRepeat = false): Promise<void> => {
    writer.sentAt = ++clock
    const answer = await app.inject(request)
    writer.answers.push(answer.statusCode)
    const { message = '' } = answer.json<{ message?: string }>()
    if (answer.statusCode === 200 || ended.signal.aborted) return
    // Once without a lost answer too: a slow machine outlives a PIN that was given before the writers began.
    const mayAsk = writer.answers.includes(503) || !isRepeat
    const again = answer.statusCode === 403 && mayAsk ? await approve?.() : undefined
    if (again) return send(again, true)
    if (answer.statusCode === 503 && /[а-яё]/.test(message))
      return send({ request, approve } as Wish)
    wrong.push(`${request.url as string}: ${answer.statusCode} ${answer.body}`)
  }
  const work = async () => {
    while (!over.signal.aborted && wrong.length === 0) {
      await send(next())
      writer.done++
    }
  }
  writer.end = work()
  return writer
}

const headers = { authorization: `Bearer ${own.operator.api.token!}` }
const asOperator = (request: InjectOptions): InjectOptions => ({
  ...request,
  headers: { ...headers, ...request.headers },
})

const sellers: string[] = []

/** Another supplier each time, under an id of the client's own: a repeat must find it and never make a second one. */
function newSeller(): Wish {
  const client_id = randomUUID()
  sellers.push(client_id)
  return { request: asOperator(requestOf(supplier.create, { body: person({ client_id }) })) }
}

/** Saved payouts: handing one over changes it, writes the chain and leaves a job for the worker. */
async function savedPayouts(count: number): Promise<Wish[]> {
  const wishes: Wish[] = []
  for (let n = 0; n < count; n++) {
    const row = await rowFor(own, await addPayee(own), 100_000 + n)
    const [saved] = await own.operator.api.send(payment.save, { body: { payments: [row] } })
    wishes.push((await handOver(saved!.id))!)
  }
  return wishes
}

/** The request with the manager's PIN; undefined while the database cannot check it. */
async function handOver(id: string): Promise<Wish | undefined> {
  const again = () => (ended.signal.aborted ? undefined : handOver(id))
  const plain = asOperator(requestOf(payment.register, { body: { ids: [id] } }))
  const asked = await app.inject(plain)
  if (asked.statusCode === 503) return again()
  const { approval } = asked.json<{ approval?: ApprovalRequest }>()
  // It has gone already, and the repeat says so.
  if (!approval) return { request: plain }
  const { action, object, amount_kop } = approval
  const body = { pcode: own.manager.pcode, action, object, amount_kop }
  const answer = await app.inject(asOperator(requestOf(userAccess.checkPCode, { body })))
  if (answer.statusCode === 503) return again()
  const { approval_token: approvalToken } = answer.json<{ approval_token: string }>()
  const request = asOperator(
    requestOf(payment.register, { body: { ids: [id] } }, { approvalToken }),
  )
  return { request, approve: () => handOver(id) }
}

test('a database frozen under writers leaves no partial change, and works again afterwards', async () => {
  await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
  await addTrainingBank(own)
  const payouts = await savedPayouts(30)
  const all = payouts.length
  const list: Wish = { request: asOperator(requestOf(supplier.getAll, {})) }
  const writers = [
    ...Array.from({ length: 6 }, () => startWriter(newSeller)),
    ...Array.from({ length: 4 }, () => startWriter(() => payouts.pop() ?? list)),
    ...Array.from({ length: 2 }, () => startWriter(() => list)),
  ]
  await until(() => writers.every(({ done }) => done >= 2))
  const holder = await holdWriters()
  freeze()
  const frozenAt = clock
  // Whatever was under way was answered, and what came after met the frozen database, twice.
  await until(() => writers.every(({ sentAt }) => sentAt > frozenAt))
  const after = writers.map(({ answers }) => answers.length)
  await until(() => writers.every(({ answers }, i) => answers.length >= after[i]! + 2))
  assert.ok(writers.some(({ answers }) => answers.includes(503)))
  thaw()
  await holder.end()
  // Working again: every request succeeds, several times over, and every payout is submitted.
  const thawed = writers.map(({ done }) => done)
  await until(() => payouts.length === 0 && writers.every(({ done }, i) => done >= thawed[i]! + 5))
  over.abort()
  await Promise.all(writers.map(({ end }) => end))
  assert.deepEqual(wrong, [])
  await judgeSellers()
  await judgePayouts(all)
  assert.ok((await provenLength(own.db)) > 0, 'the chain is whole')
})

/** Lets writers run into the lock of the company's chain: each has written its half when it has to wait there. */
async function holdWriters(): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: world.services.config.ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from audit_head where company_id = $1 for update', [own.id])
  for (let waiting = 0; waiting < 3;) {
    const { rows } = await holder.query<{ n: string }>(
      `select count(*) as n from pg_stat_activity where wait_event_type = 'Lock'`,
    )
    waiting = Number(rows[0]!.n)
  }
  return holder
}

/** Each requested supplier exists once, with one event of its creation. */
async function judgeSellers(): Promise<void> {
  const { rows } = await sql<{ client_id: string; rows: number; events: number }>`
    select s.client_id, count(distinct s.id) as rows, count(e.seq) as events
    from supplier s left join audit_event e
      on e.company_id = s.company_id and e.entity_id = s.id and e.action = 'supplier.create'
    where s.company_id = ${own.id} and s.client_id is not null group by s.client_id
  `.execute(world.services.q)
  assert.deepEqual(new Set(rows.map((row) => row.client_id)), new Set(sellers))
  for (const row of rows) assert.deepEqual([row.rows, row.events], [1, 1], row.client_id)
  const { rows: lost } = await sql`
    select entity_id from audit_event where action = 'supplier.create' and company_id = ${own.id}
      and not exists (select from supplier where id = entity_id)
  `.execute(world.services.q)
  assert.deepEqual(lost, [], 'no event without its row')
}

/** Each payout is handed over once: its event and its job are there. */
async function judgePayouts(all: number): Promise<void> {
  const { rows } = await sql<{ id: string; status: string; events: number; jobs: number }>`
    select p.id, p.status,
      (select count(*) from audit_event e where e.entity_id = p.id and e.action = 'payment.register') as events,
      (select count(*) from pgboss.job j where j.name = 'payment.work' and j.data ->> 'id' = p.id::text) as jobs
    from payment p where p.company_id = ${own.id}
  `.execute(world.services.q)
  assert.equal(rows.length, all)
  for (const { id, status, events, jobs } of rows)
    assert.deepEqual({ status, events, jobs }, { status: 'registering', events: 1, jobs: 1 }, id)
}
