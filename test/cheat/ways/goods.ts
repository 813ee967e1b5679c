import { act } from '#contract/act/act.ts'
import { price } from '#contract/price/price.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import type { ActForm } from '#server/features/act/act-form.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { REASON, type CheatDay } from '../cheat-day.ts'
import type { Way } from '../way.ts'
import { capture } from './weighing.ts'

const issue = async (day: CheatDay, draft: ActForm, more: object = {}) =>
  (await day.confirmed(day.operator, act.update, day.issueOf(draft, more))) as ActForm

const refused = async ({ operator }: CheatDay, body: object) =>
  (await operator.api.refused(act.update, { body })).code

// The list prices of the products, kopecks per tonne.
const STEEL = 2_450_000
const COPPER = 78_000_000

/** A step within the company's share, bought at, and taken back. */
async function pump(day: CheatDay, by = day.manager): Promise<ActForm> {
  const { steel } = day.deal.products
  await by.api.send(price.updateCell, await day.setPrice(steel.id, STEEL + 200_000, by))
  const dear = await day.bought()
  await by.api.send(price.updateCell, await day.setPrice(steel.id, STEEL, by))
  return dear
}

export const goodsWays: readonly Way[] = [
  {
    name: 'contamination is written as nothing without a word',
    async tries(day) {
      const draft = await day.draftOf((await day.weighed()).id, { zasor_bp: 0 })
      return refused(day, day.issueOf(draft).body)
    },
    ends: 'act.zasor-reason',
  },
  {
    name: 'contamination is written as nothing, with a word and the PIN of an accomplice',
    async tries(day) {
      const draft = await day.draftOf((await day.weighed()).id, { zasor_bp: 0 })
      return (await issue(day, draft, { reason: REASON })).id
    },
    ends: { sees: 'zasor_off_norm' },
  },
  {
    name: 'an honest supplier is paid for half, the rest goes to a friend',
    async tries(day) {
      const draft = await day.draftOf((await day.weighed()).id, { zasor_bp: 4000 })
      return (await issue(day, draft, { reason: REASON })).id
    },
    ends: { sees: 'zasor_off_norm' },
  },
  {
    name: 'a price is doubled with one press',
    async tries(day) {
      const { code } = await day.manager.api.refused(price.updateCell, {
        body: {
          ...(await day.setPrice(day.deal.products.steel.id, STEEL * 2)).body,
          reason: undefined,
        },
      })
      return code
    },
    ends: 'price.step-reason',
  },
  {
    name: 'a price is doubled with a reason and the own PIN',
    async tries(day) {
      const input = await day.setPrice(day.deal.products.steel.id, STEEL * 2)
      const asked = await day.manager.api.refused(price.updateCell, input)
      return asked.approval?.who === 'other' ? asked.code : `${asked.approval?.who}`
    },
    ends: 'approval.required',
  },
  {
    name: 'a price climbs in small steps through one day',
    async tries(day) {
      const { copper } = day.deal.products
      await day.manager.api.send(price.updateCell, await day.setPrice(copper.id, COPPER * 1.1))
      const { code } = await day.manager.api.refused(price.updateCell, {
        body: { ...(await day.setPrice(copper.id, COPPER * 1.2)).body, reason: undefined },
      })
      await day.manager.api.send(price.updateCell, await day.setPrice(copper.id, COPPER))
      return code
    },
    ends: 'price.step-reason',
  },
  {
    name: 'a price moves up within its share for one purchase, and back',
    tries: async (day) => (await pump(day)).id,
    ends: { sees: 'price_returned' },
  },
  {
    name: 'who moved the price looks at the exception of it, since another issued the act',
    async tries(day) {
      const { id } = await pump(day)
      const items = [{ entity: 'act' as const, entity_id: id, code: 'price_returned' as const }]
      const body = { items, note: REASON }
      return (await day.manager.api.refused(flagReview.reviewExceptions, { body })).code
    },
    ends: 'exception.own',
  },
  {
    name: 'a position is bought above the list by what one person may add',
    async tries(day) {
      const visit = await day.weighed()
      const draft = await day.draftOf(visit.id)
      const { id, version } = draft
      const positions = [{ line: 0, price_kop: STEEL + 50_000, override_reason: REASON }]
      const lines = [
        {
          transaction_id: visit.id,
          drop_no: 1,
          product_id: day.deal.products.steel.id,
          zasor_mode: 'percent' as const,
          zasor_bp: 500,
        },
      ]
      const body = { command: 'save' as const, id, version, lines, positions, weight_act_ids: [] }
      return (await issue(day, await day.operator.api.send(act.update, { body }))).id
    },
    ends: { sees: 'price_override' },
  },
  {
    name: 'steel that was weighed is bought as copper',
    async tries(day) {
      const { steel, copper } = day.deal.products
      const visit = await day.weighed(12_340, 4_260, { product_id: steel.id })
      const draft = await day.draftOf(visit.id, { product_id: copper.id, zasor_bp: 0 })
      return (await issue(day, draft, { reason: REASON })).id
    },
    ends: { sees: 'product_changed' },
  },
  {
    name: 'the product of a weighed visit is made a dearer one before it is bought',
    async tries(day) {
      const { steel, copper } = day.deal.products
      const { id, version } = await day.weighed(12_340, 4_260, { product_id: steel.id })
      const body = { command: 'set_info' as const, id, version, product_id: copper.id }
      await day.operator.api.send(visitCalls.update, { body })
      return id
    },
    ends: { sees: 'product_changed' },
  },
  {
    name: 'a weighed load is written to a friend before it is bought',
    async tries(day) {
      const { id, version } = await day.weighed(12_340, 4_260, {
        supplier_id: day.deal.supplier.id,
      })
      const { id: supplier_id } = await addSupplier(day.own)
      const body = { command: 'set_info' as const, id, version, supplier_id }
      await day.operator.api.send(visitCalls.update, { body })
      return id
    },
    ends: { sees: 'supplier_changed' },
  },
  {
    name: 'a pack that was weighed with its load is bought with it',
    async tries(day) {
      const reading = await day.yard.load(2, 250)
      const platform = { command: 'capture_platform' as const, reading, post: 2, pack_g: 25_000 }
      const { id } = await capture(day, { ...platform, product_id: day.deal.products.steel.id })
      return (await issue(day, await day.draftOf(id, { pack_g: 0 }))).id
    },
    ends: { sees: 'pack_less' },
  },
  {
    name: 'one visit is bought twice',
    async tries(day) {
      const visit = await day.weighed()
      await issue(day, await day.draftOf(visit.id))
      const again = await day.tried(day.operator, act.update, {
        body: {
          command: 'save',
          supplier_id: day.deal.supplier.id,
          lines: [
            {
              transaction_id: visit.id,
              drop_no: 1,
              product_id: day.deal.products.steel.id,
              zasor_mode: 'percent',
              zasor_bp: 500,
            },
          ],
          positions: [{ line: 0 }],
        },
      })
      return again.code
    },
    ends: 'weight-act.transaction-taken',
  },
  {
    name: 'more is bought of a visit than it weighed',
    async tries(day) {
      const visit = await day.weighed()
      const line = {
        transaction_id: visit.id,
        drop_no: 1,
        product_id: day.deal.products.steel.id,
        zasor_mode: 'percent',
        zasor_bp: 500,
        gross_g: 90_000_000,
        tare_g: 4_260_000,
      }
      const again = await day.tried(day.operator, act.update, {
        body: {
          command: 'save',
          supplier_id: day.deal.supplier.id,
          lines: [line],
          positions: [{ line: 0 }],
        },
      })
      return again.code
    },
    ends: 'common.validation',
  },
  {
    name: 'a paid-out act is voided and its visit bought again by another',
    async tries(day) {
      const first = await day.bought()
      const { id, version } = first
      await day.confirmed(day.operator, act.update, {
        body: { command: 'void', id, version, reason: REASON },
      })
      return id
    },
    ends: { sees: 'voided' },
  },
  {
    name: 'an act is corrected to a larger sum after it was printed',
    async tries(day) {
      const { id, version } = await day.bought()
      await day.confirmed(day.operator, act.update, {
        body: { command: 'correct', id, version, reason: REASON },
      })
      return id
    },
    ends: { sees: 'voided' },
  },
  {
    name: 'an act is issued by a sum that its screen no longer showed',
    async tries(day) {
      const draft = await day.draftOf((await day.weighed()).id)
      return refused(day, day.issueOf(draft, { expected_total_kop: draft.total_kop - 100 }).body)
    },
    ends: 'common.sum-differs',
  },
  {
    name: 'an act of another company is issued',
    async tries(day) {
      const draft = await day.draftOf((await day.weighed()).id)
      const { api } = day.world.other.operator
      return (await api.refused(act.update, day.issueOf(draft))).code
    },
    ends: 'common.not-found',
  },
  {
    name: 'a weighed visit is hung on the supplier of another company',
    async tries(day) {
      const visit: VisitCard = await day.weighed()
      await addIssuedAct(day.own, day.deal.supplier.id, 1_00)
      const body = { command: 'set_info' as const, id: visit.id, version: visit.version }
      return (await day.world.other.operator.api.refused(visitCalls.update, { body })).code
    },
    ends: 'common.not-found',
  },
]
