import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { payment } from '#contract/payment/payment.ts'
import { paymentStatement } from '#contract/payment/statement.ts'
import { payeeKey } from '#server/features/supplier/method/payee.ts'
import { debitSteps } from '#test/builders/bank-files/debits.ts'
import {
  addAccountPayee,
  addFileAgreement,
  type AccountPayee,
} from '#test/builders/bank-files/file-agreement.ts'
import { payByFile, sendByFile } from '#test/builders/bank-files/paid-by-file.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addFileAgreement(own)
const { manager, operator } = own
const { take, reject, ended, caseOf, closed, dueOf, retry } = debitSteps(own)
const { q } = own.db

/** The requisites of a method are corrected: it leads to another account from now on. */
async function moveMethod({ methodId }: AccountPayee): Promise<string> {
  const { account, methodId: spare } = await addAccountPayee(own)
  await q.deleteFrom('payment_method').where('id', '=', spare).execute()
  const payee_key = payeeKey(own.db, { kind: 'account', account, bik: '044525225' })
  await q
    .updateTable('payment_method')
    .set({ account, payee_key })
    .where('id', '=', methodId)
    .execute()
  return account
}
async function linesOf(statement_id: string) {
  const query = { filter: { statement_id } }
  const { items } = await manager.api.send(paymentStatement.getStatementLines, { query })
  return items
}
const savedAgain = (sent: Awaited<ReturnType<typeof ended>>, kop: number) =>
  operator.api.refused(payment.save, { body: { payments: [retry(sent, kop)] } })

test('a debit to the account that a rejected payment was sent to is its debit, whatever the method says since', async () => {
  const sent = await ended([70_100])
  await moveMethod(sent.payee)
  const { statement } = await take(sent.line)
  const found = await caseOf(sent.id)
  assert.deepEqual(
    [found.title, found.may_pay],
    ['Банк списал деньги по выплате, которая у нас не исполнялась', true],
  )
  assert.equal((await savedAgain(sent, 70_100)).code, 'payment.may-be-paid')
  const [line] = await linesOf(statement!.id)
  assert.equal(line!.payment!.account, sent.payee.account)
  await closed(found.id)
  assert.deepEqual(await dueOf(sent.acts), [0])
  const [paid] = await linesOf(statement!.id)
  assert.deepEqual(
    [paid!.match_status, paid!.why],
    ['matched', 'Двое подтвердили, что это списание оплатило акты'],
  )
})

test('number, day and sum of an order lead to it after its method was corrected, and without a БИК', async () => {
  const going = await sendByFile(own, [70_200])
  const over = await ended([70_300])
  for (const { payee } of [going, over]) await moveMethod(payee)
  const bare = [going, over].map(({ line }) => ({ ...line, purpose: 'Перевод', bik: undefined }))
  await take(...bare)
  assert.equal((await manager.api.send(payment.get, { query: { id: going.id } })).status, 'paid')
  assert.equal((await caseOf(over.id)).may_pay, true)
  assert.equal((await savedAgain(over, 70_300)).code, 'payment.may-be-paid')
})

test('a second debit of a paid payment is one, and a debit of another sum by the number of what is over holds its acts', async () => {
  const paid = await payByFile(own, [70_400])
  await moveMethod(paid.payee)
  await take({ ...paid.line, number: 778_001 })
  assert.match((await caseOf(paid.id)).title, /второе списание$/)

  const sent = await ended([70_500])
  await take({ ...sent.line, kop: 70_499, purpose: 'Перевод' })
  const found = await caseOf(sent.id)
  assert.deepEqual([found.title, found.may_pay], ['Банк назвал другую сумму выплаты', true])
  assert.equal((await savedAgain(sent, 70_500)).code, 'payment.may-be-paid')
})

test('the accounts of a payment never change', async () => {
  const { id } = await sendByFile(own, [70_600])
  for (const column of ['payee_account', 'payee_bik', 'payer_account'] as const)
    await assert.rejects(
      q
        .updateTable('payment')
        .set({ [column]: '40817810000000000099' })
        .where('id', '=', id)
        .execute(),
      /what was saved never changes/,
    )
  await reject(id)
})
