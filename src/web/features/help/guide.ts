import type { Chapter } from './read-chapter.ts'

const files = import.meta.glob<Chapter>('./chapters/*.md', { eager: true, import: 'default' })

/** All chapters in the order of their files. */
export const chapters: readonly Chapter[] = Object.keys(files)
  .toSorted()
  .map((file) => files[file]!)

export const chapterOf = (id: string): Chapter | undefined =>
  chapters.find((chapter) => chapter.id === id)

/** Chapters under the names of their groups, in order. */
export const groupsOf = (list: readonly Chapter[]): [string, Chapter[]][] => [
  ...Map.groupBy(list, ({ group }) => group),
]
