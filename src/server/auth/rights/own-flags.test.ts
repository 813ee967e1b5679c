import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import type { FlagCode } from '#contract/core/flags.ts'
import type { CallResult, CallSpec, SendInput } from '#contract/core/call.ts'
import { price } from '#contract/price/price.ts'
import { product } from '#contract/price/product.ts'
import { flagReview, type FlaggedEntity } from '#contract/report/exceptions.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { addDeal, addDraft, addIssued, steelLine } from '#test/builders/act-forms.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { approval } from '#test/support/approve.ts'
import { addPerson, openWorld, type Person } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const addManager = (login: string) =>
  addPerson(world.app, world.services, own.id, login, 'USER', ['OPERATOR', 'MANAGER'])
/** Made none of the records, and takes them away. */
const taker = await addManager('taker')
/** Made none either, and gave the PIN that each of it took. */
const confirmer = await addManager('confirmer')
/** Made none either, and did nothing to them but look. */
const looker = await addManager('looker')
const deal = await addDeal(own)
const reason = 'Поставщик передумал'

/** The PIN is another's where it may not be the own. */
async function confirmed<C extends CallSpec>(call: C, input: SendInput<C>): Promise<CallResult<C>> {
  const asked = await taker.api.refused(call, input)
  const by = asked.approval!.who === 'self' ? taker : confirmer
  return taker.api.send(call, input, await approval(taker, asked, by))
}

async function looksAt(
  { api }: Person,
  entity: FlaggedEntity,
  entity_id: string,
  code: FlagCode,
): Promise<string> {
  const payload = { items: [{ entity, entity_id, code }], note: 'Проверено по камерам' }
  const url = flagReview.reviewExceptions.path
  const answer = await api.raw({ method: 'POST', url, payload })
  return answer.json<{ code?: string }>().code ?? 'reviewed'
}

const versionOf = async (visitId: string) =>
  (
    await own.db.q
      .selectFrom('visit')
      .where('id', '=', visitId)
      .select('version')
      .executeTakeFirstOrThrow()
  ).version

test('who voided an act does not look at the mark of it, also when another has changed the act since', async () => {
  const { id, version } = await addIssued(own, deal)
  const gone = await confirmed(act.update, { body: { command: 'void', id, version, reason } })
  const touch = { command: 'review' as const, id, version: gone.version }
  await looker.api.send(act.update, { body: { ...touch, flags: ['no_consent'] } })
  assert.equal(await looksAt(taker, 'act', id, 'voided'), 'exception.own')
  assert.equal(await looksAt(own.operator, 'act', id, 'voided'), 'access.denied')
  assert.equal(await looksAt(looker, 'act', id, 'voided'), 'reviewed')
})

test('whose PIN let an act, a visit or a weighing be taken away looks at no mark of it', async () => {
  const issued = await addIssued(own, deal)
  const { id, version } = await confirmed(act.update, {
    body: { command: 'void', id: issued.id, version: issued.version, reason },
  })
  const touch = { command: 'review' as const, id, version }
  await looker.api.send(act.update, { body: { ...touch, flags: ['no_consent'] } })
  assert.equal(await looksAt(confirmer, 'act', id, 'voided'), 'exception.own')
  const corrected = await addIssued(own, deal)
  await confirmed(act.update, {
    body: { command: 'correct', id: corrected.id, version: corrected.version, reason },
  })
  assert.equal(await looksAt(confirmer, 'act', corrected.id, 'voided'), 'exception.own')

  const load = { in_g: 12_480_000, out_g: 4_260_000 }
  const visit = await addClosedVisit(own, load)
  const gone = {
    command: 'void' as const,
    id: visit.id,
    version: await versionOf(visit.id),
    reason,
  }
  await confirmed(visitCalls.update, { body: gone })
  assert.equal(await looksAt(confirmer, 'transaction', visit.id, 'voided'), 'exception.own')
  const weighed = await addClosedVisit(own, load)
  await cancelLast(weighed.id)
  assert.equal(
    await looksAt(confirmer, 'transaction', weighed.id, 'weighed_again'),
    'exception.own',
  )
})

test('nor whose PIN let a price over the limit be issued', async () => {
  const { id, version } = await addDraft(own, deal, own.operator, {
    positions: [{ line: 0, price_kop: 2_600_000, override_reason: 'Постоянный клиент' }],
  })
  const { api } = own.operator
  const body = { command: 'issue' as const, id, version }
  const asked = await api.refused(act.update, { body })
  await api.send(act.update, { body }, await approval(own.operator, asked, confirmer))
  assert.equal(await looksAt(confirmer, 'act', id, 'price_override'), 'exception.own')
  assert.equal(await looksAt(looker, 'act', id, 'price_override'), 'reviewed')
})

test('nor who corrected it, which takes the former act away', async () => {
  const { id, version } = await addIssued(own, deal)
  await confirmed(act.update, { body: { command: 'correct', id, version, reason } })
  assert.equal(await looksAt(taker, 'act', id, 'voided'), 'exception.own')
  assert.equal(await looksAt(looker, 'act', id, 'voided'), 'reviewed')
})

test('nor who annulled a visit, nor who had weighed it', async () => {
  const weigher = await addManager('weigher')
  const load = { in_g: 12_480_000, out_g: 4_260_000 }
  const { id } = await addClosedVisit({ ...own, operator: weigher }, load)
  await confirmed(visitCalls.update, {
    body: { command: 'void', id, version: await versionOf(id), reason },
  })
  const touch = { command: 'review' as const, id, version: await versionOf(id) }
  await looker.api.send(visitCalls.update, { body: { ...touch, flags: ['manual'] } })
  for (const concerned of [taker, weigher])
    assert.equal(await looksAt(concerned, 'transaction', id, 'voided'), 'exception.own')
  assert.equal(await looksAt(looker, 'transaction', id, 'voided'), 'reviewed')
})

