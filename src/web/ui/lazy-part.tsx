import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { Waiting } from './waiting.tsx'

/**
 * A part that its screen does not need at first, such as the card beside a list; loaded when first shown. `placeholder`
 * holds the room of a part that stands among others, so that nothing moves when it arrives.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder?: ReactNode,
): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>
  return function LazyPart(props: P) {
    return (
      <Suspense fallback={placeholder ?? <Waiting />}>
        <Part {...props} />
      </Suspense>
    )
  }
}
