import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import {
  PSA_FORM,
  addDeal,
  addDraft,
  addIssued,
  steelLine,
  type Deal,
  type ActBody,
} from '#test/builders/act-forms.ts'
import { approval } from '#test/support/approve.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { addSupplier, type SupplierOverrides } from '#test/builders/builders.ts'
import { until } from '#test/support/until.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
let deal: Deal
before(async () => {
  world = await openWorld()
  deal = await addDeal(world.own)
})
after(() => world.close())

const send = (body: ActBody, options = {}) =>
  world.own.operator.api.send(act.update, { body }, options)
const refused = (body: object, options = {}) =>
  world.own.operator.api.refused(act.update, { body }, options)
const issue = ({ id, version }: { id: string; version: number }) => ({
  command: 'issue' as const,
  id,
  version,
})

async function draftOf(fields: object, lineFields: object = {}) {
  const visit = await addClosedVisit(world.own, { in_g: 12_480_000, out_g: 4_260_000 })
  return send({
    command: 'save',
    supplier_id: deal.supplier.id,
    ...PSA_FORM,
    lines: [{ ...steelLine(deal, visit.id), ...lineFields }],
    positions: [{ line: 0 }],
    ...fields,
  })
}

/** As a screen does: a busy server is asked again. */
async function stubborn(draft: { id: string; version: number }): Promise<string> {
  const payload = issue(draft)
  const answer = await until(
    () => world.own.operator.api.raw({ method: 'POST', url: act.update.path, payload }),
    ({ statusCode }) => statusCode !== 503,
  )
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<{ number: string }>().number
}

test('numbers of acts that are issued at once follow each other without gaps', async () => {
  const drafts = []
  for (let i = 0; i < sweepSize(15, 50); i++) drafts.push(await addDraft(world.own, deal))
  const issued = await Promise.all(drafts.map(stubborn))
  const numbers = issued.map((number) => Number(number.slice(5))).toSorted((a, b) => a - b)
  assert.deepEqual(
    numbers,
    numbers.map((_, i) => i + 1),
  )
})

test('issuing again changes nothing, and an act that is void stays void', async () => {
  const issued = await addIssued(world.own, deal)
  assert.equal((await send(issue(issued))).number, issued.number)
  const draft = await addDraft(world.own, deal)
  const gone = await send({ command: 'void', id: draft.id, version: draft.version })
  assert.equal((await refused(issue(gone))).code, 'common.bad-transition')
  assert.equal(
    (await refused({ ...issue(await addDraft(world.own, deal)), version: 99 })).code,
    'common.stale',
  )
})

test('each missing field that the law requires is named', async () => {
  const cases: [fields: object, field: string][] = [
    [{ ownership_basis: null }, 'ownership_basis'],
    [{ radiation: { done: false } }, 'radiation.done'],
    [{ explosion: { done: false } }, 'explosion.done'],
    [{ positions: [], lines: [] }, 'positions'],
  ]
  for (const [fields, field] of cases) {
    const draft = await draftOf(fields)
    assert.deepEqual(
      draft.missing.map((item) => item.field).filter((name) => name === field),
      [field],
    )
    const refusal = await refused(issue(draft))
    assert.equal(refusal.code, 'act.incomplete', field)
    assert.ok(field in refusal.fields!, field)
  }
})

test('each missing field of a supplier is named', async () => {
  const cases: [SupplierOverrides, string][] = [
    [{ status: 'draft' }, 'supplier.status'],
    [{ doc: null }, 'supplier.doc'],
    [{ birth_date: null }, 'supplier.birth_date'],
    [{ birth_date: '2015-01-01' }, 'supplier.birth_date'],
    [{ reg_address: null }, 'supplier.reg_address'],
    [{ type: 'ip' }, 'ownership_document'],
    [{ type: 'company' }, 'ownership_document'],
  ]
  for (const [overrides, field] of cases) {
    const { id } = await addSupplier(world.own, overrides)
    const refusal = await refused(issue(await draftOf({ supplier_id: id })))
    assert.equal(refusal.code, 'act.incomplete', field)
    assert.ok(field in refusal.fields!, `${field}: ${JSON.stringify(refusal.fields)}`)
  }
})

test('non-ferrous scrap that people may not sell is refused from a person', async () => {
  const draft = await draftOf({}, { product_id: deal.products.lead.id })
  const refusal = await refused(issue(draft))
  assert.deepEqual(Object.keys(refusal.fields!), ['positions.0.product_id'])
})

test('an act without weight, without a price or with a rest of the drop is not issued', async () => {
  const empty = await draftOf({}, { zasor_bp: 10_000 })
  assert.equal((await refused(issue(empty))).code, 'act.zero-net')
  const unpriced = await draftOf({}, { product_id: deal.products.unpriced.id })
  assert.equal(unpriced.positions[0]!.price_kop, null)
  assert.equal((await refused(issue(unpriced))).code, 'act.no-price')
  const rest = await draftOf({}, { phys_g: 1_000_000 })
  assert.equal(rest.rests[0]!.rest_g, 7_220_000)
  assert.equal((await refused(issue(rest))).code, 'weight-act.sum-differs')
})

