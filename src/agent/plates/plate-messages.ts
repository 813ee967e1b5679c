import type { Box, PlateCandidate } from './plate-reader.ts'

export interface PlateJob {
  id: number
  jpeg: Uint8Array
  roi?: Box
}
export type PlateAnswer =
  | { ready: true }
  /** One step of the start or of a frame begins, which is all that a busy machine may have to show for seconds. */
  | { working: true }
  | { id: number; candidates: PlateCandidate[] }
  | { id: number; error: string }

export function answer(message: PlateAnswer): void {
  // An agent that has just ended cannot be notified; `disconnect` follows.
  process.send!(message, () => {})
}

answer({ working: true })
