import type { Entity } from '#contract/core/entities.ts'
import type { FileKind } from '#contract/file/file-entities.ts'
import type { IdempotencyKey } from '../../../idempotency.ts'

/** Bytes that already lie in the store, waiting for the row that makes them a file. */
export interface StoredFile {
  readonly key: string
  readonly mime: string
  readonly size: number
  readonly sha256: Buffer
  readonly width: number | null
  readonly height: number | null
  readonly look: Buffer | null
}

/** Facts of the row about stored bytes. */
export interface FileFacts {
  /** Only for a picture that another program named before it was sent. */
  readonly id?: string
  readonly kind: FileKind
  readonly entity?: Entity | undefined
  readonly entityId?: string | undefined
  readonly params?: FileParams
  readonly stamp?: IdempotencyKey
}

/** Where and when a picture was taken, which text a consent's scan shows, and what the file of a report is called. */
export interface FileParams {
  readonly post?: number | undefined
  readonly camera?: number | undefined
  readonly taken_at?: string | undefined
  readonly text_version?: string | undefined
  readonly title?: string | undefined
  /** A person saved it: where and when it was taken is that person's word. */
  readonly given?: boolean | undefined
}
