import type { BodyInput } from '#contract/core/call.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { approval } from '../support/approve.ts'
import type { TestCompany } from '../support/world.ts'

type MergeInput = BodyInput<typeof supplier.merge>
type Wish = Partial<Pick<MergeInput, 'take' | 'dry_run' | 'reason'>>

/** Merging as its dialog does it. */
export function mergeHands(own: TestCompany) {
  const { api } = own.operator
  const card = (id: string) => api.send(supplier.get, { query: { id } })

  async function bodyOf(
    keep: { id: string },
    drop: { id: string },
    wish: Wish = {},
  ): Promise<MergeInput> {
    const [one, two] = [await card(keep.id), await card(drop.id)]
    return {
      keep: { id: one.id, version: one.version },
      drop: { id: two.id, version: two.version },
      take: [],
      reason: 'Завели дважды',
      ...wish,
    }
  }

  /** The first try asks for the PIN of another person, the second brings it. */
  async function merge(keep: { id: string }, drop: { id: string }, wish: Wish = {}) {
    const body = await bodyOf(keep, drop, wish)
    const refusal = await api.refused(supplier.merge, { body })
    const token = await approval(own.operator, refusal, own.manager)
    return api.send(supplier.merge, { body }, token)
  }

  const refusedMerge = async (keep: { id: string }, drop: { id: string }) =>
    api.refused(supplier.merge, { body: await bodyOf(keep, drop) })

  /** The whole row of an act as stored in the database. */
  const actRow = (id: string) =>
    own.db.q
      .selectFrom('act')
      .where('company_id', '=', own.id)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow()

  return { api, card, bodyOf, merge, refusedMerge, actRow }
}
