import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { readActTexts, type ActTexts } from '#contract/act/act-fields.ts'
import type { PositionFields } from '#contract/act/position-fields.ts'
import { asScreen, change, openCorrections } from '#test/builders/act-forms.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'
import type { ActForm } from '../act-form.ts'

const world = await openWorld()
after(() => world.close())
const { send, issue, correct, addGoods, addDraft } = await openCorrections(world.own)
const { api } = world.own.operator

// Every plain field, so that the compiler asks for one more here.
const typed: Required<PositionFields> = { description: 'Стружка', moisture_bp: 1250 }
const typedOf = ({ positions }: Pick<ActForm, 'positions'>) => {
  const { description, moisture_bp } = positions[0]!
  return { description, moisture_bp } satisfies PositionFields
}
const printed = async ({ id }: ActForm) =>
  (await api.send(act.getBody, { query: { actId: id } })).html

test('typed fields of a position are stored, printed, copied into a correction and emptied', async () => {
  const goods = await addGoods({ asks_moisture: true })
  const draft = await addDraft(goods, { positions: [{ line: 0, ...typed }] })
  assert.deepEqual(typedOf(draft), typed)
  const partial = await send(change(draft, { comment: 'Без позиций' }))
  assert.deepEqual(typedOf(partial), typed)
  const supplier = await addSupplier(world.own)
  const moved = await send(change(partial, { supplier_id: supplier.id }))
  assert.deepEqual(typedOf(moved), typed)
  const left = asScreen(moved)
  const unsaid = await send({ ...left, positions: [{ line: 0 }] })
  assert.deepEqual(typedOf(unsaid), typed)
  const issued = await issue(unsaid)
  assert.match(await printed(issued), /Стружка, влажность 12,5\u00a0%/)
  const card = await api.send(act.get, { query: { id: issued.id } })
  assert.deepEqual(typedOf(card), typed)
  const correction = await correct(issued)
  assert.deepEqual(typedOf(correction), typed)
  const dry = { description: null, moisture_bp: null }
  const emptied = await send(change(correction, { positions: emptyOf(correction, dry) }))
  assert.deepEqual(typedOf(emptied), dry)
})

const emptyOf = ({ positions }: ActForm, fields: PositionFields) =>
  positions.map((row) => ({ line_id: row.line_id!, ...fields }))

test('moisture changes no weight and no sum, and is printed also when the product is not asked for it any more', async () => {
  const goods = await addGoods()
  const dry = await addDraft(goods)
  assert.doesNotMatch(await printed(dry), /влажность/)
  const wet = await send({ ...asScreen(dry), positions: [{ line: 0, moisture_bp: 9000 }] })
  assert.deepEqual([wet.net_g, wet.total_kop], [dry.net_g, dry.total_kop])
  assert.equal(wet.positions[0]!.moisture_bp, 9000)
  assert.match(await printed(await issue(wet)), /влажность 90\u00a0%/)
})

// Every plain text, so that the compiler asks for one more here.
const texts: ActTexts = {
  ownership_basis: 'Образовалось в быту',
  ownership_document: 'Договор 5',
  comment: 'Привёз сын\nЗвонить вечером',
}
const textsOf = (form: ActForm) => readActTexts((name) => form[name])

test('typed texts of an act are stored, stay when left out, are copied into a correction and emptied', async () => {
  const draft = await addDraft(await addGoods(), texts)
  assert.deepEqual(textsOf(draft), texts)
  const issued = await issue(await send(change(draft, { vehicle: { driver: 'Сын' } })))
  assert.deepEqual(textsOf(issued), texts)
  const card = await api.send(act.get, { query: { id: issued.id } })
  assert.deepEqual(textsOf(card), texts)
  const correction = await correct(issued)
  assert.deepEqual(textsOf(correction), texts)
  const none = readActTexts(() => null)
  assert.deepEqual(textsOf(await send(change(correction, none))), none)
})
