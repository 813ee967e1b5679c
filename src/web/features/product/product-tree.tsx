import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Product } from '#contract/price/product.ts'
import { quote } from '#contract/words/quote.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { useRowWindow } from '#web/ui/list/table/use-row-window.ts'
import { lineByStart, type Line } from './catalogue-lines.ts'
import type { Place } from './catalogue-moves.ts'
import { treeKeys, type TreeActions } from './tree-keys.ts'
import { TreeRow } from './tree-row.tsx'
import { useTreeDrag, type Drag } from './use-tree-drag.ts'
import styles from './product-tree.module.css'

interface ProductTreeProps {
  nodes: readonly Product[]
  lines: Line[]
  activeId: string | undefined
  mayEdit: boolean
  choose: (id: string) => void
  setOpen: (ids: readonly string[], open: boolean) => void
  move: (id: string, place: Place) => void
  /** Announces that a move is not possible. */
  refuse: (reason: string) => void
  rename: (node: Product, name: string) => void
  remove: (node: Product) => void
  /** Enter goes into the form beside. */
  enter: () => void
}

/** Letters typed within this time belong together, ms. */
const TYPING_MS = 800

/** The catalogue as a tree of one tab stop; rows in view alone are drawn, so thousands of nodes stay quick. */
export function ProductTree(props: ProductTreeProps) {
  const { nodes, lines, activeId, mayEdit, choose, setOpen } = props
  const scroller = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const [focused, setFocused] = useState(false)
  const [renamed, setRenamed] = useState<string>()
  const { first, last, height } = useRowWindow(scroller)
  const active = lines.findIndex(({ node }) => node.id === activeId)
  useInView(scroller, active, height)
  const { drag, start } = useTreeDrag({
    scroller,
    nodes,
    lines,
    open: (id) => setOpen([id], true),
    drop: props.move,
  })
  const actions: TreeActions = { ...props, startRename: setRenamed }
  const keys = treeKeys(actions, active)
  useKeys(focused && mayEdit ? keys.edit : [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey
    const walk = plain ? keys.walk[event.code] : undefined
    const letter = plain && event.key.length === 1 && !/[\s/*]/.test(event.key)
    if (!walk && !letter) return
    if (event.code === 'Slash' || (event.shiftKey && walk)) return
    event.preventDefault()
    if (walk) return walk()
    const late = event.timeStamp - typed.current.at > TYPING_MS
    typed.current = { text: (late ? '' : typed.current.text) + event.key, at: event.timeStamp }
    const found = lineByStart(lines, active, typed.current.text)
    if (found) choose(found.node.id)
  }
  const endRename = (node: Product, name: string | undefined) => {
    setRenamed(undefined)
    scroller.current?.focus({ preventScroll: true })
    if (name !== undefined && name !== node.name) props.rename(node, name)
  }
  const shown = lines[active] && active >= first && active < last
  return (
    <div className={styles['frame']}>
      <div className={styles['head']} aria-hidden>
        <span>Название</span>
        <span>Код</span>
        <span>Ед.</span>
        <span>Засор</span>
      </div>
      <div
        ref={scroller}
        role="tree"
        aria-label="Номенклатура"
        tabIndex={0}
        className={styles['tree']}
        data-drag={drag ? true : undefined}
        data-end={drag && drag.zone === 'after' && !drag.overId ? true : undefined}
        {...(shown && { 'aria-activedescendant': rowId(lines[active]!.node.id) })}
        onFocus={(event) => setFocused(event.target === event.currentTarget)}
        onBlur={() => setFocused(false)}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: first * height }} />
        {lines.slice(first, last).map((line) => (
          <TreeRow
            key={line.node.id}
            line={line}
            id={rowId(line.node.id)}
            active={line.node.id === activeId}
            carried={drag?.id === line.node.id}
            drop={drag?.overId === line.node.id ? drag : undefined}
            renaming={renamed === line.node.id}
            press={(event) => {
              choose(line.node.id)
              if (mayEdit) start(event, line.node.id)
            }}
            toggle={() => setOpen([line.node.id], !line.open)}
            startRename={mayEdit ? () => setRenamed(line.node.id) : undefined}
            endRename={(name) => endRename(line.node, name)}
          />
        ))}
        <div role="presentation" style={{ height: Math.max(0, lines.length - last) * height }} />
      </div>
      {drag && <DragGhost drag={drag} nodes={nodes} />}
    </div>
  )
}

/** The dragged node and what a drop here would do, beside the pointer. */
function DragGhost({ drag, nodes }: { drag: Drag; nodes: readonly Product[] }) {
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
  return parent ? `В группу ${quote(parent.name)}` : 'На верхний уровень'
}

export const rowId = (id: string) => `node-${id}`

/** The active row stays in sight wherever the keys take it; before rows are measured there is nowhere to scroll. */
function useInView(scroller: React.RefObject<HTMLElement | null>, place: number, height: number) {
  useEffect(() => {
    const element = scroller.current
    if (!element || height === 0 || place < 0) return
    const top = place * height
    if (top < element.scrollTop) element.scrollTo({ top })
    else if (top + height > element.scrollTop + element.clientHeight)
      element.scrollTo({ top: top + height - element.clientHeight })
  }, [scroller, place, height])
}
