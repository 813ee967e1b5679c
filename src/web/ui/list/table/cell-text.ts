import { isValidElement, type ReactNode } from 'react'
import { StatusBadge } from '../../feedback/status-badge.tsx'
import { statusAppearance, type StatusKind } from '../../feedback/status.ts'
import type { Column } from '../list-types.ts'

/** Content of a cell. */
export function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : column.text(row) || '—'
}

/** A cell in words, for copying. */
export function textOf<Row>(column: Column<Row>, row: Row): string {
  return column.text?.(row) ?? cellText(column.cell?.(row))
}

interface ShownCell {
  kind?: StatusKind
  status?: string
  label?: string
  children?: ReactNode
}

/** What a cell shows, in words: a badge gives its label. Other components are not inspected: their columns have a text. */
function cellText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return (node as ReactNode[]).map(cellText).filter(Boolean).join(', ')
  if (!isValidElement<ShownCell>(node)) return ''
  const { kind, status, label, children } = node.props
  if (node.type === StatusBadge && kind && status) return statusAppearance(kind, status).label
  return label ?? cellText(children)
}
