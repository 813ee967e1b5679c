import type { BankState } from '../bank-state.ts'
import type { StoredFile } from '../files/file-store.ts'
import { WrongFile } from '../files/order-file.ts'
import { statementFormats, writeStatement, type StatementFormat } from '../files/statement-file.ts'
import { takeFile } from '../files/take-file.ts'
import { writeReport } from '../files/write-report.ts'
import type { Answer } from '../wire.ts'

export const MOST_FILE_BYTES = 10_485_760

/** Puts in a file of orders as its bytes are. */
export function putFile(bank: BankState, query: URLSearchParams, bytes: Buffer): Answer {
  if (bytes.length === 0) return { status: 400, body: { error: 'Файл пуст' } }
  const name = (query.get('name') ?? 'файл').slice(0, 100)
  try {
    const { file, repeated } = takeFile(bank, name, bytes)
    return { status: 200, body: { ...presentFile(bank, file), repeated } }
  } catch (error) {
    if (error instanceof WrongFile) return { status: 422, body: { error: error.message } }
    throw error
  }
}

/** Files that were put in, the newest first. */
export function listFiles(bank: BankState): Answer {
  return { status: 200, body: bank.store.files().map((file) => presentFile(bank, file)) }
}

function presentFile(bank: BankState, file: StoredFile) {
  const statuses = file.orders.map(({ payout_id }) =>
    payout_id === null ? 'canceled' : (bank.store.payout(payout_id)?.status ?? 'canceled'),
  )
  const count = (status: string) => statuses.filter((one) => one === status).length
  return {
    id: file.id,
    name: file.name,
    at: new Date(file.at).toISOString(),
    format: file.format,
    version: file.version,
    message_id: file.message_id,
    payer: file.payer,
    total_kop: file.orders.reduce((sum, { amount_kop }) => sum + amount_kop, 0),
    count: file.orders.length,
    pending: count('pending'),
    succeeded: count('succeeded'),
    canceled: count('canceled'),
  }
}

/** Ends all orders of a file that have no end yet. */
export function payFile(bank: BankState, { id }: Record<string, unknown>): Answer {
  const file = typeof id === 'string' ? bank.store.file(id) : null
  if (file === null) return { status: 404, body: { error: 'Такого файла нет' } }
  for (const { payout_id } of file.orders)
    if (payout_id !== null)
      bank.payouts.decide(payout_id, bank.store.payout(payout_id)?.verdict ?? null)
  return { status: 200, body: presentFile(bank, file) }
}

/** A statement as a file to be kept. */
export function statementAnswer(bank: BankState, query: URLSearchParams): Answer {
  const format = query.get('format') ?? ''
  const [account = '', from = '', to = ''] = ['account', 'from', 'to'].map(
    (name) => query.get(name) ?? '',
  )
  if (!isFormat(format))
    return { status: 400, body: { error: 'format: нужно 1c, 1c-utf8 или camt053' } }
  if (!/^\d{20}$/.test(account)) return { status: 400, body: { error: 'account: нужно 20 цифр' } }
  if (![from, to].every(isDay) || from > to)
    return { status: 400, body: { error: 'from, to: нужны дни ГГГГ-ММ-ДД по порядку' } }
  return fileAnswer(writeStatement(bank, format, { account, from, to }))
}

/** `pain.002` about a file in ISO 20022, by its message or by the bank's own id. */
export function reportAnswer(bank: BankState, query: URLSearchParams): Answer {
  const file = bank.store.file(query.get('msgId') ?? '')
  if (file?.message_id == null) return { status: 404, body: { error: 'Такого файла pain.001 нет' } }
  const bytes = writeReport(bank, file)
  return fileAnswer({
    name: `pain002_${file.message_id.replaceAll(/[^\w-]/g, '_')}.xml`,
    type: 'application/xml',
    bytes,
  })
}

function fileAnswer({ name, type, bytes }: { name: string; type: string; bytes: Buffer }): Answer {
  return {
    status: 200,
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
    bytes,
  }
}

function isFormat(text: string): text is StatementFormat {
  return (statementFormats as readonly string[]).includes(text)
}

function isDay(text: string): boolean {
  return (
    /^20\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
  )
}
