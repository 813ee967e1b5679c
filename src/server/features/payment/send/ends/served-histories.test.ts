import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import fc from 'fast-check'
import type { CallSpec } from '#contract/core/call.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { paymentStatement } from '#contract/payment/statement.ts'
import { payment } from '#contract/payment/payment.ts'
import { letterOf } from '#test/builders/bank-files/bank-letter.ts'
import { bankWords } from '#test/builders/bank-files/bank-words.ts'
import { statementForm, statementText } from '#test/builders/bank-files/bank-statement.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { dayAgo, sendByFile, takeStatement } from '#test/builders/bank-files/paid-by-file.ts'
import { reportText } from '#test/builders/bank-files/status-report.ts'
import type { RefusedAnswer } from '#test/support/api.ts'
import { approval } from '#test/support/approve.ts'
import { openBankStreet, type SentToStreet } from '#test/builders/transfer/bank-street.ts'
import type { YookassaPayout } from '#test/peers/yookassa-peer.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import { readBankMail } from '../../reconcile/statement/mail/read-bank-mail.ts'

// The property of `every-history.test.ts` over a server with its database and second banks: few histories here, many in the sweeps.
const HISTORIES = sweepSize(8, 300)
const KOP = 23_456
const banks = await openBankStreet()
after(() => banks.close())
await banks.widenLimits()
const { yookassa, tbank, direct, own, visit, stateOf } = banks

const word = <const T extends string>(...words: T[]) => fc.constantFrom(...words)
type Row = Omit<SentToStreet, 'name'>

/**
 * Lets a bank say things of a payment in this order: it is never payable once one of them was that it is executed, until two people
 * have decided with all that it said before them.
 */
async function holds<E>(
  events: fc.Arbitrary<E>,
  refusal: NoInfer<E>,
  begin: () => Promise<Row>,
  hear: (row: Row, event: E) => Promise<boolean | 'decided'>,
): Promise<void> {
  let freed = 0
  await fc.assert(
    fc.asyncProperty(fc.array(events, { minLength: 1, maxLength: 6 }), async (history) => {
      banks.calm()
      const row = await begin()
      let isExecuted = false
      for (const event of history) {
        const heard = await hear(row, event)
        if (heard !== false) isExecuted = heard === true
        if (isExecuted) await banks.assertNotPayable(row)
      }
      if (['rejected', 'cancelled'].includes(await stateOf(row.id)) && !isExecuted) freed++
    }),
    { numRuns: HISTORIES, examples: [[[refusal, refusal]]] },
  )
  // A server that frees nothing would hold it too.
  assert.ok(freed > 0, 'nothing was payable')
}

/** The worker's question, and, of a payment that is over, the night's. */
async function ask(row: Row): Promise<void> {
  await visit(row.id)
  if (!['registered', 'processing', 'unknown'].includes(await stateOf(row.id)))
    await banks.passNight()
}

test('whatever yookassa answers to a server, in any order, no act is payable once it said executed', () =>
  holds(
    fc.record({
      id: word('ours', 'ours', 'ours', 'other'),
      mark: word('ours', 'ours', 'ours', 'other'),
      status: word('pending', 'succeeded', 'canceled', 'canceled'),
      value: word('234.56', '234.56', '90.00'),
      copies: fc.constantFrom(0, 1, 1, 1, 2),
    }),
    { id: 'ours', mark: 'ours', status: 'canceled', value: '234.56', copies: 1 },
    () => banks.send('yookassa', KOP),
    async (row, said) => {
      let isExecuted = false
      const lie = (one: YookassaPayout): YookassaPayout => {
        // A night asks about the payments of earlier histories too.
        isExecuted ||= one.metadata?.['payment_id'] === row.id && said.status === 'succeeded'
        return {
          ...one,
          ...(said.id === 'other' && { id: 'po-other' }),
          ...(said.mark === 'other' && { metadata: { payment_id: randomUUID() } }),
          status: said.status,
          amount: { ...one.amount, value: said.value },
        }
      }
      const found = (items: YookassaPayout[]) =>
        Array.from({ length: said.copies }, (_, n) => n).flatMap((n) =>
          items.map((one) => ({ ...lie(one), ...(n > 0 && { id: 'po-second' }) })),
        )
      yookassa.lies = { created: lie, read: lie, found }
      await ask(row)
      return isExecuted
    },
  ))

test('whatever tbank answers to a server, in any order, no act is payable once it said executed', () =>
  holds(
    fc.record({
      status: word('IN_PROGRESS', 'EXECUTED', 'FAILED', 'FAILED', 'ODD'),
      named: word('none', 'none', 'ours', 'other'),
    }),
    { status: 'FAILED', named: 'none' },
    () => banks.send('tbank', KOP),
    async (row, { status, named }) => {
      let isExecuted = false
      const paymentId = named === 'ours' ? row.id : randomUUID()
      tbank.lies = {
        read: (_, one) => {
          isExecuted ||= one?.id === row.id && status === 'EXECUTED'
          return { status, ...(named !== 'none' && { paymentId }) }
        },
      }
      await ask(row)
      return isExecuted
    },
  ))

