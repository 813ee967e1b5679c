import type { MachineReadable } from '#contract/requisites/mrz/mrz.ts'
import { CallError } from '#web/state/call-error.ts'
import type { ScannedRecord } from './scanned-page.ts'

export type ScannerTab = 'document' | 'code' | 'passport'

/** What became of pages that were handed over: those that are not stored, and why the first of them is not. */
export interface HandedPages {
  readonly unstored: readonly Blob[]
  readonly problem?: string | undefined
}

/** Pages that a failed call did not store; other errors are thrown on. */
export function pagesWithoutPlace(unstored: readonly Blob[], error: unknown): HandedPages {
  if (!(error instanceof CallError)) throw error
  return { unstored, problem: error.explanation }
}

/** Stores pages in their order; what is not stored stays in the scanner. */
export type StorePages = (pages: File[]) => Promise<HandedPages>

/** What the scanner is opened for. */
export interface ScannerWish {
  /** The first is shown; others are there for who wants them. */
  readonly tabs: readonly ScannerTab[]
  /** Whose pages are scanned: a telephone that joins is told of it. */
  readonly record?: ScannedRecord | undefined
  /** Takes the pages of documents; without it there is no such tab. */
  readonly store?: StorePages
}

/** What was scanned: one of them. */
export interface ScanResult {
  readonly code?: string
  readonly passport?: MachineReadable
}
