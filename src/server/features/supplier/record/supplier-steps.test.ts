import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { SupplierStatus } from '#contract/supplier/supplier-kinds.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { approval } from '#test/support/approve.ts'
import { setStatus, supplierForms } from '#test/builders/seller-forms.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const api = () => own.operator.api
const { create, update, audit } = supplierForms(own)

test('the kind of a supplier stays once an act was issued to him', async () => {
  const row = await create()
  const changed = await update(row, { type: 'self_employed' })
  assert.equal(changed.type, 'self_employed')
  await issuedAct(row.id)
  const answer = await api().refused(supplier.update, {
    body: { id: row.id, version: changed.version, type: 'ip' },
  })
  assert.equal(answer.code, 'supplier.type-fixed')
  // Who loses the status of a payer of НПД is a private person from that day on.
  const lost = await update(changed, { type: 'person' })
  assert.equal(lost.type, 'person')
})

test('putting a supplier in the stop-list needs a reason, taking him out a second person', async () => {
  const row = await addSupplier(own)
  const bare = await api().refused(supplier.setStatus, setStatus([row.id], 'blocked'))
  assert.equal(bare.status, 400)
  const [blocked] = await api().send(
    supplier.setStatus,
    setStatus([row.id], 'blocked', 'чужие документы'),
  )
  assert.equal(blocked!.row!.status_reason, 'чужие документы')
  const asked = await api().refused(supplier.setStatus, setStatus([row.id], 'active'))
  assert.equal(asked.code, 'approval.required')
  assert.equal(asked.approval?.who, 'other')
  const self = await approval(own.operator, asked, own.operator)
  const again = await api().refused(supplier.setStatus, setStatus([row.id], 'active'), self)
  assert.equal(again.code, 'approval.required')
  const token = await approval(own.operator, again, own.manager)
  const [freed] = await api().send(supplier.setStatus, setStatus([row.id], 'active'), token)
  assert.equal(freed!.row!.status, 'active')
  const [event] = (await audit(row.id, 'supplier.status')).slice(-1)
  assert.equal(event!.approver_id, own.manager.id)
})

test('only the listed steps are possible, and the present status again changes nothing', async () => {
  const row = await addSupplier(own)
  const step = async (status: SupplierStatus) => {
    const [result] = await api().send(supplier.setStatus, setStatus([row.id], status, 'причина'))
    return result!.code ?? result!.row!.status
  }
  assert.equal(await step('active'), 'active')
  assert.equal(await step('draft'), 'common.bad-transition')
  assert.equal(await step('archived'), 'archived')
  assert.equal(await step('blocked'), 'common.bad-transition')
  assert.equal(await step('active'), 'active')
})

test('a supplier with open acts or payments is not archived', async () => {
  const row = await addSupplier(own)
  await draftAct(row.id)
  const [result] = await api().send(supplier.setStatus, setStatus([row.id], 'archived'))
  assert.equal(result!.code, 'supplier.has-drafts')
})

async function draftAct(supplierId: string): Promise<void> {
  await own.db.q
    .insertInto('act')
    .values({
      company_id: own.id,
      id: uuidv7(),
      kind: 'psa',
      sort_at: '2026-01-01T00:00:00Z',
      site_id: own.siteId,
      supplier_id: supplierId,
    })
    .execute()
}

async function issuedAct(supplierId: string): Promise<void> {
  await own.db.q
    .insertInto('act')
    .values({
      company_id: own.id,
      id: uuidv7(),
      kind: 'psa',
      sort_at: '2026-01-01T00:00:00Z',
      site_id: own.siteId,
      supplier_id: supplierId,
      number: '2026-000001',
      number_year: 2026,
      number_seq: 1,
      status: 'void',
    })
    .execute()
}
