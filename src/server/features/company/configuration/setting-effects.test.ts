import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { company } from '#contract/company/company.ts'
import { companyChange } from '#contract/company/company-change.ts'
import { files } from '#contract/file/file.ts'
import { payment } from '#contract/payment/payment.ts'
import { product } from '#contract/price/product.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, rowFor } from '#test/builders/payouts.ts'
import { jpeg } from '#test/builders/pictures.ts'

const payouts = await openPayoutWorld()
after(() => payouts.close())
const { world, own } = payouts
const { api } = own.operator
const root = world.supervisor.api

async function set(modules_cfg: object): Promise<void> {
  const { version } = await root.send(company.get, { query: { id: own.id } })
  await root.send(companyChange.update, {
    body: { id: own.id, version, settings: { modules_cfg } },
  })
}

test('product.max_depth limits how deep a new group may lie; what was deeper stays', async () => {
  const { api: manager } = own.manager
  const group = (name: string, parent_id: string | null) =>
    manager.send(product.update, { body: { kind: 'group', name, parent_id } })
  const top = await group('Верх', null)
  const middle = await group('Середина', top.id)
  const low = await group('Низ', middle.id)
  await set({ product: { max_depth: 2 } })
  const body = { kind: 'group', name: 'Ещё', parent_id: middle.id } as const
  const refusal = await manager.refused(product.update, { body })
  assert.equal(refusal.code, 'product.too-deep')
  assert.match(refusal.message, /не больше 2 уровней/)
  const renamed = { id: low.id, version: low.version, name: 'Самый низ' }
  assert.equal((await manager.send(product.update, { body: renamed })).name, 'Самый низ')
  await set({ product: { max_depth: 5 } })
  assert.equal((await manager.send(product.update, { body })).depth, 3)
})

test('manual.min_reason asks for a longer reason before anybody gives a PIN', async () => {
  await set({ manual: { min_reason: 30 } })
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const body = {
    command: 'manual' as const,
    carnumber: 'А001ВС77',
    in_g: 9_000_000,
    out_g: 4_000_000,
    in_at: at(3),
    out_at: at(1),
    reason: 'Весы в поверке',
  }
  const short = await api.refused(visitCalls.update, { body })
  assert.deepEqual(short.fields, { reason: 'Не короче 30 знаков' })
  const long = { ...body, reason: 'Весы в поверке до конца недели, акт №7' }
  assert.equal((await api.refused(visitCalls.update, { body: long })).code, 'approval.required')
})

test('transactions.hide_void leaves void visits out until they are chosen', async () => {
  const { id } = await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000 })
  await own.db.q
    .updateTable('visit')
    .set({ status: 'void', void_reason: 'Взвешена не та машина' })
    .where('id', '=', id)
    .execute()
  const shown = async (filter: object) => {
    const list = await api.send(visitCalls.getAll, { query: { filter } })
    return list.items.some((visit) => visit.id === id)
  }
  assert.equal(await shown({}), true)
  await set({ transactions: { hide_void: true } })
  assert.equal(await shown({}), false)
  assert.equal(await shown({ status: ['void'] }), true)
  assert.equal(await shown({ ids: [id] }), true)
})

test('payment.methods refuses a way in which the company does not pay', async () => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  const body = { payments: [row] }
  await set({ payment: { methods: ['card', 'account'] } })
  const refusal = await api.refused(payment.save, { body })
  assert.equal(refusal.code, 'payment.method-not-active')
  assert.match(refusal.message, /не платит этим способом/)
  await set({ payment: { methods: ['sbp'] } })
  assert.equal((await api.send(payment.save, { body })).length, 1)
})

test('files.max_mb refuses a larger file', async () => {
  const picture = await jpeg('#aa2222', 60, 60)
  const large = Buffer.concat([picture, Buffer.alloc(2 * 1024 ** 2)])
  const query = { params: { kind: 'photo' } } as const
  await set({ files: { max_mb: 1 } })
  const refusal = await api.refused(files.save, { query, body: large })
  assert.equal(refusal.code, 'file.too-large')
  assert.match(refusal.message, /не больше 1 МБ/)
  await set({ files: { max_mb: 10 } })
  assert.ok((await api.send(files.save, { query, body: large })).id)
})
