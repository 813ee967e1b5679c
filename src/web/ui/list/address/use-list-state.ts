import { useSearchParams } from '../../../router/hooks.ts'
import { readList, writeList, type ListSpec, type ListState } from './list-address.ts'

/** How a change is written to the history. */
export interface ListChange {
  /** Typing and moving replace the entry of the history, choosing adds one. */
  replace?: boolean
}

/** The list's state read from the address, and the way to change it. */
export function useListState(spec: ListSpec) {
  const [params, setParams] = useSearchParams()
  const state = readList(params, spec)
  const change = (part: Partial<ListState>, { replace = false }: ListChange = {}) => {
    const onlyView = 'page' in part || 'preview' in part || 'tiles' in part
    setParams(
      (present) => {
        const before = readList(present, spec)
        const page = onlyView ? (part.page ?? before.page) : 1
        return writeList(present, { ...before, ...part, page }, spec)
      },
      { replace },
    )
  }
  const reset = () =>
    change({ q: '', status: [], from: '', to: '', own: {}, sort: spec.sort, page: 1 })
  return { state, change, reset }
}
