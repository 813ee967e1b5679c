import { instrument } from '#contract/act/instrument.ts'
import { randomUUID } from 'node:crypto'
import { act } from '#contract/act/act.ts'
import type { Entity } from '#contract/core/entities.ts'
import { files, type FileParams } from '#contract/file/file.ts'
import { payment } from '#contract/payment/payment.ts'
import { price } from '#contract/price/price.ts'
import { report } from '#contract/report/report.ts'
import { user } from '#contract/user/user.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addDraft, addIssued, type Deal } from '#test/builders/act-forms.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { addPayee, addTrainingBank, pay, rowFor } from '#test/builders/payouts.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { actCode, sheet } from '#test/builders/sheets.ts'
import { addSchedule } from '#test/builders/reports/report-schedules.ts'
import { addMethod, addProducts, addSupplier } from '#test/builders/builders.ts'
import type { TestCompany } from '#test/support/world.ts'
import { addPasskey, addPhoneLink, addPushBrowser, addServiceAccount } from './people-stock.ts'
import { addStatement } from './statement-stock.ts'
import { addWebhook } from './webhook-stock.ts'

/** A row that input may name: its id, and the version that an update must be based on. */
export interface Row {
  readonly id: string
  readonly version: number
}

/** One row of each kind that an id in a request can mean, so that every id field has an owner to be foreign to. */
export type Stock = Awaited<ReturnType<typeof fillStock>>

const first = (id: string): Row => ({ id, version: 1 })

/** Fills a company; every text of its own carries `mark`, by which a leak into another company is seen. */
export async function fillStock(company: TestCompany, mark: string) {
  const { manager } = company
  const seller = await addSupplier(company, { last_name: mark })
  const deal: Deal = { supplier: seller, products: await addProducts(company) }
  const { steel, copper, pallet } = deal.products
  const people = await fillPeople(company, mark)
  const documents = await fillDocuments(company, deal)
  const money = await fillMoney(company, mark)
  const method = await addMethod(company, seller)
  const instruments = await manager.api.send(instrument.getAll, { query: {} })
  const column = await manager.api.send(price.updateColumn, { body: { title: `Колонка ${mark}` } })
  const draftSupplier = await addSupplier(company, { last_name: mark, status: 'draft' })
  return {
    company: first(company.id),
    site: first(company.siteId),
    post: first(company.posts[0]!.id),
    supplier: first(seller.id),
    draftSupplier: first(draftSupplier.id),
    group: first(deal.products.groupId),
    product: first(steel.id),
    copper: first(copper.id),
    piece: first(pallet.id),
    method: first(method.id),
    defaultColumn: first(company.columnId),
    column: { id: column.id, version: column.version },
    instrument: first(instruments.items[0]!.id),
    pricePlan: first(await planPrice(company, steel.id)),
    report: first(await askReport(company)),
    reportSchedule: first((await addSchedule(manager)).id),
    ...people,
    ...documents,
    ...money,
  }
}

/** A price that waits for its moment, for longer than the tests take. */
async function planPrice({ manager, columnId }: TestCompany, productId: string): Promise<string> {
  const from_at = new Date(Date.now() + 2 * 86_400_000).toISOString()
  const cells = [{ product_id: productId, column_id: columnId, price_kop: 25_000_00 }]
  await manager.api.send(price.plan, { body: { from_at, cells } })
  const query = { product_id: productId }
  return (await manager.api.send(price.getHistory, { query })).plans[0]!.id
}

/** A file that is never written: the sweeps leave the queues idle. */
async function askReport({ manager }: TestCompany): Promise<string> {
  const params = { call: 'act/getAllActs', columns: ['number'] }
  const body = { type: 'list', params, format: 'csv' } as const
  return (await manager.api.send(report.create, { body })).reportId
}

async function fillPeople(company: TestCompany, mark: string) {
  const { manager } = company
  const device = uuidv7()
  await company.db.q
    .insertInto('device')
    .values({
      company_id: company.id,
      id: device,
      site_id: company.siteId,
      post_id: company.posts[0]!.id,
      kind: 'scale',
      code: 1,
      title: `Весы ${mark}`,
      driver: 'massa-k',
      max_g: 60_000_000,
      min_g: 200_000,
      d_g: 10_000,
      e_g: 10_000,
      zero_band_g: 20_000,
      presence_g: 100_000,
    })
    .execute()
  const notice = { company_id: company.id, id: uuidv7(), user_id: manager.id }
  await company.db.q
    .insertInto('notice')
    .values({ ...notice, kind: 'device_offline', title: `Нет связи ${mark}`, href: '/operator' })
    .execute()
  const service = await addServiceAccount(company, mark)
  const hooks = await addWebhook(company, mark)
  const shared = { key: 'fuzz.shared', scope: 'company', value: { mark } } as const
  await manager.api.send(user.updatePreference, { body: shared })
  const [session] = await company.db.q
    .selectFrom('session')
    .where('user_id', '=', company.operator.id)
    .select('jti')
    .execute()
  return {
    passkey: await addPasskey(company.db, manager.id, mark),
    pushBrowser: await addPushBrowser(company.db, manager.id),
    phoneLink: await addPhoneLink(company, mark),
    user: first(manager.id),
    operator: first(company.operator.id),
    session: first(session!.jti),
    device: first(device),
    notice: first(notice.id),
    ...service,
    ...hooks,
  }
}

