import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { DEADLINES } from '#server/deadlines.ts'
import { serverOf } from '#server/db/handle.ts'
import { readApart, standbyState } from '#server/db/standby/read-apart.ts'
import { jobSpecs } from '#server/routes.ts'
import { addPayee, addTrainingBank, rowFor } from '#test/builders/payouts.ts'
import { person } from '#test/builders/seller-forms.ts'
import { openBankPeer } from '#test/failures/bank-peer.ts'
import { requestOf } from '#test/support/api.ts'
import { approval } from '#test/support/approve.ts'
import { openWorld } from '#test/support/world.ts'
import { compareWithBank } from '../money.ts'

const PAYMENTS_A_KILL = 20
const ACTS_A_PAYEE = 10
const AGAIN_MS = 100
/** Between two payments of one cashier: all must not be over before the first kill. */
const BETWEEN_MS = 700

type Row = Awaited<ReturnType<typeof rowFor>>

/** What the people of a second company did while machines died. */
interface Seen {
  /** When each supplier was answered as written, by the clock of this process. */
  readonly wroteAt: readonly number[]
  readonly suppliers: number
  readonly suppliersLost: number
  readonly suppliersDoubled: number
  readonly payments: number
  readonly lost: number
  readonly doubled: number
  /** Answers that asked in Russian to repeat. */
  readonly told: number
  /** Any other answer, and acts whose sums do not fit. */
  readonly wrong: readonly string[]
  /** Readings of reports, and those that did not have what had been written before them. */
  readonly read: number
  readonly missed: number
  /** Where they were read: in the standby, or in the primary by the fault of the standby. */
  readonly readings: Readonly<Record<string, number>>
}

