import { sql } from 'kysely'
import type { Db } from '#server/db/handle.ts'
import { workPayment, type WorkerEffects } from '#server/features/payment/send/worker/worker.ts'

/** How a worker dies in a test. */
export class Killed extends Error {}

export interface Deaths {
  kills: number
  readonly at: Map<string, number>
}

/** Repeatable chance: the same seed kills at the same calls. */
export function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** Wraps every effect so that the worker may die before it (nothing happened) or after it (all of it did). */
function mortal(
  fx: WorkerEffects,
  killChance: number,
  draw: () => number,
  deaths: Deaths,
): WorkerEffects {
  const risky =
    <A extends unknown[], R>(name: string, work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      perhapsDie(`before ${name}`)
      const result = await work(...args)
      perhapsDie(`after ${name}`)
      return result
    }
  function perhapsDie(where: string): void {
    // The first who comes to a place dies there: how many come to a rare one depends on the machine.
    if (deaths.at.has(where) && draw() >= killChance) return
    deaths.kills++
    deaths.at.set(where, (deaths.at.get(where) ?? 0) + 1)
    throw new Killed(where)
  }
  const { steps } = fx
  return {
    ...fx,
    steps: {
      claim: risky('claim', steps.claim),
      read: risky('read', steps.read),
      open: risky('open', steps.open),
      settle: risky('settle', steps.settle),
      release: risky('release', steps.release),
    },
    bank: (link) => {
      const bank = fx.bank(link)
      if (!bank) return undefined
      return {
        ...bank,
        send: risky('send', (order, sent) => bank.send(order, sent)),
        status: risky('status', (ref, sent) => bank.status(ref, sent)),
        find: risky('find', (sent) => bank.find(sent)),
      }
    },
  }
}

const KILL_CHANCE = 0.08
// So many rounds are loud; then the bank recovers, workers live and the queue must drain.
const LOUD = 12

interface Rounds {
  readonly seed: number
  /** The honest worker of a round, as a test wishes to break it. */
  readonly broken?: (fx: WorkerEffects) => WorkerEffects
  /** The bank recovers. */
  readonly onQuiet: () => unknown
  readonly quietRounds: number
  /** What a test waits for has happened: further rounds would add nothing. */
  readonly isOver?: () => Promise<boolean>
}

/** Workers in four lanes look at payments and die, until none runs or the rounds are over. */
export async function visitDying(
  db: Db,
  ids: readonly string[],
  honest: WorkerEffects,
  { seed, broken = (fx) => fx, onQuiet, quietRounds, isOver }: Rounds,
): Promise<Deaths> {
  const draw = chance(seed)
  const deaths: Deaths = { kills: 0, at: new Map() }
  for (let round = 0; round < LOUD + quietRounds; round++) {
    if (round === LOUD) await onQuiet()
    const left = await runningOf(db, ids)
    if (left.length === 0) break
    const fx = broken(round >= LOUD ? honest : mortal(honest, KILL_CHANCE, draw, deaths))
    await Promise.all(lanes(left, 4).map((lane) => visitAll(fx, lane)))
    if (await isOver?.()) break
    await letTimePass(db)
  }
  await onQuiet()
  return deaths
}

/** What a visit may still move: a bank that was stopped is asked nothing until a person has looked. */
async function runningOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.q
    .selectFrom('payment as p')
    .innerJoin('bank_config as c', (join) =>
      join.onRef('c.company_id', '=', 'p.company_id').onRef('c.id', '=', 'p.bank_config_id'),
    )
    .where('c.circuit', '=', 'closed')
    .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
    .where('p.status', 'in', ['registering', 'registered', 'processing', 'unknown'])
    .select('p.id')
    .orderBy('p.id')
    .execute()
  return rows.map((row) => row.id)
}

/** Ten minutes before; a machine of a cluster moves no moment that has a zone. */
const earlier = (column: string) =>
  sql`(${sql.ref(column)} at time zone 'UTC' - interval '10 minutes') at time zone 'UTC'`

/** Leases of the dead run out, and every next question falls due. */
export async function letTimePass({ q }: Db): Promise<void> {
  await sql`update payment_lease set leased_until = now() - interval '1 second' where leased_until is not null`.execute(
    q,
  )
  await sql`update payment set next_check_at = now() where next_check_at is not null`.execute(q)
  // A bank that shows a send only after a while would show it now.
  await sql`update payment_attempt set started_at = ${earlier('started_at')} where kind = 'send'`.execute(
    q,
  )
  // One that answers by its mailbox is asked again: the same time passes for its questions.
  await sql`update bank_request set sent_at = ${earlier('sent_at')}`.execute(q)
  await sql`update bank_pack set taken_at = ${earlier('taken_at')} where problem is not null`.execute(
    q,
  )
}

function lanes(ids: readonly string[], count: number): string[][] {
  return Array.from({ length: count }, (_, lane) => ids.filter((_, i) => i % count === lane))
}

async function visitAll(fx: WorkerEffects, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await workPayment(fx, id).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
    })
}
