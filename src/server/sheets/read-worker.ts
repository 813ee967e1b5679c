import { parentPort, workerData } from 'node:worker_threads'
import { readTable, type SheetBounds } from './read-table.ts'

/** The thread of `readXlsx`: one file, one answer. */
const { bytes, bounds } = workerData as { bytes: Uint8Array; bounds: SheetBounds }
parentPort!.postMessage(readTable(bytes, bounds), [])
