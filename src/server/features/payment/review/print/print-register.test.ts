import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import {
  addAccountPayee,
  addFileAgreement,
  PAYER_ACCOUNT,
} from '#test/builders/bank-files/file-agreement.ts'
import { addPayee, addTrainingBank, pay, rowFor, type Payee } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'
import { requestOf } from '#test/support/api.ts'
import { pageText, pdfTexts } from '#test/support/pdf-text.ts'
import { addPerson, openWorld, type Person } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, nobody } = world
// Wake-ups of the worker go nowhere.
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addTrainingBank(own)
await addFileAgreement(own)
const { operator } = own

async function handOver(payees: readonly Payee[], amountKop = 1_234_567) {
  const rows = []
  for (const payee of payees) rows.push(await rowFor(own, payee, amountKop))
  const ids = await pay(own, rows)
  const { registry_id } = await operator.api.send(payment.get, { query: { id: ids[0]! } })
  return { ids, query: { registryId: registry_id! } }
}
type Query = Awaited<ReturnType<typeof handOver>>['query']

const sheetOf = async (query: Query, who: Person = operator) => {
  const { title, html } = await who.api.send(paymentRegistry.getRegistryBody, { query })
  return { title, html, text: pageText(html) }
}
const pdfOf = async (query: Query, who: Person = operator) => {
  const answer = await who.api.raw(requestOf(paymentRegistry.getRegistryPdf, { query }))
  assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/pdf'])
  return answer.rawPayload
}

test('a register names who pays, each payee with account, purpose and acts, and the sum in words; the PDF says the same', async () => {
  const first = await addAccountPayee(own)
  const payees = [first, await addAccountPayee(own, { holder: 'Кузнецов <b>Пётр</b> & сын' })]
  const { ids, query } = await handOver(payees)
  const { title, html, text } = await sheetOf(query)
  assert.match(title, /^Реестр выплат № Р-\d{4}-\d{4} от \d\d\.\d\d\.\d{4}$/)
  assert.deepEqual(await pdfTexts(await pdfOf(query)), [`${text}Лист1из1`])
  assert.ok(text.includes(`Расчётныйсчёт${PAYER_ACCOUNT}`), text)
  const { inn, kpp } = await own.db.q
    .selectFrom('company')
    .where('id', '=', own.id)
    .select(['inn', 'kpp'])
    .executeTakeFirstOrThrow()
  assert.ok(text.includes(`ИНН/КПП${[inn, kpp].filter(Boolean).join('/')}`), text)
  for (const [i, id] of ids.entries()) {
    const card = await operator.api.send(payment.get, { query: { id } })
    const payee = payees.find(({ methodId }) => methodId === card.payment_method_id)!
    const acts = card.acts.map((one) => `№${one.act_number}`).join(';')
    assert.ok(text.includes(pageText(payee.name.replaceAll('<', '&lt;'))), text)
    assert.ok(
      text.includes(`${payee.account},БИК044525225${lettersOf(card.purpose)}${lettersOf(acts)}`),
      `${i}: ${text}`,
    )
  }
  assert.match(text, /Итого2469134|Итого24691,34/)
  assert.ok(text.includes('Всегоплатежей:2(два)'), text)
  assert.ok(text.includes('Двадцатьчетыретысячишестьсотдевяностоодинрубль34копейки'), text)
  const filter = { ids: [query.registryId] }
  const listed = await operator.api.send(paymentRegistry.getRegistries, { query: { filter } })
  const preparedBy = listed.items[0]!.created_by_name!
  assert.ok(text.includes(`Реестрподготовил${lettersOf(preparedBy)}`), text)
  assert.match(text, /Руководитель.*Главныйбухгалтер/)
  assert.ok(html.includes(encodeURIComponent(`/?path=/print/registry/${query.registryId}`)))
})

