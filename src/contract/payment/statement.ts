import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { paymentStatuses } from './payment-entities.ts'
import * as s from '../core/shapes.ts'

/** What a line of a statement is to our payments (payments.md 4.5). */
export const lineStatuses = [
  'matched',
  'suggested',
  'discrepancy',
  'waiting',
  'none',
  'ignored',
] as const
export type LineStatus = (typeof lineStatuses)[number]

/** What a reader doubts, each a whole sentence without its full stop. */
const doubts = s.list(s.displayText(300), 20)

const lineCount = z.strictObject({ status: z.enum(lineStatuses), count: s.count })

/** How the opening balance of a statement follows the closing one of the statement before it, where it does not. */
const StatementBefore = z.strictObject({
  statement_id: s.id('bank_statement'),
  file_name: s.displayText(200),
  date_from: s.day,
  date_to: s.day,
  closing_kop: s.signedGrams,
  /** Days that no statement of the account covers; null: the periods follow each other. */
  gap: z.nullable(z.strictObject({ date_from: s.day, date_to: s.day })),
  /** The opening balance less the closing one of before; 0 with a gap: nothing was lost in its days, as far as balances tell. */
  difference_kop: s.signedGrams,
})

/** One file that a bank gave about one account. */
export const BankStatement = z.strictObject({
  id: s.id('bank_statement'),
  file_name: s.displayText(200),
  account: s.displayText(20),
  bank_config_title: s.displayText(60),
  date_from: s.day,
  date_to: s.day,
  opening_kop: z.nullable(s.signedGrams),
  credit_kop: z.nullable(s.kop),
  debit_kop: z.nullable(s.kop),
  closing_kop: z.nullable(s.signedGrams),
  /** Without balances, or with doubts about the whole, the lines prove nothing and are only suggested. */
  balanced: z.boolean(),
  doubts,
  /** Records of the file that were not taken, and why. */
  left_out: s.list(z.strictObject({ what: s.displayText(200), records: s.count }), 50),
  line_count: s.count,
  /** Lines that an earlier statement had brought already. */
  known_count: s.count,
  /** Null: it follows the one before it, there is none, or one of the two has no balances. */
  before: z.nullable(StatementBefore),
  lines: s.list(lineCount, lineStatuses.length),
  /** Lines that a person can still settle: suggested, with an open discrepancy, or with a payment to choose. */
  unsettled_count: s.count,
  created_at: s.instant,
  created_by_name: z.nullable(s.displayText(150)),
})
export type BankStatement = z.output<typeof BankStatement>

/** How many payments a bank's answer to their file moved, and how many it could not. */
const ReportCounts = z.strictObject({
  /** Now processed by the bank. */
  accepted: s.count,
  rejected: s.count,
  cancelled: s.count,
  /** The answer says what was known. */
  same: s.count,
  /** The bank used a word that is not listed: the payment stays. */
  unlisted: s.count,
  /** The answer contradicts the payment: it stays, and a discrepancy waits for a person. */
  contradicts: s.count,
  /** Orders that are not of this registry. */
  unknown: s.count,
})
export type ReportCounts = z.output<typeof ReportCounts>

/** A bank's answer to a file of orders (`pain.002`). */
export const ImportedReport = z.strictObject({
  registry_id: s.id('payment_registry'),
  registry_number: s.displayText(40),
  bank_config_title: s.displayText(60),
  created_at: s.instant,
  /** Null for a file that was taken in before. */
  counts: z.nullable(ReportCounts),
})
export type ImportedReport = z.output<typeof ImportedReport>

/** One file of an upload: taken in, known already, or why not. */
export const ImportedFile = z.strictObject({
  file_name: s.displayText(200),
  statement: z.nullable(BankStatement),
  report: z.nullable(ImportedReport),
  /** The same file was taken in before: nothing changed. */
  repeated: z.boolean(),
  code: z.optional(s.displayText(64)),
  message: z.optional(s.displayText(500)),
})
export type ImportedFile = z.output<typeof ImportedFile>

/**
 * What a person may do with a line: confirm its payment, choose one, or report that it debits a payment a second time which another
 * line has settled.
 */
const lineDecisions = ['confirm', 'choose', 'report'] as const
export type LineDecision = (typeof lineDecisions)[number]

export const StatementLine = z.strictObject({
  id: s.id('bank_statement_line'),
  statement_id: s.id('bank_statement'),
  direction: z.enum(['debit', 'credit']),
  booked_on: s.day,
  doc_number: z.nullable(s.displayText(20)),
  amount_kop: s.kop,
  /** The other side, as the bank names it. */
  counterparty: z.nullable(s.displayText(200)),
  account: z.nullable(s.displayText(40)),
  purpose: z.nullable(s.displayText(500)),
  /** With one it settles nothing by itself. */
  doubts,
  match_status: z.enum(lineStatuses),
  /** Why it stands so, in whole sentences. */
  why: s.displayText(400),
  decision: z.nullable(z.enum(lineDecisions)),
  /** A person may say that it is not the payment beside it. */
  may_deny: z.boolean(),
  /** Our payment beside it. */
  payment: z.nullable(
    z.strictObject({
      id: s.id('payment'),
      supplier_name: s.displayText(320),
      amount_kop: s.kop,
      account: z.nullable(s.displayText(40)),
      document_number: z.nullable(s.int(1, 999_999)),
      document_date: z.nullable(s.day),
      status: z.enum(paymentStatuses),
    }),
  ),
})
export type StatementLine = z.output<typeof StatementLine>

