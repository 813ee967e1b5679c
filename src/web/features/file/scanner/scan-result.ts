import type { MachineReadable } from '#contract/requisites/mrz/mrz.ts'
import type { ScannedRecord } from './scanned-page.ts'

export type ScannerTab = 'document' | 'code' | 'passport'

/** What the scanner is opened for. */
export interface ScannerWish {
  /** The first is shown; others are there for who wants them. */
  readonly tabs: readonly ScannerTab[]
  /** Whose pages are scanned: a telephone that joins is told of it. */
  readonly record?: ScannedRecord | undefined
}

/** What was scanned: one of them. */
export interface ScanResult {
  readonly pages?: File[]
  readonly code?: string
  readonly passport?: MachineReadable
}
