import type { Product } from '#contract/price/product.ts'
import type { Drag } from './use-tree-drag.ts'
import styles from './product-tree.module.css'

/** The dragged node and what a drop here would do, beside the pointer. */
export function DragGhost({ drag, nodes }: { drag: Drag; nodes: readonly Product[] }) {
  const node = nodes.find(({ id }) => id === drag.id)
  const refusal = drag.verdict && 'refusal' in drag.verdict ? drag.verdict.refusal : undefined
  return (
    <div
      role="status"
      className={styles['ghost']}
      data-bad={refusal !== undefined || undefined}
      style={{ transform: `translate(${drag.x + 14}px, ${drag.y + 12}px)` }}
    >
      <strong>{node?.name}</strong>
      <span>{refusal ?? (drag.verdict ? describeVerdict(drag, nodes) : 'Останется здесь')}</span>
    </div>
  )
}

function describeVerdict({ verdict }: Drag, nodes: readonly Product[]): string {
  if (!verdict || !('place' in verdict)) return ''
  const { parentId } = verdict.place
  const parent = nodes.find(({ id }) => id === parentId)
  return parent ? `В группу «${parent.name}»` : 'На верхний уровень'
}
