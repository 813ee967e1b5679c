import { Box, ChevronRight, Folder, FolderOpen } from 'lucide-react'
import { useEffect, useRef, type PointerEvent } from 'react'
import { itemFields } from '#contract/price/product-record.ts'
import { percent } from '#web/ui/format.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Line } from './catalogue-lines.ts'
import type { Drag } from './use-tree-drag.ts'
import styles from './product-tree.module.css'

interface TreeRowProps {
  line: Line
  id: string
  active: boolean
  carried: boolean
  /** The node that would be dropped here. */
  drop: Drag | undefined
  renaming: boolean
  press: (event: PointerEvent) => void
  toggle: () => void
  startRename: (() => void) | undefined
  /** Undefined = cancelled. */
  endRename: (name: string | undefined) => void
}

export function TreeRow(props: TreeRowProps) {
  const { line, active, carried, drop, renaming } = props
  const { node, open } = line
  const item = node.kind === 'item'
  return (
    <div
      id={props.id}
      role="treeitem"
      aria-level={node.depth}
      aria-posinset={line.place}
      aria-setsize={line.siblings}
      aria-selected={active}
      {...(open !== undefined && { 'aria-expanded': open })}
      className={styles['row']}
      data-depth={node.depth}
      data-group={!item || undefined}
      data-active={active || undefined}
      data-carried={carried || undefined}
      data-archived={node.status === 'archived' || undefined}
      data-drop={drop?.zone}
      data-bad={drop && (!drop.verdict || 'refusal' in drop.verdict) ? true : undefined}
      onPointerDown={renaming ? undefined : props.press}
      onDoubleClick={open === undefined ? props.startRename : props.toggle}
    >
      <span className={styles['name']}>
        <span
          className={styles['chevron']}
          data-open={open || undefined}
          data-none={open === undefined || undefined}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={props.toggle}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <ChevronRight size={16} aria-hidden />
        </span>
        <KindIcon group={!item} open={open ?? false} />
        {renaming ? (
          <NameInput name={node.name} end={props.endRename} />
        ) : (
          <span className={styles['text']} title={node.name}>
            {node.name}
          </span>
        )}
        {node.status === 'archived' && <StatusBadge kind="product" status="archived" />}
      </span>
      <span className={styles['code']}>{node.code}</span>
      <span>{item && itemFields.display_unit.titles[node.display_unit]}</span>
      <span className={styles['end']}>{item && percent(node.default_zasor_bp)}</span>
    </div>
  )
}

function KindIcon({ group, open }: { group: boolean; open: boolean }) {
  const Icon = group ? (open ? FolderOpen : Folder) : Box
  return <Icon size={15} aria-hidden className={styles['icon']} />
}

/** Enter and leaving the field save the name, Esc cancels; an empty text is not accepted as a name. */
function NameInput({ name, end }: { name: string; end: (name: string | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const finish = (takesName: boolean) => {
    if (ended.current) return
    ended.current = true
    end(takesName ? input.current?.value.trim() || undefined : undefined)
  }
  return (
    <input
      ref={input}
      className={styles['rename']}
      aria-label="Новое название"
      maxLength={200}
      defaultValue={name}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.code === 'Enter' || event.code === 'NumpadEnter') finish(true)
        if (event.code === 'Escape') finish(false)
      }}
      onBlur={() => finish(true)}
    />
  )
}
