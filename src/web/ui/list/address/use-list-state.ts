import { useLocation, useNavigate, useSearchParams } from '../../../router/hooks.ts'
import { readList, writeList, type ListSpec, type ListState } from './list-address.ts'

/** How a change is written to the history. */
export interface ListChange {
  /** Typing and moving replace the entry of the history, choosing adds one. */
  replace?: boolean
  /** Of the entry: whether it was added for a card. */
  state?: typeof FOR_CARD
}

/** Of an entry of the history that was added for a card over the list. */
const FOR_CARD = 'card'

/** The list's state read from the address, and the way to change it. */
export function useListState(spec: ListSpec) {
  const [params, setParams] = useSearchParams()
  const state = readList(params, spec)
  const navigate = useNavigate()
  const isForCard = useLocation().state === FOR_CARD
  const change = (part: Partial<ListState>, options: ListChange = {}) => {
    const onlyView = 'page' in part || 'preview' in part || 'tiles' in part
    setParams((present) => {
      const before = readList(present, spec)
      const page = onlyView ? (part.page ?? before.page) : 1
      return writeList(present, { ...before, ...part, page }, spec)
    }, options)
  }
  /** A card is a step of its own, which «Back» takes back; another card takes its place. */
  const showPreview = (preview: string) => {
    if (!preview && isForCard) return navigate(-1)
    const isFirst = state.preview === '' && preview !== ''
    return change(
      { preview },
      { replace: !isFirst, ...((isFirst || isForCard) && { state: FOR_CARD }) },
    )
  }
  const reset = () =>
    change({ q: '', status: [], from: '', to: '', own: {}, sort: spec.sort, page: 1 })
  return { state, change, reset, showPreview }
}