test('a price and a contamination over the limits are each confirmed by another person', async () => {
  const { operator, manager } = world.own
  const draft = await draftOf(
    { positions: [{ line: 0, price_kop: 2_600_000, override_reason: 'Постоянный клиент' }] },
    { zasor_bp: 2000 },
  )
  assert.deepEqual(draft.confirmations, ['act.price_over_limit', 'act.zasor_over_limit'])
  const price = await refused(issue(draft))
  assert.equal(price.approval!.action, 'act.price_over_limit')
  assert.deepEqual(price.approval!.about, {
    suppliers: [draft.supplier_name],
    weight_g: draft.net_g,
    total_kop: draft.total_kop,
  })
  const zasor = await refused(issue(draft), await approval(operator, price, manager))
  assert.equal(zasor.approval!.action, 'act.zasor_over_limit')
  const issued = await send(issue(draft), await approval(operator, zasor, manager))
  assert.equal(issued.status, 'issued')
  assert.ok(issued.positions[0]!.approver_name)
  assert.deepEqual(issued.flags.map((flag) => flag.code).toSorted(), [
    'no_consent',
    'price_override',
    'zasor_high',
  ])
})

test('a price at exactly the limit needs no confirmation', async () => {
  const draft = await draftOf({
    positions: [{ line: 0, price_kop: 2_523_500, override_reason: 'Ровно три процента' }],
  })
  assert.deepEqual(draft.confirmations, [])
  assert.equal((await send(issue(draft))).status, 'issued')
})

test('an act is issued and corrected for the sum on the screen alone', async () => {
  const { operator, manager } = world.own
  const draft = await addDraft(world.own, deal)
  const body = issue(draft)
  const other = { ...body, expected_total_kop: draft.total_kop + 1 }
  const refusal = await refused(other)
  assert.equal(refusal.code, 'common.sum-differs')
  assert.match(refusal.message, /На экране было .+ ₽, а сейчас .+ ₽/)
  assert.equal((await operator.api.send(act.get, { query: { id: draft.id } })).status, 'draft')
  const issued = await send({ ...body, expected_total_kop: draft.total_kop })
  assert.equal(issued.status, 'issued')
  const correction = {
    command: 'correct' as const,
    id: issued.id,
    version: issued.version,
    reason: 'Не тот засор',
  }
  const stale = await refused({ ...correction, expected_total_kop: 1 })
  assert.equal(stale.code, 'common.sum-differs')
  const right = { ...correction, expected_total_kop: issued.total_kop }
  const asked = await refused(right)
  assert.equal((await send(right, await approval(operator, asked, manager))).status, 'draft')
})

test('a corrected act keeps its number, and the new draft takes over its visit', async () => {
  const { operator, manager } = world.own
  const issued = await addIssued(world.own, deal)
  const body = {
    command: 'correct' as const,
    id: issued.id,
    version: issued.version,
    reason: 'Не тот засор',
  }
  const asked = await refused(body)
  const draft = await send(body, await approval(operator, asked, manager))
  assert.deepEqual([draft.status, draft.number], ['draft', null])
  assert.deepEqual(draft.transaction_ids, issued.transaction_ids)
  assert.equal(draft.total_kop, issued.total_kop)
  const old = await operator.api.send(act.get, { query: { id: issued.id } })
  assert.deepEqual([old.status, old.number, old.corrected_by], ['void', issued.number, draft.id])
  const again = await send(issue(draft))
  assert.notEqual(again.number, issued.number)
  const card = await operator.api.send(act.get, { query: { id: draft.id } })
  assert.deepEqual(
    card.corrections.map((one) => [one.relation, one.number]),
    [['correction_of', issued.number]],
  )
})

test('the day of a site counts issued acts and not those that are voided', async () => {
  const { db, siteId } = world.own
  const ofDay = () =>
    db.q
      .selectFrom('daily_rollup')
      .where('company_id', '=', db.companyId)
      .select(['site_id', 'acts_count', 'total_kop'])
      .execute()
  const before_ = await ofDay()
  const { id, version, total_kop } = await addIssued(world.own, deal)
  // One row: another for the whole company would be waited for by every site.
  const acts_count = before_[0]!.acts_count + 1
  assert.deepEqual(await ofDay(), [
    { site_id: siteId, acts_count, total_kop: before_[0]!.total_kop + total_kop },
  ])
  const body = { command: 'void' as const, id, version, reason: 'Ошиблись весом' }
  const asked = await refused(body)
  await send(body, await approval(world.own.operator, asked, world.own.manager))
  assert.deepEqual(await ofDay(), before_)
  const kept = await db.q
    .selectFrom('act')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select(['voided_at', 'updated_at'])
    .executeTakeFirstOrThrow()
  assert.equal(kept.voided_at, kept.updated_at, 'exports find it by the moment of the change')
})
