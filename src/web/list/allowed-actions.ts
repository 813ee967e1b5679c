import type { ActionCode } from '#contract/core/actions.ts'
import { useHeldRights } from '#web/api/use-may.ts'
import type { ListScreenProps } from '#web/ui/list/list-types.ts'

/** The list's props without the actions whose right the user does not hold. The server checks every call again. */
export function useAllowedActions<Row>(props: ListScreenProps<Row>): ListScreenProps<Row> {
  const held = useHeldRights()
  const { create, copy, bulk = [], ...rest } = props
  // Until rights are known the actions stay in place: a button that appears later would move its neighbours.
  const isOffered = ({ right }: { right?: ActionCode }) =>
    right === undefined || (held?.has(right) ?? true)
  const mayCreate = create === undefined || isOffered(create)
  return {
    ...rest,
    ...(create && mayCreate && { create }),
    ...(copy && mayCreate && { copy }),
    bulk: bulk.filter(isOffered),
  }
}
