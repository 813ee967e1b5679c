import { act } from '#contract/act/act.ts'
import { product } from '#contract/price/product.ts'
import type { ActForm } from '#server/features/act/act-form.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { approval } from '#test/support/approve.ts'
import { REASON, type CheatDay } from '../cheat-day.ts'
import type { Way } from '../way.ts'

async function changed({ operator }: CheatDay, id: string, fields: object) {
  const { items } = await operator.api.send(product.getAll, { query: {} })
  const { version } = items.find((one) => one.id === id)!
  return { body: { id, version, ...fields } }
}

/** What the catalogue calls a product, and how it rounds and compares contamination. */
export const catalogueWays: readonly Way[] = [
  {
    name: 'copper is called steel while it is bought',
    async tries(day) {
      const { copper } = day.deal.products
      const input = await changed(day, copper.id, { name: 'Лом стальной 3А (склад 2)' })
      return (await day.operator.api.refused(product.update, input)).code
    },
    ends: 'approval.required',
  },
  {
    name: 'contamination is rounded by whole tonnes',
    async tries(day) {
      const { steel } = day.deal.products
      const input = await changed(day, steel.id, { zasor_step_g: 1_000_000 })
      return (await day.operator.api.refused(product.update, input)).code
    },
    ends: 'approval.required',
  },
  {
    name: 'contamination is rounded by whole tonnes with the PIN of an accomplice',
    async tries(day) {
      const { steel } = day.deal.products
      const step = (zasor_step_g: number) => changed(day, steel.id, { zasor_step_g })
      const larger = await step(1_000_000)
      const asked = await day.operator.api.refused(product.update, larger)
      const pin = await approval(day.operator, asked, day.second)
      await day.operator.api.send(product.update, larger, pin)
      const draft = await day.draftOf((await day.weighed()).id, { zasor_bp: 500 })
      await day.operator.api.send(product.update, await step(1000))
      const input = day.issueOf(draft, { reason: REASON })
      return ((await day.confirmed(day.operator, act.update, input)) as ActForm).id
    },
    ends: { sees: 'zasor_off_norm' },
  },
  {
    name: 'five small clean loads make the norm of a truck',
    async tries(day) {
      const supplier = await addSupplier(day.own, { last_name: 'Чистюлин' })
      const of = { ...day.deal, supplier }
      for (let n = 0; n < 5; n++) {
        const { id } = await addClosedVisit(day.own, { in_g: 4_280_000, out_g: 4_260_000 })
        const draft = await day.draftOf(id, { zasor_bp: 350 }, of)
        await day.operator.api.send(act.update, day.issueOf(draft))
      }
      const draft = await day.draftOf((await day.weighed()).id, { zasor_bp: 150 }, of)
      return (await day.operator.api.refused(act.update, day.issueOf(draft))).code
    },
    ends: 'act.zasor-reason',
  },
]
