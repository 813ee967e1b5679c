import { russianDay } from '#contract/words/russian-day.ts'
import { refuse } from '#http/refusal.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../../db/handle.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import { alertManagers } from '../../../user/notices/notice-queries.ts'
import { superPlaces } from '../../../user/notices/super-places.ts'
import { classifyLine, type Candidate } from './classify-line.ts'
import { readLines } from './read-apart.ts'
import { settleLine } from './settle-line.ts'
import {
  isProven,
  isSure,
  type FileLine,
  type LeftOut,
  type StatementFile,
  type StatementHead,
} from './statement-file.ts'
import { markersOfIds } from './known/told-before-queries.ts'
import { openToldBefore } from './known/told-before.ts'
import {
  companyToday,
  configOfAccount,
  findStatementOf,
  insertLines,
  insertStatement,
  lockCandidates,
  setLineCounts,
} from './statement-queries.ts'

interface ReadFile {
  readonly read: StatementFile
  readonly sha256: Buffer
  readonly name: string
  readonly linesPath: string
}

interface Stored {
  readonly id: string
  readonly repeated: boolean
}

/**
 * One transaction: a statement for each account of the file, its new lines and the payments that they prove; of an account that was taken
 * from the same file before the earlier one. An account that is not ours is left out and named, unless none is ours.
 */
export function storeStatements(db: Db, file: ReadFile): Promise<Stored[]> {
  return inTransaction(db, async (tx) => {
    const { statements, leftOut } = file.read
    const ours: { readonly head: StatementHead; readonly configId: string }[] = []
    const left = [...leftOut]
    for (const head of statements) {
      const config = await configOfAccount(tx, head.account)
      if (config) ours.push({ head, configId: config.id })
      else left.push({ what: notOurs(head.account), records: head.count })
    }
    if (ours.length === 0) refuse('statement.foreign-account', { message: left.at(-1)!.what })
    const today = await companyToday(tx)
    const late = ours.find(({ head }) => head.to > today)
    if (late)
      refuse('statement.bad-file', {
        message: `Период выписки кончается в будущем, ${russianDay(late.head.to)}. Выгрузите её за прошедшие дни`,
      })
    const stored: Stored[] = []
    for (const one of ours)
      stored.push(await storeStatement(tx, file, one, left.slice(0, MOST_LEFT)))
    return stored
  })
}

/** As many as accounts of a file and kinds of its records. */
const MOST_LEFT = 41

const notOurs = (account: string) =>
  `Счёт …${account.slice(-4)} не указан среди счетов этой компании в банках: выписка чужая или счёт ещё не заведён`

async function storeStatement(
  tx: Tx,
  file: ReadFile,
  { head, configId }: { readonly head: StatementHead; readonly configId: string },
  leftOut: readonly LeftOut[],
): Promise<Stored> {
  const earlier = await findStatementOf(tx, file.sha256, head.account)
  if (earlier) return { id: earlier, repeated: true }
  const id = uuidv7()
  const { balances, account, doubts } = head
  const isNew = await insertStatement(tx, {
    id,
    bank_config_id: configId,
    format: file.read.format,
    file_sha256: file.sha256,
    file_name: file.name,
    account,
    date_from: head.from,
    date_to: head.to,
    balanced: isProven(head),
    opening_kop: balances?.openingKop ?? null,
    credit_kop: balances?.creditKop ?? null,
    debit_kop: balances?.debitKop ?? null,
    closing_kop: balances?.closingKop ?? null,
    doubts: [...doubts],
    left_out: JSON.stringify(leftOut),
  })
  if (!isNew) return { id: (await findStatementOf(tx, file.sha256, account))!, repeated: true }
  const counts = await storeLines(tx, id, { head, linesPath: file.linesPath })
  addAuditEvent(tx, {
    action: 'bank_statement.import',
    entity: 'bank_statement',
    id,
    after: { file: file.name, account: account.slice(-4), ...counts },
  })
  return { id, repeated: false }
}

