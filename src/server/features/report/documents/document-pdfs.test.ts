import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import type { CallSpec } from '#contract/core/call.ts'
import { paymentOrder } from '#contract/payment/order.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { price } from '#contract/price/price.ts'
import { report } from '#contract/report/report.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { actForms, forms } from '#server/documents/kinds/all.ts'
import { addDeal, addIssued } from '#test/builders/act-forms.ts'
import { addAccountPayee, addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { payToAccount } from '#test/builders/bank-files/paid-by-file.ts'
import { setPrice } from '#test/builders/builders.ts'
import { supplierForms } from '#test/builders/seller-forms.ts'
import { requestOf, type UncheckedInput } from '#test/support/api.ts'
import { pageText, pdfTexts } from '#test/support/pdf-text.ts'
import { printedBodies } from '#test/support/printed-bodies.ts'
import { openWorld, type Person, type World } from '#test/support/world.ts'
import { printedLists } from './all.ts'
import type { PrintedList } from './printed-list.ts'

interface DocumentCalls {
  readonly pdf: CallSpec
  readonly input: UncheckedInput
  readonly page: () => Promise<string>
  /** A record of the other company is absent; a list of it has rows of its own. */
  readonly foreign: 'absent' | 'own rows'
}

let world: World
let documents: Record<string, DocumentCalls>
let ownNumber: RegExp
before(async () => {
  world = await openWorld()
  const { own } = world
  const { api } = own.operator
  const deal = await addDeal(own)
  const issued = await addIssued(own, deal)
  ownNumber = new RegExp(issued.number!)
  const weightAct = { params: { id: issued.weight_act_ids[0]! } }
  const column = { query: { column_id: own.columnId } }
  await addFileAgreement(own)
  const owner = { id: issued.supplier_id, name: issued.supplier_name }
  const payee = await addAccountPayee(own, { supplier: owner })
  const acts = [{ act_id: issued.id, amount_kop: issued.total_kop }]
  const paid = {
    id: uuidv7(),
    supplier_id: payee.supplierId,
    payment_method_id: payee.methodId,
    acts,
    amount_kop: issued.total_kop,
  }
  await api.send(payment.save, { body: { payments: [paid] } })
  const order = { query: { id: paid.id } }
  // Wake-ups of the worker go nowhere.
  await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
  const handedOver = await payToAccount(own, [10_000])
  const { registry_id } = await api.send(payment.get, { query: { id: handedOver.id } })
  const statement = { query: { actId: issued.id } }
  const registry = { query: { registryId: registry_id! } }
  const seller = { query: { id: (await supplierForms(own).create()).id } }
  await setPrice(own, deal.products.steel.id, own.columnId, 1_850_050)
  documents = {
    weight_act: {
      pdf: weightacts.getPdf,
      input: weightAct,
      page: async () => (await api.send(weightacts.get, weightAct)).body_html,
      foreign: 'absent',
    },
    price_sheet: {
      pdf: price.getPdf,
      input: column,
      page: async () => (await api.send(price.getBody, column)).html,
      foreign: 'absent',
    },
    consent: {
      pdf: supplier.getConsentPdf,
      input: seller,
      page: async () => {
        const query = { ...seller.query, personal: '1' as const }
        return (await api.send(supplier.get, { query })).consent.body_html
      },
      foreign: 'absent',
    },
    payment_order: {
      pdf: paymentOrder.getOrderPdf,
      input: order,
      // A draft until it is handed over; the PDF writes its watermark before the rest.
      page: async () =>
        `ЧЕРНОВИК${(await api.send(paymentOrder.getOrder, order)).html.replace('>ЧЕРНОВИК<', '><')}`,
      foreign: 'absent',
    },
    ownership: {
      pdf: act.getOwnershipPdf,
      input: statement,
      page: async () => (await api.send(act.getOwnershipBody, statement)).html,
      foreign: 'absent',
    },
    payment_register: {
      pdf: paymentRegistry.getRegistryPdf,
      input: registry,
      page: async () => (await api.send(paymentRegistry.getRegistryBody, registry)).html,
      foreign: 'absent',
    },
    ...Object.fromEntries(printedLists.map((list) => [list.kind, overList(list)])),
  }
})
after(() => world.close())

const DAY_MS = 86_400_000
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const WEEK = { date_from: dayFromNow(-3), date_to: dayFromNow(3) }

/** Each document over a list is asked for the days of the records above. */
function overList({ kind, params }: PrintedList): DocumentCalls {
  const input = { query: { kind, params: 'date_from' in params ? WEEK : {} } }
  return {
    pdf: report.getDocumentPdf,
    input,
    page: async () => (await world.own.operator.api.send(report.getDocument, input)).html,
    foreign: 'own rows',
  }
}

async function textOf(person: Person, { pdf, input }: DocumentCalls): Promise<string[]> {
  const answer = await person.api.raw(requestOf(pdf, input))
  assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/pdf'])
  return pdfTexts(answer.rawPayload)
}

test('the PDF of each document has the text of its page', async () => {
  for (const [kind, document] of Object.entries(documents)) {
    const page = pageText(await document.page())
    assert.deepEqual(await textOf(world.own.operator, document), [`${page}Лист1из1`], kind)
  }
})

test('every form has a case here or among the forms of acts', () => {
  const kinds = [...forms, ...printedLists].map(({ kind }) => kind)
  assert.equal(new Set(kinds).size, kinds.length)
  assert.deepEqual(
    kinds.filter((kind) => !(kind in documents) && !(kind in actForms)),
    [],
  )
  // Forms of acts are compared as bodies, and through their call beside it.
  assert.deepEqual(
    Object.keys(actForms).filter((kind) => !(kind in printedBodies)),
    [],
  )
})

test('another company, people without a role and callers without a sign-in are refused every document', async () => {
  const { own, other, nobody, supervisor } = world
  for (const [kind, document] of Object.entries(documents)) {
    const { pdf, input } = document
    if (document.foreign === 'absent') {
      const refusal = await other.operator.api.refused(pdf, input)
      assert.equal(refusal.code, 'common.not-found', kind)
    } else assert.doesNotMatch((await textOf(other.operator, document)).join(''), ownNumber)
    assert.equal((await nobody.refused(pdf, input)).status, 401, kind)
    assert.equal((await own.user.api.refused(pdf, input)).code, 'access.denied', kind)
    assert.equal((await supervisor.api.refused(pdf, input)).code, 'access.denied', kind)
  }
})

test('a consent shows the whole identity document: it needs the right to personal data, and its reading is recorded', async () => {
  const { pdf, input } = documents['consent']!
  const { audit } = supplierForms(world.own)
  const { id } = input.query as { id: string }
  const before = (await audit(id, 'supplier.view')).length
  await textOf(world.own.operator, documents['consent']!)
  assert.equal((await audit(id, 'supplier.view')).length, before + 1)
  await deny('supplier.personal')
  assert.equal((await world.own.operator.api.refused(pdf, input)).code, 'access.denied')
  assert.equal((await audit(id, 'supplier.view')).length, before + 1)
})

test('a document over a list needs the right to reports and valid parameters', async () => {
  const { pdf, input } = documents['register_book']!
  const { api } = world.own.operator
  const bad = {
    query: { ...input.query, params: { date_from: '2026-02-01', date_to: '2026-01-01' } },
  }
  assert.equal((await api.refused(pdf, bad)).code, 'report.bad-params')
  assert.equal((await api.refused(pdf, { query: { ...input.query, copies: '9' } })).status, 400)
  await deny('report.create')
  assert.equal((await api.refused(pdf, input)).code, 'access.denied')
})

async function deny(code: string): Promise<void> {
  const { q, sessions } = world.services
  const action = q.selectFrom('action').where('code', '=', code).select('id')
  const { id: action_id } = await action.executeTakeFirstOrThrow()
  const subject_code = world.own.operator.id
  const row = { id: uuidv7(), action_id, subject: 'user', subject_code, allow: false }
  await q.insertInto('action_access').values(row).execute()
  sessions.forget()
}