/** An office that enters suppliers and pays through a bank, each call again and again until it is answered. */
export async function startOffice(kills: number, readingPort: number) {
  const peer = await openBankPeer({ pending_polls: 1, hold_ms: 50 })
  const config = { sandboxUrl: peer.bank.api, deadlines: DEADLINES, logLevel: 'silent' } as const
  const reading: { standbyUrl?: string } = {}
  const world = await openWorld({
    config: Object.assign(reading, config),
    through: async (url) => {
      reading.standbyUrl = Object.assign(new URL(url), { port: readingPort }).href
      return url
    },
  })
  const { own, services } = world
  await addTrainingBank(own)
  const rows: Row[] = []
  for (let n = 0; n < kills * PAYMENTS_A_KILL; n += ACTS_A_PAYEE) {
    const payee = await addPayee(own)
    for (let i = 0; i < ACTS_A_PAYEE; i++) rows.push(await rowFor(own, payee, 10_000 + n + i))
  }
  await services.jobs.start(jobSpecs(services))
  const countSuppliers = async () => {
    const found = await own.db.q
      .selectFrom('supplier')
      .where('company_id', '=', own.id)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(found.count)
  }
  const before = await countSuppliers()
  const wroteAt: number[] = []
  const written: string[] = []
  const wrong: string[] = []
  let told = 0
  const over = new AbortController()
  let closing = false

  /** The answer of a call that is sent until it is answered; one that was cut off may have done its work. */
  const insist = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;)
      try {
        return await work()
      } catch (error) {
        if (isTold(error)) told++
        else if (!isCut(error)) wrong.push(String(error).slice(0, 400))
        if (wrong.length > 20 || closing) throw error
        await pause(AGAIN_MS)
      }
  }
  const enterSuppliers = async () => {
    while (!over.signal.aborted) {
      // The same form with the same mark until it is answered: an unanswered one may be in the database.
      const request = requestOf(supplier.create, { body: person({ client_id: randomUUID() }) })
      const { id } = await insist(async () => {
        const answer = await own.operator.api.raw(request)
        if (answer.statusCode !== 200) throw new Error(answer.body)
        return answer.json<{ id: string }>()
      })
      written.push(id)
      wroteAt.push(performance.now())
    }
  }
  const statusOf = async (id: string) => {
    const found = await own.db.q
      .selectFrom('payment')
      .where('company_id', '=', own.id)
      .where('id', '=', id)
      .select('status')
      .executeTakeFirst()
    return found?.status
  }
  const payAll = async () => {
    for (const row of rows) {
      const { id } = row
      await insist(async () => {
        // What a company may send in a day is not the subject.
        await sql`update payment_limit set used_kop = 0, used_count = 0 where company_id = ${own.id}`.execute(
          own.db.q,
        )
        const status = await statusOf(id)
        if (!status) await own.operator.api.send(payment.save, { body: { payments: [row] } })
        if (status && status !== 'saved') return
        const body = { ids: [id] }
        const refusal = await own.operator.api.refused(payment.register, { body })
        if (refusal.code !== 'approval.required') throw new Error(JSON.stringify(refusal))
        const approved = await approval(own.operator, refusal, own.manager)
        await own.operator.api.send(payment.register, { body }, approved)
      })
      if (!over.signal.aborted) await pause(BETWEEN_MS)
    }
  }
  let read = 0
  const missed: string[] = []
  /** Reads as a report does whether it has the latest supplier that was answered as written. */
  const readBack = async () => {
    while (!over.signal.aborted) {
      await pause(AGAIN_MS)
      const id = written.at(-1)
      if (id === undefined) continue
      const found = await readApart(serverOf(services, own.id), ({ q }) =>
        q
          .selectFrom('supplier')
          .where('company_id', '=', own.id)
          .where('id', '=', id)
          .select('id')
          .execute(),
      ).catch(() => undefined)
      // A report that fails is ordered again.
      if (!found) continue
      read++
      if (found.length === 0) missed.push(id)
    }
  }
  const work = Promise.all([enterSuppliers(), enterSuppliers(), payAll(), readBack()])

  return {
    /** Resolves at the first answer to a call that was sent from now on. */
    async writesAgain(): Promise<void> {
      const from = performance.now()
      while (!wroteAt.some((at) => at > from)) await pause(AGAIN_MS)
    },
    async end(): Promise<Seen> {
      over.abort()
      await work
      const ids = rows.map(({ id }) => id)
      const waiting = async () =>
        (await Promise.all(ids.map(statusOf))).filter((status) => status !== 'paid').length
      while ((await waiting()) > 0) await pause(AGAIN_MS)
      // As one array: each id of its own would be more values than a statement may have.
      const found = await sql<{ count: number }>`
        select count(*)::int as count from supplier
        where company_id = ${own.id} and id = any(${written}::uuid[])`.execute(own.db.q)
      const acts = await own.db.q
        .selectFrom('act')
        .where('company_id', '=', own.id)
        .where((eb) =>
          eb.or([eb('paid_kop', '<>', eb.ref('total_kop')), eb('reserved_kop', '<>', 0)]),
        )
        .select('id')
        .execute()
      wrong.push(...acts.map(({ id }) => `act ${id} is not paid as its payment is`))
      return {
        wroteAt,
        suppliers: written.length,
        suppliersLost: written.length - found.rows[0]!.count,
        suppliersDoubled: (await countSuppliers()) - before - written.length,
        payments: ids.length,
        ...(await compareWithBank(peer, ids)),
        told,
        wrong,
        read,
        missed: missed.length,
        readings: Object.fromEntries(standbyState(services).readings),
      }
    },
    async close(): Promise<void> {
      closing = true
      over.abort()
      await work.catch(() => undefined)
      await world.close()
      await peer.bank.close()
    },
  }
}

/** The server asks in words to send it again. */
const isTold = (error: unknown) =>
  /common\.(unavailable|unconfirmed|overloaded)/.test(String(error))

/** The question of this measurement itself was cut off: it asks PostgreSQL without the server. */
const isCut = (error: unknown) =>
  /terminat|ECONN|timeout|socket|shutting down|starting up|recovery|read-only/i.test(String(error))
