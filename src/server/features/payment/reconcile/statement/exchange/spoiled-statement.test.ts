import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { statementText, type BankLine } from '#test/builders/bank-files/bank-statement.ts'
import { PAYER_ACCOUNT } from '#test/builders/bank-files/file-agreement.ts'
import { readBytes } from '#test/builders/bank-files/read-bytes.ts'
import { classifyLine, type Candidate } from '../classify-line.ts'
import { isSure, StatementProblem } from '../statement-file.ts'

const RUNS = 60
const PERIOD = { from: '2026-10-01', to: '2026-10-31' }
const MARKS = ['01J9Z3', '7QK4WM', 'ABCDEF', '000001', 'ZZZZZZ', '5H5H5H']

/** Statements of up to six records, some of them of our payments, some of these with another sum than was paid. */
const statements = fc.record({
  bare: fc.boolean(),
  records: fc.array(
    fc.record({
      kop: fc.integer({ min: 1, max: 900 }),
      day: fc.integer({ min: 1, max: 31 }),
      isMarked: fc.boolean(),
      isCredit: fc.boolean(),
      isWrong: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
})
type Statement = typeof statements extends fc.Arbitrary<infer T> ? T : never

const dayOf = (day: number) => `2026-10-${String(day).padStart(2, '0')}`
const accountOf = (at: number) => `4081781090000000000${at}`

function textOf({ bare, records }: Statement): string {
  const lines = records.map(({ kop, day, isMarked, isCredit, isWrong }, at): BankLine => ({
    kop: isWrong ? kop + 1 : kop,
    day: dayOf(day),
    number: at + 1,
    account: accountOf(at),
    bik: '044525974',
    purpose: `Оплата по акту ${at}${isMarked ? ` [П:${MARKS[at]!}]` : ''} без НДС`,
    ...(isCredit && { credit: true }),
  }))
  return statementText({ ...PERIOD, lines, ...(bare && { bare }) })
}

const paymentsOf = ({ records }: Statement) =>
  records.map(({ kop, day }, at): Candidate => ({
    id: MARKS[at]!,
    payerAccount: PAYER_ACCOUNT,
    byFile: true,
    marker: MARKS[at]!,
    standsFor: null,
    amountKop: kop,
    account: accountOf(at),
    bik: '044525974',
    inn: null,
    number: at + 1,
    date: dayOf(day),
    status: 'registered',
    isReturned: false,
    isDisowned: false,
    isLinked: false,
    linkedBySum: null,
  }))

/** How many records are told of, and which payments would be paid without a person; undefined = refused in words. */
async function readWhole(statement: Statement, bytes: Uint8Array) {
  try {
    const { lines, statements: heads, leftOut } = await readBytes(bytes)
    const candidates = paymentsOf(statement)
    const paid = lines.flatMap((line) => {
      const head = heads.find(({ account }) => account === line.account)!
      const isProven = isSure(head, line)
      const context = { account: head.account, candidates, sameLines: 1, isProven }
      const { status, paymentId } = classifyLine(line, context)
      return status === 'matched' ? [paymentId!] : []
    })
    const left = leftOut.reduce((sum, { records }) => sum + records, 0)
    return { told: lines.length + left, paid }
  } catch (error) {
    if (error instanceof StatementProblem) return undefined
    throw error
  }
}

const countRecords = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith('СекцияДокумент')).length

/** Lines of a statement, spoiled; `at` and `to` are shares of it. */
type Spoil = (lines: readonly string[], at: number, to: number) => readonly string[]
const place = (lines: readonly string[], share: number) => Math.floor(lines.length * share)
const spoils: Readonly<Record<string, Spoil>> = {
  'cut at its end': (lines, at) => lines.slice(0, place(lines, at)),
  'cut at its beginning': (lines, at) => lines.slice(place(lines, at)),
  'without a part': (lines, at, to) => [
    ...lines.slice(0, place(lines, Math.min(at, to))),
    ...lines.slice(place(lines, Math.max(at, to))),
  ],
  'without a line': (lines, at) => lines.toSpliced(place(lines, at), 1),
  'with a part told twice': (lines, at, to) => [
    ...lines.slice(0, place(lines, Math.max(at, to))),
    ...lines.slice(place(lines, Math.min(at, to))),
  ],
  'with a line told again elsewhere': (lines, at, to) =>
    lines.toSpliced(place(lines, to), 0, lines[place(lines, at)]!),
  'with a line broken': (lines, at, to) => {
    const line = lines[place(lines, at)]!
    const cut = Math.floor(line.length * to)
    return lines.toSpliced(place(lines, at), 1, line.slice(0, cut), line.slice(cut))
  },
  'with two neighbours in turn': (lines, at) => {
    const [first, second] = lines.slice(place(lines, at))
    return second === undefined ? lines : lines.toSpliced(place(lines, at), 2, second, first!)
  },
  'with its parts in another order': (lines, at) => {
    const from = lines.findIndex((line) => line.startsWith('Секция'))
    const parts = lines
      .slice(from, -2)
      .join('\n')
      .split(/(?<=\nКонец\S+)\n/)
    const turn = Math.floor(parts.length * at)
    const turned = [...parts.slice(turn), ...parts.slice(0, turn)]
    return [
      ...lines.slice(0, from),
      ...turned.flatMap((part) => part.split('\n')),
      ...lines.slice(-2),
    ]
  },
}

const share = fc.double({ min: 0, max: 0.999_999, noNaN: true })

for (const [name, spoil] of Object.entries(spoils))
  test(`a statement ${name} is refused or told whole, and pays nothing that the right one does not`, async () => {
    await fc.assert(
      fc.asyncProperty(statements, share, share, async (statement, at, to) => {
        const text = textOf(statement)
        const right = await readWhole(statement, Buffer.from(text))
        assert.ok(right)
        const lines = spoil(text.split('\r\n'), at, to)
        const read = await readWhole(statement, Buffer.from(lines.join('\r\n')))
        if (!read) return
        assert.equal(read.told, countRecords(lines))
        for (const id of read.paid) assert.ok(right.paid.includes(id), id)
        assert.equal(new Set(read.paid).size, read.paid.length)
      }),
      { numRuns: RUNS },
    )
  })

test('a letter that is spoiled loses no record', async () => {
  await fc.assert(
    fc.asyncProperty(
      statements,
      share,
      fc.constantFrom('Я', 'x', '=', ' ', '7'),
      async (statement, at, letter) => {
        const text = textOf(statement)
        const cut = Math.floor(text.length * at)
        const read = await readWhole(
          statement,
          Buffer.from(text.slice(0, cut) + letter + text.slice(cut + 1)),
        )
        if (read) assert.equal(read.told, statement.records.length)
      },
    ),
    { numRuns: RUNS },
  )
})

test('a statement in another encoding or with other line ends is the same', async () => {
  const encodings = ['windows-1251', 'cp866', 'utf8', 'koi8-r', 'utf-16le'] as const
  await fc.assert(
    fc.asyncProperty(
      statements,
      fc.constantFrom(...encodings),
      fc.constantFrom('\r\n', '\n', '\r'),
      fc.constantFrom('', '\u001a', '\u001a\r\n'),
      async (statement, encoding, end, over) => {
        const text = textOf(statement)
        const bytes = iconv.encode(text.replaceAll('\r\n', end) + over, encoding, { addBOM: true })
        const right = await readWhole(statement, Buffer.from(text))
        assert.equal(right!.told, statement.records.length)
        assert.deepEqual(await readWhole(statement, bytes), right)
      },
    ),
    { numRuns: RUNS },
  )
})
