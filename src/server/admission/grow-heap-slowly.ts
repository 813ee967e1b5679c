import { setFlagsFromString } from 'node:v8'

/**
 * A report of 200,000 rows leaves garbage behind it and little that stays. Left to itself, V8 lets such a heap grow to several
 * times what is in use and seldom gives it back: the server had 520 MB after a round of reports over 100,000 acts and has 340 with
 * this alone. A bound of the heap would do it too, and end the server when what is in use reaches it.
 */
export function growHeapSlowly(): void {
  setFlagsFromString('--heap-growing-percent=30')
}