test('nor who cancelled a weighing of a visit that goes on', async () => {
  const { id } = await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })
  await cancelLast(id)
  assert.equal(await looksAt(taker, 'transaction', id, 'weighed_again'), 'exception.own')
  assert.equal(await looksAt(looker, 'transaction', id, 'weighed_again'), 'reviewed')
})

test('who made, issued or weighed a record does not look at its marks', async () => {
  const { id, version } = await addDraft(own, deal, own.manager)
  await taker.api.send(act.update, { body: { command: 'issue', id, version } })
  await mark('act', id)
  for (const maker of [own.manager, taker])
    assert.equal(await looksAt(maker, 'act', id, 'price_override'), 'exception.own')
  assert.equal(await looksAt(looker, 'act', id, 'price_override'), 'reviewed')

  const visit = await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })
  const { api } = taker
  const saved = await api.send(weightacts.update, {
    body: {
      command: 'save',
      supplier_id: deal.supplier.id,
      transaction_ids: [visit.id],
      lines: [steelLine(deal, visit.id)],
    },
  })
  const made = { command: 'confirm' as const, id: saved.id, version: saved.version }
  await api.send(weightacts.update, { body: made })
  await mark('weight_act', saved.id)
  assert.equal(await looksAt(taker, 'weight_act', saved.id, 'price_override'), 'exception.own')
  assert.equal(await looksAt(looker, 'weight_act', saved.id, 'price_override'), 'reviewed')
})

test('who weighed a weight act or controls it does not look at its marks either', async () => {
  const visit = await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })
  const { id } = await own.operator.api.send(weightacts.update, {
    body: {
      command: 'save',
      supplier_id: deal.supplier.id,
      transaction_ids: [visit.id],
      lines: [steelLine(deal, visit.id)],
    },
  })
  await mark('weight_act', id)
  for (const part of ['created_by', 'weigher_id', 'controller_id'] as const) {
    const person = await addManager(part.replaceAll('_', '-'))
    await own.db.q
      .updateTable('weight_act')
      .set({ created_by: own.operator.id, weigher_id: own.operator.id, [part]: person.id })
      .where('id', '=', id)
      .execute()
    assert.equal(await looksAt(person, 'weight_act', id, 'price_override'), 'exception.own', part)
  }
})

async function cancelLast(visitId: string): Promise<void> {
  const { id: weighing_id } = await own.db.q
    .selectFrom('weighing')
    .where('visit_id', '=', visitId)
    .where('kind', '=', 'out')
    .select('id')
    .executeTakeFirstOrThrow()
  const version = await versionOf(visitId)
  await confirmed(visitCalls.update, {
    body: { command: 'cancel_weighing', id: visitId, version, weighing_id, reason },
  })
}

async function mark(table: 'act' | 'weight_act', id: string): Promise<void> {
  const flags = JSON.stringify([{ code: 'price_override', at: new Date().toISOString() }])
  await own.db.q.updateTable(table).set({ flags }).where('id', '=', id).execute()
}

test('who made a new product by the piece, gave its first price or the PIN for that looks at no mark of its pieces', async () => {
  await addIssued(own, deal)
  await sql`update company set settings = jsonb_set(settings, '{rules}', '{}') where id = ${own.id}`.execute(
    own.db.q,
  )
  const pricer = await addManager('pricer')
  const made = await taker.api.send(product.update, {
    body: { kind: 'item', name: 'Диск литой', measure: 'piece', metal_class: 'none' },
  })
  const priced = {
    body: {
      product_id: made.id,
      column_id: own.columnId,
      price_kop: 500_000,
      reason: 'Новый товар',
    },
  }
  const asked = await pricer.api.refused(price.updateCell, priced)
  await pricer.api.send(price.updateCell, priced, await approval(pricer, asked, confirmer))
  const { api } = own.operator
  const bought = async (product_id: string, qty: number) => {
    const positions = [{ product_id, qty }]
    const supplier_id = deal.supplier.id
    const draft = await api.send(act.update, {
      body: { command: 'save', supplier_id, positions },
    })
    const { id, version } = draft
    await api.send(act.update, { body: { command: 'issue', id, version } })
    return id
  }
  const id = await bought(made.id, 10)
  for (const person of [taker, pricer, confirmer])
    assert.equal(
      await looksAt(person, 'act', id, 'pieces_unweighed'),
      'exception.own',
      person.login,
    )
  const usual = await bought(deal.products.pallet.id, 100)
  assert.equal(await looksAt(pricer, 'act', usual, 'pieces_unweighed'), 'reviewed')
  assert.equal(await looksAt(looker, 'act', id, 'pieces_unweighed'), 'reviewed')
})

test('who names a load that another weighed looks at no mark of its product', async () => {
  await addIssued(own, deal)
  const { id } = await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })
  const named = { product_id: deal.products.copper.id, version: await versionOf(id) }
  await taker.api.send(visitCalls.update, { body: { command: 'set_info', id, ...named } })
  assert.equal(await looksAt(taker, 'transaction', id, 'product_unnamed'), 'exception.own')
  assert.equal(await looksAt(looker, 'transaction', id, 'product_unnamed'), 'reviewed')
})