test('without the right to personal data accounts are masked; phones are for everybody', async () => {
  const payee = await addAccountPayee(own)
  const { query } = await handOver([payee])
  const masked = `${payee.account.slice(0, 4)}…${payee.account.slice(-4)}`
  const reader = await addPerson(world.app, world.services, own.id, 'cashier', 'USER', ['OPERATOR'])
  assert.ok((await sheetOf(query, reader)).text.includes(payee.account))
  await deny(reader, 'supplier.personal')
  const { text } = await sheetOf(query, reader)
  assert.ok(text.includes(masked) && !text.includes(payee.account), text)
  assert.deepEqual(await pdfTexts(await pdfOf(query, reader)), [`${text}Лист1из1`])
  const byPhone = await handOver([await addPayee(own, '+79175551150')])
  const phone = (await sheetOf(byPhone.query)).text
  assert.ok(phone.includes('+7917***1150') && !phone.includes('79175551150'), phone)
})

test('a payment that was taken back stays in the register, struck out and not summed', async () => {
  const { ids, query } = await handOver([await addAccountPayee(own), await addAccountPayee(own)])
  const body = { ids: [ids[0]!], reason: 'Передумали' }
  const refusal = await operator.api.refused(payment.cancel, { body })
  const approved = await approval(operator, refusal, own.manager)
  await operator.api.send(payment.cancel, { body }, approved)
  const { html, text } = await sheetOf(query)
  assert.equal(html.split('class="void"').length, 2)
  assert.ok(text.includes('Всегоплатежей:1(один)'), text)
  assert.ok(text.includes('Отмененоивсуммуневошло:1'), text)
  assert.match(text, /Итого1234567|Итого12345,67/)
})

test('thirty payments with long names go on with a repeated head, and the signatures are not alone', async () => {
  const payees = []
  for (let i = 0; i < 30; i++)
    payees.push(
      await addAccountPayee(own, {
        holder: `Общество с ограниченной ответственностью «Заготовительная компания вторичных металлов № ${i + 1}»`,
      }),
    )
  const { query } = await handOver(payees)
  const { html, text } = await sheetOf(query)
  const pdf = await pdfOf(query)
  const pages = await pdfTexts(pdf)
  assert.ok(pages.length > 1)
  for (const [i, page] of pages.entries()) {
    assert.ok(page.endsWith(`Лист${i + 1}из${pages.length}`), page)
    if (page.includes('40817810')) assert.ok(page.includes('НазначениеплатежаАктыСумма,руб.'), page)
  }
  assert.equal((text.match(/40817810\d{12}/g) ?? []).length, 30)
  assert.equal((pages.join('').match(/40817810\d{12}/g) ?? []).length, 30)
  assert.ok(pages.at(-1)!.includes('Всегоплатежей:30(тридцать)'))
  const folder = process.env['SHOTS']
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/register.pdf`, pdf)
  await writeFile(`${folder}/register.html`, html)
})

test('another company, people without a role and callers without a sign-in are refused', async () => {
  const { query } = await handOver([await addAccountPayee(own)])
  for (const call of [paymentRegistry.getRegistryBody, paymentRegistry.getRegistryPdf]) {
    assert.equal((await other.manager.api.refused(call, { query })).code, 'common.not-found')
    assert.equal((await own.user.api.refused(call, { query })).code, 'access.denied')
    assert.equal((await nobody.refused(call, { query })).status, 401)
    const absent = { query: { registryId: uuidv7() } }
    assert.equal((await operator.api.refused(call, absent)).status, 404)
  }
})

function lettersOf(text: string): string {
  return pageText(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
}

async function deny(person: Person, code: string): Promise<void> {
  const { q, sessions } = world.services
  const action = q.selectFrom('action').where('code', '=', code).select('id')
  const { id: action_id } = await action.executeTakeFirstOrThrow()
  const row = { id: uuidv7(), action_id, subject: 'user', subject_code: person.id, allow: false }
  await q.insertInto('action_access').values(row).execute()
  sessions.forget()
}
