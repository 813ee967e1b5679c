import { useEffect, useRef } from 'react'
import type { PlateReading, Reading } from '#contract/device/reading.ts'
import { useLiveWeight } from '../scale/live-weight.ts'

interface LoadWatch {
  onLoad: () => void
  look: (signal: AbortSignal) => AsyncGenerator<PlateReading>
  onPlate: (plate: PlateReading) => void
  /** The scale is empty again. */
  onRemoved: () => void
}

/** Runs at the beginning of every load; what it starts is stopped when the load is gone. */
export function useNewLoad(watch: LoadWatch) {
  const latest = useRef(watch)
  useEffect(() => {
    latest.current = watch
  })
  useEffect(() => {
    let known: string | null = null
    let here: string | null = null
    let stop = new AbortController()
    const hear = (reading: Reading | undefined) => {
      // A silent scale does not show whether it is loaded.
      if (!reading || reading.episode_id === here) return
      here = reading.episode_id
      stop.abort()
      if (!here) return latest.current.onRemoved()
      stop = new AbortController()
      if (known !== null && known !== here) latest.current.onLoad()
      known = here
      void eachOf(latest.current.look(stop.signal), (plate) => latest.current.onPlate(plate))
    }
    hear(useLiveWeight.getState().reading)
    const leave = useLiveWeight.subscribe(({ reading }) => hear(reading))
    return () => {
      leave()
      stop.abort()
    }
  }, [])
}

// Outside the hook: the React compiler does not support such a loop.
async function eachOf<T>(all: AsyncIterable<T>, take: (one: T) => void) {
  for await (const one of all) take(one)
}

/** The same id for every attempt of one capture: a repeat after a lost answer creates no second record. */
export function useLoadId(): (of: string) => string {
  const load = useRef({ of: '', id: '' })
  return (of) => {
    if (load.current.of !== of) load.current = { of, id: crypto.randomUUID() }
    return load.current.id
  }
}