/** A payment that a line may be about, for a person to choose. */
export const LineCandidate = z.strictObject({
  id: s.id('payment'),
  supplier_name: s.displayText(320),
  amount_kop: s.kop,
  account: z.nullable(s.displayText(40)),
  document_number: z.nullable(s.int(1, 999_999)),
  /** Of its order, or of its saving where it has none. */
  day: s.day,
  status: z.enum(paymentStatuses),
  /** Why it fits and what differs, each a short phrase. */
  reasons: s.list(s.displayText(120), 8),
})
export type LineCandidate = z.output<typeof LineCandidate>

const LineCandidates = z.strictObject({
  line_id: s.id('bank_statement_line'),
  payments: s.list(LineCandidate, 20),
})

const module = 'payment'

/** Beyond the specification: statements of banks (payments.md 4.5). */
export const paymentStatement = {
  importBankFile: call({
    method: 'POST',
    path: '/api/v1/payment/importBankFile',
    access: 'operator',
    module,
    action: 'payment.statement',
    summary: 'Takes in statements and answers of banks, each file whole or not at all',
    body: 'files',
    // Twenty files, each of which may be an archive of twenty, each of those about twenty accounts.
    result: s.list(ImportedFile, 8000),
    refusals: [
      'statement.bad-file',
      'statement.foreign-account',
      'statement.foreign-report',
      'file.too-large',
    ],
  }),
  getStatements: call({
    method: 'GET',
    path: '/api/v1/payment/getStatements',
    access: 'operator',
    module,
    action: 'payment.statement',
    ownerAction: 'report.control',
    summary: 'Statements that were taken in, the latest first',
    query: z.strictObject({
      filter: s.filterOf('bank_statement', ['created_at'], {
        /** Those whose period has this day. */
        day: z.optional(s.day),
        is_unsettled: z.optional(z.boolean()),
      }),
    }),
    result: s.listOf(BankStatement),
    about: ['bank_statement', 'payment'],
  }),
  getStatementLines: call({
    method: 'GET',
    path: '/api/v1/payment/getStatementLines',
    access: 'operator',
    module,
    action: 'payment.statement',
    ownerAction: 'report.control',
    summary: 'Lines of statements, each beside our payment, in the order of their file',
    query: z.strictObject({
      filter: s.filterOf('bank_statement_line', ['booked_on', 'amount_kop', 'place'], {
        statement_id: z.optional(s.id('bank_statement')),
        match_status: z.optional(s.someOf(lineStatuses)),
      }),
    }),
    result: s.listOf(StatementLine),
    about: ['bank_statement', 'payment'],
  }),
  matchLine: call({
    method: 'POST',
    path: '/api/v1/payment/matchLine',
    access: 'operator',
    module,
    action: 'payment.statement',
    summary: 'Confirms suggested lines, each for itself: their payments become paid',
    body: z.strictObject({ ids: s.list(s.id('bank_statement_line'), 200, 1) }),
    result: s.list(
      z.strictObject({
        id: s.id('bank_statement_line'),
        match_status: z.nullable(z.enum(lineStatuses)),
        code: z.optional(s.displayText(64)),
        message: z.optional(s.displayText(500)),
      }),
      200,
    ),
    refusals: ['statement.not-suggested', 'statement.payment-settled'],
  }),
  getLineCandidates: call({
    method: 'GET',
    path: '/api/v1/payment/getLineCandidates',
    access: 'operator',
    module,
    action: 'payment.statement',
    summary: 'Payments that each of these lines may be about, the nearest day first',
    query: z.strictObject({ ids: s.jsonText(s.list(s.id('bank_statement_line'), 100, 1)) }),
    result: s.list(LineCandidates, 100),
    about: ['bank_statement', 'payment'],
  }),
  chooseLine: call({
    method: 'POST',
    path: '/api/v1/payment/chooseLine',
    access: 'operator',
    module,
    action: 'payment.statement',
    summary: 'Says which of the fitting payments a line is: it becomes paid',
    body: z.strictObject({ id: s.id('bank_statement_line'), payment_id: s.id('payment') }),
    result: z.strictObject({
      id: s.id('bank_statement_line'),
      match_status: z.enum(lineStatuses),
    }),
    refusals: [
      'statement.line-used',
      'statement.not-suggested',
      'statement.payment-settled',
      'statement.not-fitting',
    ],
  }),
  denyLine: call({
    method: 'POST',
    path: '/api/v1/payment/denyLine',
    access: 'operator',
    module,
    action: 'payment.statement',
    summary: 'Says that a line is not the payment that its sum suggested: a person decides it anew',
    body: z.strictObject({ id: s.id('bank_statement_line') }),
    result: z.strictObject({
      id: s.id('bank_statement_line'),
      match_status: z.enum(lineStatuses),
    }),
    refusals: ['statement.not-suggested', 'statement.named-by-bank'],
  }),
} as const
