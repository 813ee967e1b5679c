import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { payment } from '#contract/payment/payment.ts'
import { flagReview, type FlaggedEntity } from '#contract/report/exceptions.ts'
import type { FlagCode } from '#contract/core/flags.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { addDeal, addDraft, steelLine } from '#test/builders/act-forms.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { addMethod, addSupplier } from '#test/builders/builders.ts'
import { sbpForm, stepInput } from '#test/builders/method-forms.ts'
import { addTrainingBank, rowFor } from '#test/builders/payouts.ts'
import { connectYard, letTimePass } from '#test/site/fake-yard.ts'
import { approval } from '#test/support/approve.ts'
import { truckHands } from '#test/support/truck-driver.ts'
import { addPerson, openWorld, type Person } from '#test/support/world.ts'

// Whose PIN stood for a weight, a tare or a payee made its mark as much as who asked for it (domain.md 6.5).
const world = await openWorld()
const { own } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addTrainingBank(own)
const yard = await connectYard(world, own)
after(async () => {
  await yard.disconnect()
  await world.close()
})
const driver = truckHands(own, yard)
const { operator } = own
const addManager = (login: string) =>
  addPerson(world.app, world.services, own.id, login, 'USER', ['OPERATOR', 'MANAGER'])
/** Gives PINs and makes no record. */
const confirmer = await addManager('confirmer')
/** Does nothing but look. */
const looker = await addManager('looker')
const reason = 'Индикатор не отвечал'

async function confirmed(body: Parameters<typeof driver.send>[0]): Promise<VisitCard> {
  const pin = await approval(operator, await driver.refusal(body), confirmer)
  return (await operator.api.send(visitCalls.update, { body }, pin)) as VisitCard
}

interface Place {
  readonly entity: FlaggedEntity
  readonly entity_id: string
  readonly code: FlagCode
}

async function looksAt({ api }: Person, place: Place): Promise<string> {
  const payload = { items: [place], note: 'Проверено по камерам' }
  const answer = await api.raw({
    method: 'POST',
    url: flagReview.reviewExceptions.path,
    payload,
  })
  return answer.json<{ code?: string }>().code ?? 'reviewed'
}

/** Whether the list of a reader calls the mark the reader's own. */
async function isOwn({ api }: Person, { entity_id, code }: Place): Promise<boolean | undefined> {
  const query = { filter: { is_reviewed: false, limit: 200 } }
  const { items } = await api.send(flagReview.getExceptions, { query })
  return items.find((one) => one.entity_id === entity_id && one.code === code)?.own
}

async function isAnothersToReview(giver: Person, place: Place): Promise<void> {
  assert.equal(await looksAt(giver, place), 'exception.own')
  assert.deepEqual([await isOwn(giver, place), await isOwn(looker, place)], [true, false])
  assert.equal(await looksAt(looker, place), 'reviewed')
}

const typedVisit = (in_g: number) =>
  confirmed({
    command: 'manual',
    post: 1,
    carnumber: driver.newPlate(),
    in_at: new Date(Date.now() - 3_600_000).toISOString(),
    out_at: new Date(Date.now() - 1_800_000).toISOString(),
    in_g,
    out_g: 4_500_000,
    reason,
  })

test('whose PIN stood for a typed weight looks at none of its marks', async () => {
  const both = await typedVisit(13_000_000)
  for (const code of ['manual', 'round_weight'] as const)
    await isAnothersToReview(confirmer, { entity: 'transaction', entity_id: both.id, code })

  const carnumber = driver.newPlate()
  const { id } = await confirmed({
    command: 'manual_weight',
    kind: 'in',
    post: 1,
    carnumber,
    weight_g: 12_000_000,
    reason,
  })
  await isAnothersToReview(confirmer, { entity: 'transaction', entity_id: id, code: 'manual' })
})

test('nor whose PIN let an expired tare count', async () => {
  const plate = driver.newPlate()
  const first = await driver.captureIn(12_340, plate)
  await yard.empty(1)
  await letTimePass(own, 90)
  await driver.captureOut(first, 4260)
  await own.db.q
    .updateTable('stored_tare')
    .set({ expires_at: new Date(Date.now() - 60_000).toISOString() })
    .where('company_id', '=', own.id)
    .execute()
  const second = await driver.captureIn(12_440, plate)
  const { id } = await confirmed({
    command: 'use_stored_tare',
    id: second.id,
    version: second.version,
  })
  await isAnothersToReview(confirmer, {
    entity: 'transaction',
    entity_id: id,
    code: 'tare_expired',
  })
})

test('nor who wrote a payee down, or whose PIN stood for the holder', async () => {
  const writer = await addManager('writer')
  const made = await addSupplier(own)
  const method = await writer.api.send(supplier.createMethod, {
    body: sbpForm(made, { holder_name: 'Носова Анна Юрьевна' }),
  })
  const input = stepInput(made, method.id, 'active', 'Деньги берёт жена, есть доверенность')
  const asked = await writer.api.refused(supplier.setMethodStatus, input)
  await writer.api.send(supplier.setMethodStatus, input, await approval(writer, asked, confirmer))
  const row = await rowFor(own, { supplierId: made.id, methodId: method.id }, 45_000_00)
  const [saved] = await operator.api.send(payment.save, { body: { payments: [row] } })
  const place = { entity: 'payment', entity_id: saved!.id, code: 'holder_mismatch' } as const
  assert.equal(await looksAt(writer, place), 'exception.own')
  await isAnothersToReview(confirmer, place)
})

test('nor who saved a payment, also of a payee that another wrote down', async () => {
  const saver = await addManager('saver')
  const made = await addSupplier(own)
  const method = await addMethod(own, made)
  const row = await rowFor(own, { supplierId: made.id, methodId: method.id }, 45_000_00)
  const [saved] = await saver.api.send(payment.save, { body: { payments: [row] } })
  await isAnothersToReview(saver, {
    entity: 'payment',
    entity_id: saved!.id,
    code: 'first_to_method',
  })
})

test('nor whose PIN let a price pass, where another’s let the contamination pass', async () => {
  const deal = await addDeal(own)
  const visit = await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })
  const { id, version } = await addDraft(own, deal, operator, {
    lines: [{ ...steelLine(deal, visit.id), zasor_bp: 4000 }],
    positions: [{ line: 0, price_kop: 2_600_000, override_reason: 'Постоянный клиент' }],
  })
  const other = await addManager('other')
  const body = { command: 'issue' as const, id, version }
  const price = await operator.api.refused(act.update, { body })
  assert.equal(price.approval?.action, 'act.price_over_limit')
  const first = await approval(operator, price, confirmer)
  const dirt = await operator.api.refused(act.update, { body }, first)
  assert.equal(dirt.approval?.action, 'act.zasor_over_limit')
  await operator.api.send(act.update, { body }, await approval(operator, dirt, other))
  const place = { entity: 'act', entity_id: id, code: 'price_override' } as const
  assert.equal(await looksAt(other, place), 'exception.own')
  await isAnothersToReview(confirmer, place)
})
