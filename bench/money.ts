import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { paymentStatement, type ImportedFile } from '#contract/payment/statement.ts'
import { jobSpecs } from '#server/routes.ts'
import {
  inWindows,
  statementForm,
  statementText,
  type BankLine,
} from '#test/builders/bank-files/bank-statement.ts'
import { addAccountPayee, addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { addPayee, addTrainingBank, register, rowFor } from '#test/builders/payouts.ts'
import { openBankPeer, sbpOrder } from '#test/failures/bank-peer.ts'
import type { TestCompany, World } from '#test/support/world.ts'
import { tell } from './tell.ts'
import { watchChildren, watchMemory } from './watch-memory.ts'

const PAYMENTS = 10_000
const LINES = 100_000
/** A file has at most 10 MB. */
const DAYS = 5
/** Lines of the statements that are payments of ours. */
const PAID_BY_FILE = 2000
const EACH_PAYEE = 20
/** The contract's bounds of one call. */
const SAVED_AT_ONCE = 100
const REGISTERED_AT_ONCE = 500
/** As many calls of the bank as the product has on their way at once. */
const WORKERS = 4
const LOOK_MS = 100

type Bank = Awaited<ReturnType<typeof openBankPeer>>
type Row = Awaited<ReturnType<typeof rowFor>>

/** What the product does with money in bulk: saving, registering, paying through a bank, and reading what the bank says. */
export async function measureMoney(
  smoke: boolean,
  { onlyStatements }: { readonly onlyStatements: boolean },
): Promise<void> {
  const { openWorld } = await import('#test/support/world.ts')
  const peer = await openBankPeer({ pending_polls: 0, hold_ms: 5 })
  const world = await openWorld({ config: { sandboxUrl: peer.bank.api, logLevel: 'error' } })
  try {
    if (!onlyStatements) await measurePayments(world, peer, smoke ? 100 : PAYMENTS)
    await measureStatement(world, smoke ? [20, 1000] : [PAID_BY_FILE, LINES])
  } finally {
    await world.close()
    await peer.bank.close()
  }
}

async function measurePayments(world: World, peer: Bank, count: number): Promise<void> {
  const { own } = world
  await addTrainingBank(own)
  const rows: Row[] = []
  for (let i = 0; i < count; i += EACH_PAYEE) {
    const payee = await addPayee(own)
    for (let n = 0; n < EACH_PAYEE; n++) rows.push(await rowFor(own, payee, 10_000 + i + n))
  }
  const gate = Promise.withResolvers<void>()
  await startHeldJobs(world, gate.promise)
  const saving = await timed(() => saveAll(own, rows))
  tell({ name: 'payments saved', value: rate(count, saving), unit: '/s', count })
  const registering = await timed(() => registerAll(own, saving.done))
  tell({ name: 'payments registered', value: rate(count, registering), unit: '/s', count })
  const memory = watchMemory()
  const before = process.memoryUsage().rss
  const paying = await timed(() => {
    gate.resolve()
    return allPaid(own)
  })
  const memory_grew_mb = inMb(memory.stop() - before)
  const { doubled, lost } = await compareWithBank(peer, saving.done)
  const bare = await timed(() => payBare(peer, count))
  const value = rate(count, paying)
  const facts = { baseline: rate(count, bare), count, memory_grew_mb, doubled, lost }
  tell({ name: 'payments paid by a bank that answers in 5 ms', value, unit: '/s', ...facts })
}

/** The jobs of the product, whose payments wait until they are let go: the three figures are apart. */
async function startHeldJobs({ services }: World, gate: Promise<void>): Promise<void> {
  const held = jobSpecs(services).map((spec) => {
    if (spec.name !== 'payment.work') return spec
    const handler: typeof spec.handler = async (...given) => {
      await gate
      await spec.handler(...given)
    }
    return { ...spec, handler }
  })
  await services.jobs.start(held)
}

async function saveAll(company: TestCompany, rows: readonly Row[]): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < rows.length; i += SAVED_AT_ONCE) {
    const body = { payments: rows.slice(i, i + SAVED_AT_ONCE) }
    ids.push(...(await company.operator.api.send(payment.save, { body })).map(({ id }) => id))
    await beginAnotherDay(company)
  }
  return ids
}

/** A company sends at most 500 payments a day. */
async function beginAnotherDay({ id, db }: TestCompany): Promise<void> {
  await sql`update payment_limit set used_kop = 0, used_count = 0 where company_id = ${id}`.execute(
    db.q,
  )
}

async function registerAll(company: TestCompany, ids: readonly string[]): Promise<void> {
  for (let i = 0; i < ids.length; i += REGISTERED_AT_ONCE)
    await register(company.operator, company.manager, ids.slice(i, i + REGISTERED_AT_ONCE))
}

async function allPaid({ id, db }: TestCompany): Promise<void> {
  for (;;) {
    const { left } = await db.q
      .selectFrom('payment')
      .where('company_id', '=', id)
      .where('status', '<>', 'paid')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .executeTakeFirstOrThrow()
    if (left === 0) return
    await sleep(LOOK_MS)
  }
}

