import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { addDeal, type Deal } from '#test/builders/act-forms.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { addProduct } from '#test/builders/builders.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
let deal: Deal
before(async () => {
  world = await openWorld()
  deal = await addDeal(world.own)
})
after(() => world.close())

interface Vector {
  gross: number
  tare: number
  pack?: number
  deductions?: number[]
  bp?: number
  zasor?: number
  step: number
  price: number
  /** phys, zasor_g, net, amount */
  shows: [number, number, number, number]
}

// The line vectors of domain.md 5.
const VECTORS: Record<string, Vector> = {
  C1: {
    gross: 12_480_000,
    tare: 4_260_000,
    bp: 500,
    step: 1000,
    price: 1_850_000,
    shows: [8_220_000, 411_000, 7_809_000, 14_446_650],
  },
  C2: {
    gross: 12_490_000,
    tare: 4_260_000,
    bp: 500,
    step: 1000,
    price: 1_850_000,
    shows: [8_230_000, 412_000, 7_818_000, 14_463_300],
  },
  C3: {
    gross: 12_480_000,
    tare: 4_260_000,
    bp: 333,
    step: 1000,
    price: 1_850_000,
    shows: [8_220_000, 274_000, 7_946_000, 14_700_100],
  },
  C4: {
    gross: 12_350,
    tare: 0,
    pack: 1200,
    bp: 150,
    step: 10,
    price: 72_000_000,
    shows: [11_150, 170, 10_980, 790_560],
  },
  C5: {
    gross: 5000,
    tare: 0,
    bp: 0,
    step: 1,
    price: 1_000_100,
    shows: [5000, 0, 5000, 5001],
  },
  C6: {
    gross: 4999,
    tare: 0,
    bp: 0,
    step: 1,
    price: 1_000_100,
    shows: [4999, 0, 4999, 4999],
  },
  C7: {
    gross: 7_300_000,
    tare: 4_300_000,
    deductions: [40_000, 20_000],
    bp: 725,
    step: 1000,
    price: 1_720_000,
    shows: [3_000_000, 213_000, 2_727_000, 4_690_440],
  },
  C8: {
    gross: 12_480_000,
    tare: 4_260_000,
    zasor: 400_000,
    step: 1000,
    price: 1_850_000,
    shows: [8_220_000, 400_000, 7_820_000, 14_467_000],
  },
  C9: {
    gross: 600,
    tare: 0,
    bp: 9000,
    step: 1000,
    price: 1_850_000,
    shows: [600, 600, 0, 0],
  },
  C10: {
    gross: 300,
    tare: 0,
    bp: 1600,
    step: 100,
    price: 72_000_000,
    shows: [300, 0, 300, 21_600],
  },
  C11: {
    gross: 59_992_569,
    tare: 0,
    bp: 0,
    step: 1,
    price: 200_000_471,
    shows: [59_992_569, 0, 59_992_569, 11_998_542_056],
  },
}

async function saved(vector: Vector) {
  const { gross, tare, pack, deductions, bp, zasor, step, price } = vector
  const visit = await addClosedVisit(world.own, { in_g: gross, out_g: tare })
  const product_id = await addProduct(world.own, {
    name: `Лом с шагом ${step}`,
    zasor_step_g: step,
  })
  const zasorPart =
    zasor === undefined
      ? { zasor_mode: 'percent' as const, zasor_bp: bp }
      : { zasor_mode: 'weight' as const, zasor_g: zasor }
  const line = {
    transaction_id: visit.id,
    drop_no: 1,
    product_id,
    pack_g: pack ?? 0,
    deductions: (deductions ?? []).map((grams) => ({ reason: 'Вода', grams })),
    ...zasorPart,
  }
  const positions = [{ line: 0, price_kop: price, override_reason: 'По образцу' }]
  return world.own.operator.api.send(act.update, {
    body: {
      command: 'save',
      supplier_id: deal.supplier.id,
      lines: [line],
      positions,
    },
  })
}

for (const [name, vector] of Object.entries(VECTORS))
  test(`a saved act has the weights and the sum of ${name}`, async () => {
    const draft = await saved(vector)
    const [position] = draft.positions
    assert.deepEqual(
      [position!.phys_g, position!.zasor_g, position!.net_g, position!.amount_kop],
      vector.shows,
    )
    assert.equal(draft.total_kop, vector.shows[3])
  })

test('an act sums its positions and never prices the whole weight (C13)', async () => {
  const { id } = await addClosedVisit(world.own, { in_g: 900, out_g: 0 })
  const product_id = await addProduct(world.own, { name: 'Провод', zasor_step_g: 1 })
  const line = {
    transaction_id: id,
    drop_no: 1,
    product_id,
    phys_g: 450,
    zasor_mode: 'percent' as const,
    zasor_bp: 0,
  }
  const price = { price_kop: 1_003_000, override_reason: 'По образцу' }
  const draft = await world.own.operator.api.send(act.update, {
    body: {
      command: 'save',
      supplier_id: deal.supplier.id,
      lines: [line, line],
      positions: [
        { line: 0, ...price },
        { line: 1, ...price },
      ],
    },
  })
  assert.deepEqual([draft.total_kop, draft.net_g], [902, 900])
})
