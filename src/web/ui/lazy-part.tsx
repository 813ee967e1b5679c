import { lazy, Suspense, type ComponentType } from 'react'
import { Waiting } from './waiting.tsx'

/** A part that its screen does not need at first, such as the card beside a list; loaded when first shown. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>
  return function LazyPart(props: P) {
    return (
      <Suspense fallback={<Waiting />}>
        <Part {...props} />
      </Suspense>
    )
  }
}
