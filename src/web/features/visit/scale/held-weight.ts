/** A figure that is being recorded or just was: it stays on screen although the scale goes on. */
export interface HeldWeight {
  grams: number
  words: string
  state: 'sending' | 'done' | 'queued' | 'failed'
  /** The record of the outbox that waits for its answer. */
  no?: number
}
