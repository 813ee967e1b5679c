import { useEffect, useRef } from 'react'
import type { PlateReading } from '#contract/reading.ts'
import { useLiveWeight } from './live-weight.ts'

/** Runs at the beginning of every load; what it starts is stopped by the next one. */
export function useNewLoad(
  begin: () => void,
  look: (signal: AbortSignal) => AsyncGenerator<PlateReading>,
  see: (plate: PlateReading) => void,
) {
  const latest = useRef({ begin, look, see })
  useEffect(() => {
    latest.current = { begin, look, see }
  })
  useEffect(() => {
    let known: string | null = null
    let stop = new AbortController()
    const hear = (episode: string | null | undefined) => {
      if (!episode || episode === known) return
      stop.abort()
      stop = new AbortController()
      if (known !== null) latest.current.begin()
      known = episode
      void eachOf(latest.current.look(stop.signal), (plate) => latest.current.see(plate))
    }
    hear(useLiveWeight.getState().reading?.episode_id)
    const leave = useLiveWeight.subscribe(({ reading }) => hear(reading?.episode_id))
    return () => {
      leave()
      stop.abort()
    }
  }, [])
}

// Outside the hook: the compiler of React does not take such a loop.
async function eachOf<T>(all: AsyncIterable<T>, take: (one: T) => void) {
  for await (const one of all) take(one)
}

/** The same id for every try of one capture: a repeat after a lost answer makes no second record. */
export function useLoadId(): (of: string) => string {
  const kept = useRef({ of: '', id: '' })
  return (of) => {
    if (kept.current.of !== of) kept.current = { of, id: crypto.randomUUID() }
    return kept.current.id
  }
}
