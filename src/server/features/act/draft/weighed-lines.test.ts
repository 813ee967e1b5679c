import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import {
  PSA_FORM,
  actCommands,
  addDeal,
  steelLine,
  type ActSave,
  type ActLine,
} from '#test/builders/act-forms.ts'
import { approval } from '#test/support/approve.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const deal = await addDeal(world.own)
const { send, refused } = actCommands(world.own.operator)
const save = (fields: Partial<ActSave>) =>
  send({ command: 'save', supplier_id: deal.supplier.id, ...PSA_FORM, ...fields })
const issue = ({ id, version }: { id: string; version: number }) => ({
  command: 'issue' as const,
  id,
  version,
})
const change = ({ id, version }: { id: string; version: number }, fields: Partial<ActSave>) =>
  send({ command: 'save', id, version, ...fields })

/** A load of 8 220 kg cut into 1 900 kg of steel and 6 320 kg of cast iron. */
const twoLines = (id: string): [ActLine, ActLine] => [
  { ...steelLine(deal, id), zasor_bp: 0, phys_g: 1_900_000 },
  { ...steelLine(deal, id), zasor_bp: 0, product_id: deal.products.castIron.id },
]

const addVisit = (in_g = 12_480_000, fields: object = {}) =>
  addClosedVisit(world.own, { in_g, out_g: 4_260_000, ...fields })

async function addWeightAct(linesOf: (id: string) => ActLine[] = twoLines) {
  const { api } = world.own.operator
  const visit = await addVisit()
  const made = await api.send(weightacts.update, {
    body: {
      command: 'save',
      supplier_id: deal.supplier.id,
      transaction_ids: [visit.id],
      lines: linesOf(visit.id),
    },
  })
  return api.send(weightacts.update, {
    body: { command: 'confirm', id: made.id, version: made.version },
  })
}

test('a weighed line without a position is named in the draft, and the act is not issued', async () => {
  const { id } = await addVisit()
  const short = await save({ lines: twoLines(id), positions: [{ line: 0 }] })
  assert.equal(short.net_g, 1_900_000)
  const [left, ...others] = short.lines_without_position
  assert.equal(others.length, 0)
  assert.deepEqual(
    [left!.product_name, left!.net_g, left!.transaction_id],
    [deal.products.castIron.name, 6_320_000, id],
  )
  const refusal = await refused(issue(short))
  assert.equal(refusal.code, 'act.line-without-position')
  assert.deepEqual(Object.keys(refusal.fields!), [`lines.${left!.line_id}`])
  const words = Object.values(refusal.fields!)[0]!
  assert.match(words, /Лом чугунный 17А.*6\s320 кг.*позици/)
  const whole = await change(short, {
    positions: [{ line_id: short.positions[0]!.line_id! }, { line_id: left!.line_id! }],
  })
  assert.deepEqual([whole.lines_without_position, whole.net_g], [[], 8_220_000])
  assert.equal((await send(issue(whole))).status, 'issued')
})

test('each line of every weight act of an act needs its position', async () => {
  const [first, second] = [await addWeightAct(), await addWeightAct()]
  const [a, b] = first.lines
  const draft = await save({
    weight_act_ids: [first.id, second.id],
    positions: [...second.lines.map((line) => ({ line_id: line.id })), { line_id: b!.id }],
  })
  assert.deepEqual(
    draft.lines_without_position.map((line) => [line.line_id, line.weight_act_number]),
    [[a!.id, first.number]],
  )
  const refusal = await refused(issue(draft))
  assert.deepEqual(Object.keys(refusal.fields!), [`lines.${a!.id}`])
  assert.match(Object.values(refusal.fields!)[0]!, new RegExp(first.number))
})

test('goods by piece do not take a weight act with them that no position is made of', async () => {
  const { pallet, paper } = deal.products
  const paperAct = await addWeightAct((id) => [{ ...steelLine(deal, id), product_id: paper.id }])
  const draft = await save({
    weight_act_ids: [paperAct.id],
    positions: [{ product_id: pallet.id, qty: 3 }],
  })
  assert.equal(draft.kind, 'op5')
  assert.equal((await refused(issue(draft))).code, 'act.line-without-position')
  const free = await change(draft, { weight_act_ids: [] })
  assert.deepEqual(free.lines_without_position, [])
})

test('a drop without a line is named with its visit and its weight', async () => {
  const visit = await addVisit(18_400_000, { mid_g: [12_100_000] })
  const draft = await save({ lines: [steelLine(deal, visit.id)], positions: [{ line: 0 }] })
  const refusal = await refused(issue(draft))
  assert.equal(refusal.code, 'weight-act.sum-differs')
  assert.deepEqual(Object.keys(refusal.fields!), [`drops.${visit.id}.2`])
  const words = Object.values(refusal.fields!)[0]!
  assert.match(words, new RegExp(`${visit.number}.*выгрузк.*2.*7\\s840 кг`))
  const alone = await refused({
    command: 'save',
    supplier_id: deal.supplier.id,
    lines: [{ ...steelLine(deal, (await addVisit()).id), drop_no: 2 }],
  })
  assert.deepEqual(Object.keys(alone.fields!), ['lines.0.drop_no'])
})

test('the pack of a load needs no position', async () => {
  const { id } = await addVisit()
  const lines = [{ ...steelLine(deal, id), pack_g: 20_000 }]
  const draft = await save({ lines, positions: [{ line: 0 }] })
  assert.deepEqual(draft.lines_without_position, [])
  assert.equal((await send(issue(draft))).net_g, 7_790_000)
})

test('a line that is all contamination needs no position, but the confirmation of a second person', async () => {
  const { operator, manager } = world.own
  const { id } = await addVisit()
  const [goods, dirt] = twoLines(id)
  const lines = [{ ...goods }, { ...dirt, zasor_bp: 10_000 }]
  const draft = await save({ lines, positions: [{ line: 0 }] })
  assert.deepEqual(draft.lines_without_position, [])
  assert.deepEqual(draft.confirmations, ['act.zasor_over_limit'])
  assert.deepEqual(
    draft.flags.map((flag) => flag.code),
    ['zasor_high'],
  )
  const asked = await refused(issue(draft))
  assert.equal(asked.approval!.action, 'act.zasor_over_limit')
  const issued = await send(issue(draft), await approval(operator, asked, manager))
  assert.equal(issued.net_g, 1_900_000)
})

test('a line of another company is refused as a position', async () => {
  const visit = await addVisit()
  const draft = await save({ lines: twoLines(visit.id), positions: [{ line: 0 }, { line: 1 }] })
  const refusal = await world.other.operator.api.refused(act.update, {
    body: { command: 'issue', id: draft.id, version: draft.version },
  })
  assert.equal(refusal.code, 'common.not-found')
})
