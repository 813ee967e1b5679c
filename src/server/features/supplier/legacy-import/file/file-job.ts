import type { OldPage } from '../old-row.ts'

/** The search in a file, prepared for comparison: `words` folded, `digits` bare. */
export type FileQuestion =
  | {
      readonly kind: 'search'
      readonly words: readonly string[]
      readonly digits: string | null
      readonly limit: number
      readonly offset: number
    }
  | { readonly kind: 'ids'; readonly ids: readonly string[] }

/** One reading of a file that answers all questions which waited for it. */
export interface FileJob {
  readonly url: string
  /** What the file calls our columns where it calls them otherwise. */
  readonly columns: Readonly<Record<string, string>>
  readonly questions: readonly FileQuestion[]
}

/** A page for each question in its order, or why there are none; `failed` is a bug of ours. */
export type FileAnswer =
  | { readonly pages: readonly OldPage[] }
  | { readonly unavailable: string }
  | { readonly failed: string }

/** Half a million suppliers of a small company would be its whole town (docs/operations.md). */
export const FILE_BOUNDS = { bytes: 64 * 1024 * 1024, rows: 500_000, columns: 200 }
