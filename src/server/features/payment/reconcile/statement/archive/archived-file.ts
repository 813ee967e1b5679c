import type { RefusalCode } from '#contract/core/refusals.ts'

export interface UnpackQuestion {
  readonly path: string
  /** Beyond it a file of the archive is named and not written. */
  readonly maxFile: number
}

/** A file of an archive, written beside it; `path` null = larger than a file that is uploaded alone. */
export interface ArchivedFile {
  readonly name: string
  readonly path: string | null
}

/** The files, or the refusal in parts, for an error loses its kind on the way. */
export type UnpackOutcome =
  | { readonly files: readonly ArchivedFile[] }
  | { readonly code: RefusalCode; readonly message: string }

/** As many files as one upload may have. */
export const MOST_ARCHIVED = 20

export const archivedPath = (path: string, place: number) => `${path}.${place}`
