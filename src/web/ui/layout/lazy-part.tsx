import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { watchLoading } from '../../state/connection.ts'
import { Waiting } from '../feedback/waiting.tsx'
import { PartBoundary } from './part-boundary.tsx'

/**
 * A part that its screen does not need at first, such as the card beside a list; loaded when first shown. `placeholder` reserves
 * the space of a part that has others around it, so that nothing moves when it arrives.
 */
export function lazyPart<C extends (props: never) => ReactNode>(
  load: () => Promise<C>,
  placeholder?: ReactNode,
): C {
  const Part = lazy(async () => ({
    default: (await watchLoading(load)) as unknown as ComponentType<object>,
  }))
  const part: (props: never) => ReactNode = (props: object) => {
    return (
      <PartBoundary instead={<p role="alert">Эта часть не загрузилась. Обновите страницу.</p>}>
        <Suspense fallback={placeholder ?? <Waiting />}>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
  // Generic over its row where the part is generic.
  return part as C
}
