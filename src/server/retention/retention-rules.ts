/** When a row of a table goes: so many days after a moment of its own, by a command into an archive, or never, with the reason. */
export type RetentionRule =
  | { readonly days: number; readonly after: string; readonly why: string }
  | { readonly archived: string; readonly why: string }
  | { readonly stays: string }

const MONEY = 'evidence of money: the law asks for five years, the chain of changes refers to it'
const OWN = 'what the company works with; it is changed and archived, and does not grow by itself'
const PLATFORM = 'the platform itself'

/**
 * How long every table keeps its rows: the one place that says it. The nightly deletion runs by it, `docs/retention.md` is
 * made of it, and a table that is missing here fails a test.
 */
export const retentionRules = {
  login_attempt: {
    days: 3,
    after: 'window_start',
    why: 'counters: the longest window and the lock after it take two days; what happened is in the security log',
  },
  passkey_challenge: {
    days: 1,
    after: 'expires_at',
    why: 'what a browser was asked to sign and did not; it is good for five minutes',
  },
  session: { days: 90, after: 'expires_at', why: 'shows the sign-in before this one' },
  service_key: {
    days: 365,
    after: 'expires_at',
    why: 'a hash of a key that opens nothing any more; the chain of changes tells who made it',
  },
  webhook_delivery: {
    days: 30,
    after: 'created_at',
    why: 'copies of what the records themselves tell; an attempt is made for a day at most',
  },
  approval: {
    days: 90,
    after: 'expires_at',
    why: 'lives a minute; the chain of changes tells who confirmed',
  },
  approval_ask: {
    days: 90,
    after: 'expires_at',
    why: 'lives ten minutes; the chain of changes tells who asked and who answered',
  },
  temporary_link: {
    days: 90,
    after: 'expires_at',
    why: 'a hash of a link that opens nothing any more',
  },
  phone_link: {
    days: 90,
    after: 'expires_at',
    why: 'a hash of a link that opens nothing any more; the chain of changes tells who made and opened it',
  },
  phone_page: {
    days: 2,
    after: 'created_at',
    why: 'where the bytes of a page lie until the scanner has them; a job removes them with their row within minutes of the end',
  },
  agent_code: {
    days: 90,
    after: 'expires_at',
    why: 'a hash of a code that opens nothing any more',
  },
  agent_event: {
    days: 90,
    after: 'received_at',
    why: 'keeps a repeated event from counting twice; an agent repeats for 30 days at most',
  },
  record_reader: { days: 1, after: 'seen_at', why: 'who has a record open; good for a minute' },
  notice: { days: 180, after: 'at', why: 'the bell; what it tells of stands in its own record' },
  set_aside: { days: 30, after: 'until', why: 'rows that a sweep could not do, until it can' },

  payee_check: {
    days: 30,
    after: 'asked_at',
    why: 'what a bank told of an owner; a payment keeps what it was saved with',
  },
  npd_check: { stays: 'by whose word money went to a self-employed payee' },
  npd_payment: { stays: 'one row a payment, with the cheque that is its ground' },
  bank_comparison: {
    days: 90,
    after: 'started_at',
    why: 'how far a comparison has come; what differed is a discrepancy',
  },
  bank_pack: {
    days: 90,
    after: 'taken_at',
    why: 'ids of packs that were read; what they brought is in its own rows',
  },
  bank_request: {
    days: 90,
    after: 'sent_at',
    why: 'a question to a bank; its answer has come or never will',
  },
  bank_mail_statement: {
    days: 90,
    after: 'taken_at',
    why: 'the bytes of a statement; its lines are stored as those of a file',
  },

  second_factor: { stays: 'one row a person who uses it; it goes when it is switched off' },
  passkey: { stays: 'at most ten rows a person; a removed key is gone' },
  recovery_code: { stays: 'ten hashes a person; they go with the second factor' },

  push_browser: {
    stays:
      'at most ten rows a person; one goes when its push service says that the browser is gone',
  },
  push_key: { stays: 'one row an installation: browsers know it by this key' },
  notice_choice: { stays: 'one row a person and kind' },

  act: { stays: MONEY },
  act_position: { stays: MONEY },
  audit_event: { archived: 'a year or more, then in files', why: MONEY },
  audit_head: { stays: MONEY },
  bank_notice: { stays: MONEY },
  bank_statement: { stays: MONEY },
  bank_statement_line: { stays: MONEY },
  consent: { stays: MONEY },
  issued_form: { stays: MONEY },
  issued_pdf: { stays: MONEY },
  counter: { stays: MONEY },
  daily_rollup: { stays: MONEY },
  due_day: { stays: MONEY },
  file_sum: { stays: 'one row a company' },
  money_day: { stays: MONEY },
  evening: { stays: 'a row a company and day: a day is never told twice' },
  payment: { stays: MONEY },
  payment_allocation: { stays: MONEY },
  payment_attempt: { stays: MONEY },
  payment_discrepancy: { stays: MONEY },
  payment_event: { stays: MONEY },
  payment_lease: { stays: MONEY },
  payment_limit: { stays: MONEY },
  payment_limit_use: { stays: MONEY },
  payment_registry: { stays: MONEY },
  payment_retry: { stays: MONEY },
  payment_return: { stays: MONEY },
  control_alarm: { stays: 'the journal of the control of scrap: what was found is never removed' },
  price_history: { stays: MONEY },
  photo_of_visit: { stays: MONEY },
  print_event: { stays: MONEY },
  report_schedule: { stays: 'at most 100 a company; a deleted one is gone, its reports stay' },
  report: { stays: 'a line of what was given out to whom; its file goes after 30 days' },
  scan: { stays: MONEY },
  supplier: { stays: MONEY },
  supplier_year: { stays: MONEY },
  visit: { stays: MONEY },
  weighing: { stays: MONEY },
  weighing_cancel: { stays: MONEY },
  weight_act: { stays: MONEY },
  weight_act_line: { stays: MONEY },
  weight_episode: { stays: MONEY },
  zero_departure: { stays: MONEY },
  file: {
    stays: 'the row tells what was destroyed and when; its bytes go after the years of the company',
  },

  backup_run: {
    days: 400,
    after: 'ended_at',
    why: 'one row a night; a year shows whether backups were taken',
  },
  installation: { stays: PLATFORM },
  seal_key_event: {
    stays: 'a few rows a key: which file opens what, and since when one proves nothing',
  },
  account_opening: {
    stays: 'one row a person and who opened the account; it tells who may be one person',
  },
  agent: { stays: OWN },
  app_user: { stays: OWN },
  service_account: { stays: OWN },
  webhook: { stays: OWN },
  bank: { stays: OWN },
  bank_config: { stays: OWN },
  bank_config_default: { stays: OWN },
  bank_session: { stays: 'one row an agreement; the sealed id ends with the session' },
  bik_account: { stays: OWN },
  bik_bank: { stays: OWN },
  bik_load: { stays: OWN },
  camera_look: { stays: 'one row a camera' },
  card_vault: { stays: OWN },
  company: { stays: OWN },
  device: { stays: OWN },
  document_text: { stays: 'what documents say and said; a draft that is deleted is gone' },
  payment_method: { stays: OWN },
  post: { stays: OWN },
  preference: { stays: OWN },
  instrument: { stays: OWN },
  price_cell: { stays: OWN },
  price_column: { stays: OWN },
  price_plan: { stays: OWN },
  product: { stays: OWN },
  route_entry: { stays: OWN },
  sbp_bank: { stays: OWN },
  site: { stays: OWN },
  storage_use: { stays: OWN },
  stored_tare: { stays: OWN },

  action: { stays: PLATFORM },
  action_access: { stays: PLATFORM },
  action_folder: { stays: PLATFORM },
  role: { stays: PLATFORM },
  schema_migration: { stays: PLATFORM },
  server_process: {
    stays: 'a row a running process; one that is dead is removed by the others in 20 seconds',
  },
} as const satisfies Record<string, RetentionRule>

type Rules = typeof retentionRules
export type DeletedTable = {
  [T in keyof Rules]: Rules[T] extends { readonly days: number } ? T : never
}[keyof Rules]

/** The tables whose rows go by themselves. */
export const deletedTables = Object.entries(retentionRules)
  .filter(([, rule]) => 'days' in rule)
  .map(([table]) => table as DeletedTable)
