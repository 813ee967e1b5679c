import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { CallInput } from '#contract/core/call.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { addProducts, addSupplier } from '#test/builders/builders.ts'
import { connectYard, letTimePass } from '#test/site/fake-yard.ts'
import { approval } from '#test/support/approve.ts'
import { truckHands } from '#test/support/truck-driver.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
const { own } = world
const { operator, manager } = own
const yard = await connectYard(world, own)
const { steel, copper } = await addProducts(own)
const { newPlate, captureIn } = truckHands(own, yard)
after(async () => {
  await yard.disconnect()
  await world.close()
})
beforeEach(() => yard.empty(1))

type Body = Extract<
  CallInput<typeof visitCalls.update>['body'],
  { command: 'manual' | 'manual_weight' }
>
const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const ask = (body: Body) => operator.api.refused(visitCalls.update, { body })

/** A PIN given for one command lets none of the others go, and still the first one; what was asked. */
async function proveBound(body: Body, others: Readonly<Record<string, object>>) {
  const asked = await ask(body)
  for (const [name, change] of Object.entries(others)) {
    const pin = await approval(operator, asked, manager)
    const sent = { body: { ...body, ...change } as Body }
    const refused = await operator.api.refused(visitCalls.update, sent, pin)
    assert.equal(refused.code, 'approval.required', name)
  }
  const pin = await approval(operator, asked, manager)
  await operator.api.send(visitCalls.update, { body }, pin)
  return asked.approval!.about!
}

test('a typed weight of a visit is the kind, time, product and supplier that the other person read', async () => {
  const { id, version } = await captureIn(12_260, newPlate(), { product_id: steel.id })
  await letTimePass(own, 600)
  const supplier = await addSupplier(own)
  const body: Body = {
    command: 'manual_weight',
    id,
    version,
    kind: 'mid',
    weight_g: 9_260_000,
    taken_at: at(4),
    product_id: steel.id,
    reason: 'Индикатор не отвечал',
  }
  const about = await proveBound(body, {
    kind: { kind: 'out' },
    taken_at: { taken_at: at(2) },
    product_id: { product_id: copper.id },
    supplier_id: { supplier_id: supplier.id },
    direction: { direction: 'control' },
    weight_g: { weight_g: 9_280_000 },
    trailer_number: { trailer_number: 'АВ123477' },
  })
  assert.match(about.warnings![0]!, /^Промежуточное: 9.260 кг, \d\d\.\d\d\.\d{4}, \d\d:\d\d$/)
  assert.match(about.warnings![1]!, /^Груз: «/)
})

test('a visit with both weights typed is bound to each of them, and both are shown', async () => {
  const body: Body = {
    command: 'manual',
    carnumber: newPlate(),
    in_g: 9_000_000,
    out_g: 4_000_000,
    in_at: at(80),
    out_at: at(40),
    product_id: copper.id,
    reason: 'Агент не видел машины',
  }
  const about = await proveBound(body, {
    // The net stays the same.
    weights: { in_g: 19_000_000, out_g: 14_000_000 },
    times: { in_at: at(90), out_at: at(50) },
    product_id: { product_id: steel.id },
  })
  assert.deepEqual(
    about.warnings!.map((words) => words.split(':')[0]),
    ['Въезд', 'Выезд', 'Груз'],
  )
})
