import { useLayoutEffect, useState, type ReactNode } from 'react'

type Shown<P> = (props: P) => ReactNode

/**
 * A component whose file is loaded when it is first shown; `placeholder` stands in its place until then. React's own `lazy` holds back
 * what has come until its placeholder was shown for 300 ms: a person at the keys would wait for that at every first window.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<Shown<P>>,
  placeholder?: ReactNode | Shown<P>,
): Shown<P> {
  let Loaded: Shown<P> | undefined
  let coming: Promise<void> | undefined
  const ask = () =>
    (coming ??= load().then(
      (component) => void (Loaded = component),
      (error: unknown) => {
        // Whoever shows it next asks again.
        coming = undefined
        throw error
      },
    ))
  const place = typeof placeholder === 'function' ? placeholder : () => placeholder
  return function LazyComponent(props) {
    const [, setHere] = useState(Loaded !== undefined)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useLayoutEffect(() => {
      if (Loaded) return undefined
      let isShown = true
      ask().then(
        () => isShown && setHere(true),
        (error: unknown) => isShown && setFailure({ error }),
      )
      return () => {
        isShown = false
      }
    }, [])
    if (failure) throw failure.error
    return Loaded ? <Loaded {...props} /> : place(props)
  }
}
