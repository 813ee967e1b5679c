import { useContext, useLayoutEffect, useRef } from 'react'
import { KeyDepth, topLayer } from './keys.ts'

/** Whether a text that a hand-held scanner sent is taken. */
type ScanTaker = (text: string) => boolean

const takers: { depth: number; take: ScanTaker }[] = []

/** Takes what a hand-held scanner sends while this part is mounted and no dialog is above it. */
export function useScans(take: ScanTaker): void {
  const depth = useContext(KeyDepth)
  const latest = useRef(take)
  useLayoutEffect(() => {
    latest.current = take
  })
  useLayoutEffect(() => {
    const taker = { depth, take: (text: string) => latest.current(text) }
    takers.push(taker)
    return () => {
      takers.splice(takers.indexOf(taker), 1)
    }
  }, [depth])
}

/** The part that was opened last is asked first. */
export function offerScan(text: string): boolean {
  return takers.toReversed().some(({ depth, take }) => depth === topLayer() && take(text))
}