/** By the bank's own ledger: payments of which money went out more than once, and those of which none did. */
export async function compareWithBank(peer: Bank, ids: readonly string[]) {
  const { body } = await peer.control<{ payment_id: string }[]>('GET', 'ledger')
  const times = Map.groupBy(body, (line) => line.payment_id)
  return {
    doubled: ids.filter((id) => (times.get(id)?.length ?? 0) > 1).length,
    lost: ids.filter((id) => !times.has(id)).length,
  }
}

/** The same number of orders from a program that keeps no books: as many at once as the product sends. */
async function payBare(peer: Bank, count: number): Promise<void> {
  let sent = 0
  const lane = async () => {
    while (sent++ < count) await peer.create(sbpOrder(randomUUID()))
  }
  await Promise.all(Array.from({ length: WORKERS }, lane))
}

/** Statements of some days with payments of ours among lines of others, beside a program that only decodes and cuts them. */
async function measureStatement(world: World, [paid, count]: readonly number[]): Promise<void> {
  const { other } = world
  const ours = await sendByFiles(other, paid!)
  const each = Math.ceil(count! / DAYS)
  const files = Array.from({ length: DAYS }, (_, i) => {
    // Money leaves on the day of sending: payments of ours stand in the last statement.
    const day = dayAfter(i - DAYS + 1)
    const part = i === DAYS - 1 ? ours : []
    const lines = [...part, ...linesOfOthers(each - part.length)].map((line) => ({ ...line, day }))
    return inWindows(statementText({ from: day, to: day, lines, openingKop: 9e14 }))
  })
  const before = process.memoryUsage().rss
  const memory = watchMemory()
  const readers = watchChildren('read-statement-process')
  const taking = await timed(async () => {
    let matched = 0
    for (const bytes of files) {
      const { statement } = await importBytes(other, bytes)
      matched += statement!.lines.find(({ status }) => status === 'matched')?.count ?? 0
    }
    return matched
  })
  const memory_grew_mb = inMb(memory.stop() - before)
  const reader_mb = inMb(readers.stop())
  const bare = await timed(async () =>
    files.map((bytes) => iconv.decode(bytes, 'windows-1251').split('\r\n').length),
  )
  tell({
    name: `${count} lines of statements taken and matched`,
    value: taking.seconds,
    unit: 's',
    baseline: bare.seconds,
    files: DAYS,
    mb: inMb(files.reduce((sum, { length }) => sum + length, 0)),
    matched: taking.done,
    memory_grew_mb,
    reader_mb,
  })
}

/** Of the company's calendar. */
const dayAfter = (days: number) =>
  new Date(Date.now() + 3 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

/** Payments that went out in files, and the line that the bank writes of each. */
async function sendByFiles(company: TestCompany, count: number): Promise<BankLine[]> {
  await addFileAgreement(company)
  const lines: BankLine[] = []
  for (let i = 0; i < count; i += EACH_PAYEE) {
    const payee = await addAccountPayee(company)
    const rows: Row[] = []
    for (let n = 0; n < EACH_PAYEE; n++) rows.push(await rowFor(company, payee, 10_000 + i + n))
    const saved = await company.operator.api.send(payment.save, { body: { payments: rows } })
    const ids = saved.map(({ id }) => id)
    await register(company.operator, company.manager, ids)
    await beginAnotherDay(company)
    for (const id of ids) {
      const card = await company.operator.api.send(payment.get, { query: { id } })
      if (id === ids[0]) await takeFile(company, card.registry_id!)
      lines.push({
        kop: card.amount_kop,
        day: dayAfter(0),
        number: card.document_number!,
        account: payee.account,
        bik: '044525225',
        name: payee.name,
        purpose: card.purpose,
      })
    }
  }
  return lines
}

async function takeFile({ manager }: TestCompany, registryId: string): Promise<void> {
  const url = `${paymentRegistry.getRegistryFile.path}?registryId=${registryId}`
  await manager.api.raw({ method: 'GET', url })
}

function linesOfOthers(count: number): BankLine[] {
  return Array.from({ length: count }, (_, i) => ({
    kop: 100_000 + i,
    day: dayAfter(0),
    number: 500_000 + i,
    name: `ООО «Поставщик ${i}»`,
    purpose: `Оплата по счёту ${i} за материалы и доставку. В том числе НДС`,
  }))
}

async function importBytes({ manager }: TestCompany, bytes: Uint8Array): Promise<ImportedFile> {
  const { headers, payload } = await statementForm([{ name: 'kl_to_1c.txt', bytes }])
  const url = paymentStatement.importBankFile.path
  const answer = await manager.api.raw({ method: 'POST', url, headers, payload })
  if (answer.statusCode !== 200) throw new Error(answer.body.slice(0, 500))
  return answer.json<ImportedFile[]>()[0]!
}

interface Timed<T> {
  readonly done: T
  readonly seconds: number
}

async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const startedAt = performance.now()
  const done = await work()
  return { done, seconds: Number(((performance.now() - startedAt) / 1000).toFixed(2)) }
}

const inMb = (bytes: number) => Math.round(bytes / 1024 ** 2)

const rate = (count: number, { seconds }: { readonly seconds: number }) =>
  Number((count / seconds).toFixed(1))