async function fillDocuments(company: TestCompany, deal: Deal) {
  const { api } = company.manager
  const plain = await keepPicture(company, { kind: 'photo' })
  const consent = await keepPicture(company, {
    kind: 'consent',
    entity: 'supplier',
    entity_id: deal.supplier.id,
    text_version: '1',
  })
  const free = await addClosedVisit(company, { in_g: 12_480_000, out_g: 4_260_000 })
  const held = await addClosedVisit(company, { in_g: 9_000_000, out_g: 4_000_000 })
  const weighing = await company.db.q
    .selectFrom('weighing')
    .where('visit_id', '=', free.id)
    .where('kind', '=', 'out')
    .select('id')
    .executeTakeFirstOrThrow()
  const weightAct = await api.send(weightacts.update, {
    body: {
      command: 'save',
      supplier_id: deal.supplier.id,
      transaction_ids: [held.id],
      lines: [
        {
          transaction_id: held.id,
          drop_no: 1,
          product_id: deal.products.steel.id,
          zasor_mode: 'percent',
          zasor_bp: 100,
        },
      ],
    },
  })
  const draft = await addDraft(company, deal, company.manager)
  const issued = await addIssued(company, deal)
  const unpaid = await addIssued(company, deal)
  const scan = await addScan(company, issued.id)
  const taken = await api.send(act.get, { query: { id: draft.id } })
  return {
    file: first(plain),
    consentFile: first(consent),
    visit: first(free.id),
    heldVisit: first(held.id),
    weighing: first(weighing.id),
    weightAct: { id: weightAct.id, version: weightAct.version },
    weightLine: first(weightAct.lines[0]!.id),
    draft: { id: draft.id, version: taken.version },
    issued: { id: issued.id, version: issued.version },
    unpaidAct: first(unpaid.id),
    scan: first(scan),
    signedSheet: { ...first(issued.id), bytes: await sheet(actCode(issued.id)) },
  }
}

async function keepPicture(company: TestCompany, params: FileParams): Promise<string> {
  const input = { query: { params }, body: await jpeg() }
  const file = await company.manager.api.send(files.save, input)
  return file.id
}

async function addScan(company: TestCompany, actId: string): Promise<string> {
  const form = new FormData()
  form.append('files[]', new Blob([new Uint8Array(await jpeg('#204060'))]), 'page')
  const request = new Request('http://x/', { method: 'POST', body: form })
  const answer = await company.manager.api.raw({
    method: 'POST',
    url: `/api/v1/act/scans?actId=${actId}`,
    headers: { 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json<{ id: string }[]>()[0]!.id
}

async function fillMoney(company: TestCompany, mark: string) {
  const bankConfig = await addTrainingBank(company)
  const payee = await addPayee(company)
  await company.db.q
    .updateTable('supplier')
    .set({ last_name: mark })
    .where('id', '=', payee.supplierId)
    .execute()
  const waiting = await rowFor(company, payee, 250_000)
  const body = { payments: [{ ...waiting, id: randomUUID() }] }
  const [saved] = await company.operator.api.send(payment.save, { body })
  const [sent] = await pay(company, [await rowFor(company, payee, 350_000)])
  const registry = await company.db.q
    .selectFrom('payment_registry')
    .where('company_id', '=', company.id)
    .select('id')
    .executeTakeFirstOrThrow()
  const { bank_id } = await company.db.q
    .selectFrom('bank_config')
    .where('id', '=', bankConfig)
    .select('bank_id')
    .executeTakeFirstOrThrow()
  const { statement, statementLine, discrepancy } = await addStatement(
    company,
    bankConfig,
    sent!,
    mark,
  )
  return {
    discrepancy: first(discrepancy),
    statement: first(statement),
    statementLine: first(statementLine),
    bank: first(bank_id),
    bankConfig: first(bankConfig),
    savedPayment: first(saved!.id),
    sentPayment: first(sent!),
    registry: first(registry.id),
  }
}

/** Whose row an id of each kind means in a request; kinds that no request names are absent. */
export const rowOf = {
  company: 'company',
  site: 'site',
  post: 'post',
  device: 'device',
  bank: 'bank',
  bank_config: 'bankConfig',
  user: 'user',
  session: 'session',
  passkey: 'passkey',
  push_browser: 'pushBrowser',
  phone_link: 'phoneLink',
  service_account: 'serviceAccount',
  service_key: 'serviceKey',
  webhook: 'webhook',
  webhook_delivery: 'webhookDelivery',
  supplier: 'supplier',
  payment_method: 'method',
  product: 'product',
  price_column: 'column',
  price_plan: 'pricePlan',
  transaction: 'visit',
  weighing: 'weighing',
  weight_act: 'weightAct',
  weight_act_line: 'weightLine',
  act: 'draft',
  instrument: 'instrument',
  scan: 'scan',
  file: 'file',
  payment: 'savedPayment',
  payment_registry: 'registry',
  bank_statement: 'statement',
  bank_statement_line: 'statementLine',
  payment_discrepancy: 'discrepancy',
  notice: 'notice',
  report: 'report',
  report_schedule: 'reportSchedule',
} as const satisfies Partial<Record<Entity, keyof Stock>>
