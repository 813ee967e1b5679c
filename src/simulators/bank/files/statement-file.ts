import type { BankState } from '../bank-state.ts'
import { makeStatement, type Statement } from './account-moves.ts'
import { writeOneC } from './write-1c.ts'
import { writeCamt } from './write-camt.ts'

export const statementFormats = ['1c', '1c-utf8', 'camt053'] as const
export type StatementFormat = (typeof statementFormats)[number]

type Asked = { account: string; from: string; to: string }

/** The bytes of a statement, and the name that a bank's cabinet gives them; a fault that was set spoils them. */
export function writeStatement(
  bank: BankState,
  format: StatementFormat,
  asked: Asked,
): { name: string; type: string; bytes: Buffer } {
  const strike = bank.faults.strike({
    dialect: 'file',
    operation: 'statement',
    payment_id: null,
    tail: null,
    repeat: false,
    final: false,
  })
  const statement = spoil(strike?.name ?? null, makeStatement(bank, asked))
  const whole =
    format === 'camt053'
      ? writeCamt(statement, bank.now())
      : writeOneC(statement, format === '1c' ? 'windows-1251' : 'utf-8', bank.now())
  const bytes = strike?.name === 'cut_statement' ? whole.subarray(0, whole.length * 0.7) : whole
  const period = `${asked.from}_${asked.to}`
  return format === 'camt053'
    ? { name: `camt053_${period}.xml`, type: 'application/xml', bytes }
    : { name: `kl_to_1c_${period}.txt`, type: 'text/plain', bytes }
}

function spoil(name: string | null, statement: Statement): Statement {
  const { moves, debitKop, closingKop } = statement
  const first = moves.find(({ isDebit }) => isDebit)
  if (name === 'wrong_balance') return { ...statement, closingKop: closingKop + 100 }
  if (first === undefined) return statement
  if (name === 'duplicate_line') return added(statement, first.amount_kop, [first, ...moves])
  if (name === 'wrong_line') {
    const changed = { ...first, amount_kop: first.amount_kop + 100 }
    return added(
      statement,
      100,
      moves.map((move) => (move === first ? changed : move)),
    )
  }
  return { ...statement, debitKop }
}

/** The totals follow, so that nothing but the line is wrong. */
function added(statement: Statement, kop: number, moves: Statement['moves']): Statement {
  const { debitKop, closingKop } = statement
  return { ...statement, moves, debitKop: debitKop + kop, closingKop: closingKop - kop }
}
