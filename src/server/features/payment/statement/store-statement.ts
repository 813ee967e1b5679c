import { refuse } from '#http/refusal.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { alertManagers } from '../../user/notices/notice-queries.ts'
import { superPlaces } from '../../user/notices/super-places.ts'
import { classifyLine, type Candidate } from './classify-line.ts'
import { readLines } from './read-apart.ts'
import { settleLine } from './settle-line.ts'
import type { FileLine, StatementHead } from './statement-file.ts'
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
  readonly head: StatementHead
  readonly sha256: Buffer
  readonly name: string
  readonly linesPath: string
}

/** One transaction: the statement, its new lines and the payments that they prove; or the earlier copy of the same file. */
export function storeStatement(db: Db, file: ReadFile): Promise<{ id: string; repeated: boolean }> {
  return inTransaction(db, async (tx) => {
    const config = await configOfAccount(tx, file.head.account)
    if (!config)
      return refuse('statement.foreign-account', {
        message: `Счёт …${file.head.account.slice(-4)} не указан в настройках банков этой компании: выписка чужая или настройки ещё нет`,
      })
    if (file.head.to > (await companyToday(tx)))
      refuse('statement.bad-file', {
        message: 'Период выписки кончается в будущем. Выгрузите её за прошедшие дни',
      })
    const earlier = await findStatementOf(tx, file.sha256)
    if (earlier) return { id: earlier, repeated: true }
    const id = uuidv7()
    const { balances } = file.head
    const isNew = await insertStatement(tx, {
      id,
      bank_config_id: config.id,
      format: file.head.format,
      file_sha256: file.sha256,
      file_name: file.name,
      account: file.head.account,
      date_from: file.head.from,
      date_to: file.head.to,
      balanced: balances !== null,
      opening_kop: balances?.openingKop ?? null,
      credit_kop: balances?.creditKop ?? null,
      debit_kop: balances?.debitKop ?? null,
      closing_kop: balances?.closingKop ?? null,
    })
    if (!isNew) return { id: (await findStatementOf(tx, file.sha256))!, repeated: true }
    const counts = await storeLines(tx, id, file)
    addAuditEvent(tx, {
      action: 'bank_statement.import',
      entity: 'bank_statement',
      id,
      after: { file: file.name, account: file.head.account.slice(-4), ...counts },
    })
    return { id, repeated: false }
  })
}

async function storeLines(
  tx: Tx,
  statementId: string,
  file: ReadFile,
): Promise<{ lines: number; known: number; matched: number; discrepancies: number }> {
  const { account } = file.head
  const sameLines = await countSums(file.linesPath)
  const linked = new Set<string>()
  const toldBefore = openToldBefore(tx, statementId, account)
  const counts = { lines: 0, known: 0, matched: 0, discrepancies: 0 }
  for await (const batch of readLines(file.linesPath)) {
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
        isProven: file.head.balances !== null,
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

const withLink = (one: Candidate, linked: ReadonlySet<string>): Candidate =>
  linked.has(one.id) ? { ...one, isLinked: true, linkedBySum: null } : one

const sumKey = (line: FileLine) => `${line.direction} ${line.amountKop} ${line.payeeAccount}`

/** How many lines have the same sum to the same account: several cannot be told apart by it. */
async function countSums(linesPath: string): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  for await (const batch of readLines(linesPath))
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