test('whatever lies in the mailbox of a server, in any order, no act is payable once it said executed', () =>
  holds(
    fc.record({
      state: word('01', '02', '03', '05', '2205'),
      about: word('ours', 'ours', 'ours', 'other', 'question'),
    }),
    { state: '03', about: 'ours' },
    async () => {
      direct.notices = ['01']
      const row = await banks.send('direct', KOP)
      await visit(row.id)
      return row
    },
    async (row, { state, about }) => {
      const question = direct.questions.find((one) => one.about === row.id)?.id
      const isOurs = about === 'ours'
      direct.tell(isOurs ? row.id : (about === 'question' && question) || randomUUID(), state)
      await visit(row.id)
      await readBankMail(banks.world.services)
      return isOurs && state === '02'
    },
  ))

test('whatever files and people bring to a server, in any order, no act is payable once the bank said executed and nobody decided', async () => {
  const configId = await addFileAgreement(own, undefined, 'file_iso20022')
  await banks.widenLimits()
  const told = new Map<string, string[]>()
  const decided = new Map<string, string[]>()
  const sent = new Map<string, Awaited<ReturnType<typeof sendByFile>>>()
  await holds(
    word(
      ...(['ACSP', 'ACSC', 'ACCC', 'RJCT', 'RJCT', 'CANC'] as const),
      ...(['statement', 'bare', 'by_sum'] as const),
      ...(['withdraw', 'refused', 'letter', 'returned'] as const),
    ),
    'RJCT',
    async () => {
      await own.db.q
        .updateTable('bank_config_default')
        .where('method', '=', 'account')
        .set({ bank_config_id: configId })
        .execute()
      const one = await sendByFile(own, [KOP])
      sent.set(one.id, one)
      return {
        id: one.id as Row['id'],
        supplier_id: one.payee.supplierId,
        payment_method_id: one.payee.methodId,
        acts: [{ act_id: one.acts[0]!, amount_kop: KOP }],
        amount_kop: KOP,
      }
    },
    async ({ id }, said) => {
      const { line } = sent.get(id)!
      const lines = {
        statement: line,
        bare: line,
        by_sum: { ...line, number: ++others, purpose: 'Аренда' },
      }
      if (said === 'statement' || said === 'bare' || said === 'by_sum') {
        const bare = said === 'bare' && { bare: true as const }
        const today = { from: dayAgo(0), to: dayAgo(0) }
        const text = statementText({ ...today, lines: [lines[said]], ...bare })
        const { statement } = await takeStatement(own, text)
        const query = { filter: { statement_id: statement!.id } }
        const { items } = await own.manager.api.send(paymentStatement.getStatementLines, { query })
        return items.some(({ payment: named }) => named?.id === id)
      }
      if (said === 'withdraw' || said === 'refused' || said === 'letter' || said === 'returned') {
        if (!(await people[said](id))) return false
        // What people have decided by is no news; nor is of money that came back that it had gone.
        const weighed = said === 'returned' ? ['ACSC', 'ACCC'] : told.get(id)
        decided.set(id, [...(decided.get(id) ?? []), ...(weighed ?? [])])
        return 'decided'
      }
      const { registry_id } = await own.operator.api.send(payment.get, { query: { id } })
      const orders = [{ id, status: said }]
      const bytes = Buffer.from(reportText({ registryId: registry_id!, orders }))
      const form = await statementForm([{ name: 'pain002.xml', bytes }])
      const url = paymentStatement.importBankFile.path
      const { statusCode } = await own.manager.api.raw({ method: 'POST', url, ...form })
      assert.equal(statusCode, 200)
      told.set(id, [...(told.get(id) ?? []), said])
      return (said === 'ACSC' || said === 'ACCC') && !decided.get(id)?.includes(said)
    },
  )
})

let others = 7000
const file = bankWords(own, KOP)
const note = 'Письмо банка № 17 от 28.11.2026, ответил Петров'

/** What two people do of a payment, where it is allowed; true when by it the bank executed nothing or the money is back. */
const people = {
  withdraw: (id: string) =>
    confirmed(payment.cancel, { ids: [id], reason: note }).then(() => false),
  refused: (id: string) =>
    confirmed(paymentReview.markRejectedByBank, { id, reason: note }).then(() => false),
  async letter(id: string) {
    await file.letDaysPass(id)
    const proof_file_id = await letterOf(own.operator, id)
    return confirmed(paymentReview.resolveUnknown, { id, note, proof_file_id })
  },
  returned: (payment_id: string) =>
    confirmed(paymentReview.confirmReturn, {
      client_id: randomUUID(),
      payment_id,
      amount_kop: KOP,
      reason: note,
    }),
}

async function confirmed(call: CallSpec, body: object): Promise<boolean> {
  const { api } = own.operator
  const { method, path: url } = call
  const first = await api.raw({ method, url, payload: body })
  const asked = first.json<RefusedAnswer>()
  if (asked.code !== 'approval.required') return false
  await api.send(call, { body }, await approval(own.operator, asked, own.manager))
  return true
}
