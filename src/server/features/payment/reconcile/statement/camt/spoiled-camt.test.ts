import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { camtText, type CamtEntry } from '#test/builders/bank-files/camt-statement.ts'
import { readBytes, saidOf } from '#test/builders/bank-files/read-bytes.ts'

const RUNS = { numRuns: 100 }
const entries = fc.array(
  fc.record({
    kop: fc.integer({ min: 1, max: 900 }),
    credit: fc.boolean(),
    status: fc.constantFrom('BOOK', 'BOOK', 'PDNG'),
  }),
  { minLength: 1, maxLength: 6 },
)
type Entries = typeof entries extends fc.Arbitrary<infer T> ? T : never

const sumOf = (kop: number) => (kop / 100).toFixed(2)
/** A statement whose balances add up, or one without them. */
function textOf(told: Entries, isBare: boolean): string {
  const booked = told.filter(({ status }) => status === 'BOOK')
  const change = booked.reduce((sum, { kop, credit }) => sum + (credit ? kop : -kop), 0)
  return camtText({
    from: '2026-10-01',
    to: '2026-10-31',
    opening: isBare ? undefined : '1000.00',
    closing: isBare ? undefined : sumOf(100_000 + change),
    entries: told.map(({ kop, ...more }, at): CamtEntry => ({
      ...more,
      sum: sumOf(kop),
      day: '2026-10-05',
      number: String(at),
      account: '40817810900000000017',
    })),
  })
}

/** Lines and what is named as left out. */
async function toldOf(text: string) {
  const { lines, leftOut } = await readBytes(text)
  return {
    lines: lines.map(({ number, amountKop, direction }) => [number, amountKop, direction].join()),
    count: lines.length + leftOut.reduce((sum, { records }) => sum + records, 0),
  }
}

test('entries in any order are the same lines, and each is a line or named', async () => {
  await fc.assert(
    fc.asyncProperty(entries, fc.boolean(), fc.nat(), async (told, isBare, seed) => {
      const text = textOf(told, isBare)
      const right = await toldOf(text)
      assert.equal(right.count, told.length)
      const all = text.match(/<Ntry>.*<\/Ntry>/g)!
      const turn = seed % all.length
      const turned = text.replace(
        all.join('\n'),
        [...all.slice(turn), ...all.slice(0, turn)].join('\n'),
      )
      const other = await toldOf(turned)
      assert.deepEqual(other.lines.toSorted(), right.lines.toSorted())
    }),
    RUNS,
  )
})

test('an entry that is missing or told twice is refused by the balances, and counted without them', async () => {
  await fc.assert(
    fc.asyncProperty(entries, fc.boolean(), fc.boolean(), async (told, isBare, isTwice) => {
      const [first] = textOf(told, isBare).match(/<Ntry>.*<\/Ntry>/)!
      const text = textOf(told, isBare).replace(first, isTwice ? `${first}\n${first}` : '')
      if (!isBare && told[0]!.status === 'BOOK')
        assert.match(await saidOf(text), /^Строка \d+\. Остатки не сходятся/)
      else if ((await saidOf(text)) === 'taken')
        assert.equal((await toldOf(text)).count, told.length + (isTwice ? 1 : -1))
    }),
    RUNS,
  )
})

test('a document that is cut anywhere is refused', async () => {
  await fc.assert(
    fc.asyncProperty(entries, fc.double({ min: 0, max: 0.999, noNaN: true }), async (told, at) => {
      const text = textOf(told, true).trimEnd()
      assert.notEqual(await saidOf(text.slice(0, Math.floor(text.length * at))), 'taken')
    }),
    RUNS,
  )
})