async function storeLines(
  tx: Tx,
  statementId: string,
  { head, linesPath }: { readonly head: StatementHead; readonly linesPath: string },
): Promise<{ lines: number; known: number; matched: number; discrepancies: number }> {
  const { account } = head
  const sameLines = await countSums(linesPath, account)
  const linked = new Set<string>()
  const toldBefore = openToldBefore(tx, statementId, account)
  const counts = { lines: 0, known: 0, matched: 0, discrepancies: 0 }
  for await (const read of readLines(linesPath, account)) {
    const batch = await withNamedMarkers(tx, read)
    const told = await toldBefore(batch)
    const rows = batch
      .map((line, at) => ({ line, id: uuidv7(), place: counts.lines + at + 1 }))
      .filter(({ line }) => !told.has(line))
    const added = await insertLines(
      tx,
      rows.map(({ line, ...row }) => ({ ...lineValues(statementId, line), ...row })),
    )
    const fresh = rows.filter(({ id }) => added.has(id))
    counts.lines += batch.length
    counts.known += batch.length - fresh.length
    const candidates = await lockCandidates(tx, {
      account,
      markers: fresh.flatMap(({ line }) => line.markers),
      lines: fresh.map(({ line }) => line),
    })
    for (const { line, id } of fresh) {
      const verdict = classifyLine(line, {
        account,
        candidates: candidates.map((one) => withLink(one, linked)),
        sameLines: sameLines.get(sumKey(line)) ?? 0,
        isProven: isSure(head, line),
      })
      const payment = candidates.find((one) => one.id === verdict.paymentId)
      await settleLine(tx, { id }, verdict, payment, null)
      if (verdict.status === 'matched') {
        linked.add(verdict.paymentId!)
        counts.matched++
      }
      if (verdict.status === 'discrepancy' || verdict.possible) counts.discrepancies++
    }
  }
  await setLineCounts(tx, statementId, { line_count: counts.lines, known_count: counts.known })
  if (counts.discrepancies > 0) await tellDiscrepancies(tx, counts.discrepancies)
  return counts
}

/** What a bank repeats of our id names a payment as its mark does. */
async function withNamedMarkers(tx: Tx, lines: readonly FileLine[]): Promise<FileLine[]> {
  const ids = lines.flatMap(({ endToEndId }) => endToEndId ?? [])
  const markers = await markersOfIds(tx, ids)
  return lines.map((line) => {
    const marker = markers.get(line.endToEndId ?? '')
    return marker ? { ...line, markers: [...new Set([...line.markers, marker])] } : line
  })
}

const withLink = (one: Candidate, linked: ReadonlySet<string>): Candidate =>
  linked.has(one.id) ? { ...one, isLinked: true, linkedBySum: null } : one

const sumKey = (line: FileLine) => `${line.direction} ${line.amountKop} ${line.payeeAccount}`

/** How many lines have the same sum to the same account: several cannot be told apart by it. */
async function countSums(linesPath: string, account: string): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  for await (const batch of readLines(linesPath, account))
    for (const line of batch) sums.set(sumKey(line), (sums.get(sumKey(line)) ?? 0) + 1)
  return sums
}

function lineValues(statementId: string, line: FileLine) {
  return {
    statement_id: statementId,
    dedupe_key: Buffer.from(line.key, 'hex'),
    direction: line.direction,
    booked_on: line.bookedOn,
    doc_number: line.number,
    doc_date: line.docDate,
    amount_kop: line.amountKop,
    payer_account: line.payerAccount,
    payee_account: line.payeeAccount,
    payee_bic: line.payeeBik,
    purpose: line.purpose,
    counterparty: line.counterparty,
    operation: line.operation,
    end_to_end_id: line.endToEndId,
    doubts: [...line.doubts],
  }
}

async function tellDiscrepancies(tx: Tx, count: number): Promise<void> {
  await alertManagers(
    tx,
    {
      kind: 'payment_unknown',
      title: `Выписка банка противоречит выплатам, строк: ${count}. Сверьте их`,
      href: '/operator/payments?tab=statements',
      superHref: superPlaces.banks(tx.companyId),
    },
    tx.companyId,
  )
}
