import type { TableColumn } from './blocks.ts'

interface HeadGroup {
  readonly group: string | undefined
  readonly titles: string[]
}

/** Columns in the order of their heads: those of one group together, each other by itself. */
export function headGroups(columns: readonly TableColumn[]): HeadGroup[] {
  const groups: HeadGroup[] = []
  for (const { group, title } of columns) {
    const last = groups.at(-1)
    if (group !== undefined && last?.group === group) last.titles.push(title)
    else groups.push({ group, titles: [title] })
  }
  return groups
}
