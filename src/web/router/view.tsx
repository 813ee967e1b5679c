import {
  Component,
  createContext,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import type { PageLocation, Router, RouterState } from './router.ts'

const RouterContext = createContext<Router | undefined>(undefined)
const StateContext = createContext<RouterState | undefined>(undefined)
/** How many layouts are around. */
const Depth = createContext(0)

interface OnFailure {
  /** In place of a screen that failed; the layouts around it stay. */
  failure: ComponentType<{ error: unknown }>
  onError: (error: unknown) => void
}

const FailureContext = createContext<OnFailure | undefined>(undefined)

interface RouterViewProps extends OnFailure {
  router: Router
  /** Shown until the first screen is loaded. */
  waiting: ReactNode
}

/** Shows the screen of the address. */
export function RouterView({ router, waiting, failure, onError }: RouterViewProps) {
  const [state, setState] = useState(router.state)
  useLayoutEffect(() => {
    // What the next screen still loads by itself must not hide the present one.
    const show = (next: RouterState) => startTransition(() => setState(next))
    show(router.state())
    return router.subscribe(show)
  }, [router])
  const onFailure = useMemo(() => ({ failure, onError }), [failure, onError])
  const isEmpty = state.chain.length === 0 && !state.failed
  return (
    <RouterContext value={router}>
      <StateContext value={state}>
        <FailureContext value={onFailure}>
          <Boundary {...onFailure} location={state.location}>
            {isEmpty ? waiting : <Part depth={0} />}
          </Boundary>
        </FailureContext>
      </StateContext>
    </RouterContext>
  )
}

/** In a layout: where the screen is shown. */
export function Outlet() {
  const depth = useContext(Depth)
  const { location, chain } = useRouterState()
  const onFailure = useContext(FailureContext)!
  const isPage = depth >= chain.length - 1
  const part = <Part depth={depth} />
  return isPage ? (
    <Boundary {...onFailure} location={location}>
      {part}
    </Boundary>
  ) : (
    part
  )
}

function Part({ depth }: { depth: number }) {
  const { chain, failed } = useRouterState()
  const Shown = chain[depth]
  if (!Shown) return failed ? <FailedPart error={failed.error} /> : null
  return (
    <Depth value={depth + 1}>
      <Shown />
    </Depth>
  )
}

/** A part that did not load; reported once. */
function FailedPart({ error }: { error: unknown }) {
  const { failure: Failure, onError } = useContext(FailureContext)!
  useEffect(() => onError(error), [error, onError])
  return <Failure error={error} />
}

interface BoundaryProps extends OnFailure {
  location: PageLocation
  children: ReactNode
}

interface BoundaryState {
  location: PageLocation
  caught: { error: unknown } | undefined
}

/** React has boundaries as classes only. Another address is another try. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { location: this.props.location, caught: undefined }

  static getDerivedStateFromError = (error: unknown): Partial<BoundaryState> => ({
    caught: { error },
  })

  static getDerivedStateFromProps = ({ location }: BoundaryProps, before: BoundaryState) =>
    location === before.location ? null : { location, caught: undefined }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  override render() {
    const { caught } = this.state
    const { failure: Failure, children } = this.props
    return caught ? <Failure error={caught.error} /> : children
  }
}

export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('outside of the router')
  return router
}

export function useRouterState(): RouterState {
  const state = useContext(StateContext)
  if (!state) throw new Error('outside of the router')
  return state
}
