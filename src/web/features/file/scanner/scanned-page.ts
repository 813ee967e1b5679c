import type { Quad, Size } from './quad.ts'

/** What the scanner is opened for, where it is a record. */
export interface ScannedRecord {
  readonly entity: 'act' | 'supplier'
  readonly entity_id: string
}

/** A picture of a page with the corners of its sheet, before it is cut out. */
export interface ScannedPage {
  readonly id: number
  readonly name: string
  /** As it was taken, at most `TAKEN_SIDE` pixels long. */
  readonly picture: Blob
  /** With even light and dark ink, where a person asked for it. */
  readonly clean?: Blob | undefined
  readonly size: Size
  readonly quad: Quad
  /** Quarters to the right. */
  readonly turns: number
}
