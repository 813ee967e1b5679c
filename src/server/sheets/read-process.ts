import { serveReader } from '../unpack/serve-reader.ts'
import { readTable, type SheetBounds } from './read-table.ts'

/** The process of `readXlsx`: one file, one answer. */
serveReader(({ bytes, bounds }: { bytes: Uint8Array; bounds: SheetBounds }) =>
  readTable(bytes, bounds),
)
