import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { addAccountPayee, addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { addPayee, addTrainingBank, pay, rowFor } from '#test/builders/payouts.ts'
import { openWorld } from '#test/support/world.ts'
import type { PaymentOrder } from '../../../bank/providers/file-provider.ts'
import { readCodes } from '../../../file/codes/read-codes.ts'
import { paymentCodeText } from './get-payment.ts'

const world = await openWorld()
const { own, other } = world
const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-payment-qr-'))
after(async () => {
  await rm(dir, { recursive: true })
  await world.close()
})
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])

const cardOf = (id: string) => own.operator.api.send(payment.get, { query: { id } })

/** What a reader of others finds in a picture of the code. */
async function decoded(svg: string): Promise<string[]> {
  const file = path.join(dir, 'code.png')
  await writeFile(file, await sharp(Buffer.from(svg)).resize(900).flatten().png().toBuffer())
  return (await readCodes([{ path: file, mime: 'image/png' }]))[0]!
}

test('a payment in a file has a code that names payee, sum in kopecks and purpose; before and after there is none', async () => {
  await addFileAgreement(own)
  const payee = await addAccountPayee(own)
  await own.db.q
    .updateTable('payment_method')
    .set({ corr_account: '30101810400000000225' })
    .where('id', '=', payee.methodId)
    .execute()
  const [id] = await pay(own, [await rowFor(own, payee, 1_234_567)])
  const waiting = await cardOf(id!)
  assert.equal(waiting.qr_svg, null, 'not in a file yet')
  await own.manager.api.raw({
    method: 'GET',
    url: `${paymentRegistry.getRegistryFile.path}?registryId=${waiting.registry_id!}`,
  })
  const card = await cardOf(id!)
  assert.equal(card.status, 'registered')
  const { inn } = await own.db.q
    .selectFrom('supplier')
    .where('id', '=', payee.supplierId)
    .select('inn')
    .executeTakeFirstOrThrow()
  const [text] = await decoded(card.qr_svg!)
  assert.equal(
    text,
    [
      'ST00012',
      `Name=${payee.name}`,
      `PersonalAcc=${payee.account}`,
      'BankName=ПАО СБЕРБАНК',
      'BIC=044525225',
      'CorrespAcc=30101810400000000225',
      'Sum=1234567',
      `Purpose=${card.purpose}`,
      `PayeeINN=${inn}`,
    ].join('|'),
  )
})

test('a payment that a bank gets by a call never has a code: it would be paid twice', async () => {
  await addTrainingBank(other)
  const [id] = await pay(other, [await rowFor(other, await addPayee(other), 100_000)])
  const card = await other.operator.api.send(payment.get, { query: { id: id! } })
  assert.equal(card.qr_svg, null)
})

test('the separator is a sign that no value holds; without one, or without a correspondent account, there is no code', () => {
  const payee = {
    name: 'ООО «Три кита»',
    inn: '7707083893',
    kpp: '773601001',
    account: '40702810138250123017',
    bik: '044525225',
    bankName: 'ОАО "БАНК"',
    bankPlace: null,
    corrAccount: '30101810400000000225',
  }
  const order = (purpose: string, part = {}): PaymentOrder => ({
    id: '',
    number: 1,
    date: '2026-10-05',
    amountKop: 100_000,
    payee: { ...payee, ...part },
    purpose,
    incomeCode: null,
  })
  assert.equal(
    paymentCodeText(order('Оплата | за лом')),
    'ST00012~Name=ООО «Три кита»~PersonalAcc=40702810138250123017~BankName=ОАО "БАНК"~BIC=044525225~' +
      'CorrespAcc=30101810400000000225~Sum=100000~Purpose=Оплата | за лом~PayeeINN=7707083893~KPP=773601001',
  )
  assert.equal(paymentCodeText(order('|~^#;!')), undefined)
  assert.equal(paymentCodeText(order('Оплата', { corrAccount: null })), undefined)
})
