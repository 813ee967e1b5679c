import type { ReactNode } from 'react'
import { lazyComponent } from '../../lazy-component.tsx'
import { watchLoading } from '../../state/connection.ts'
import { Waiting } from '../feedback/waiting.tsx'
import { PartBoundary } from './part-boundary.tsx'

/**
 * A part that its screen does not need at first, such as the card beside a list; loaded when first shown. `placeholder` reserves
 * the space of a part that has others around it, so that nothing moves when it arrives.
 */
export function lazyPart<C extends (props: never) => ReactNode>(
  load: () => Promise<C>,
  placeholder: ReactNode = <Waiting />,
): C {
  const Part = lazyComponent(
    async () => (await watchLoading(load)) as unknown as Component,
    placeholder,
  )
  const part: (props: never) => ReactNode = (props: object) => (
    <PartBoundary instead={<p role="alert">Эта часть не загрузилась. Обновите страницу.</p>}>
      <Part {...props} />
    </PartBoundary>
  )
  // Generic over its row where the part is generic.
  return part as C
}

type Component = (props: object) => ReactNode
