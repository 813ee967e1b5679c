import { useRef, useState } from 'react'
import type { Call } from '#contract/core/call.ts'
import type { AllMatching } from '#web/ui/list/list-types.ts'
import type { WantedRows } from './all-rows.ts'

interface GatheredRows<Row> {
  key: string
  rows: Row[]
}

/** Reads all rows of a filter, page by page; another filter forgets them. */
export function useAllMatching<Row>(
  call: Call,
  filter: Record<string, unknown>,
  idOf: (row: Row) => string,
): AllMatching<Row> {
  const { limit: _, offset: __, ...conditions } = filter
  const key = JSON.stringify(conditions)
  const [gathered, setGathered] = useState<GatheredRows<Row>>()
  const [progress, setProgress] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const start = async () => {
    if (running.current) return undefined
    const control = new AbortController()
    running.current = control
    setProgress(0)
    const rows = await loadRows<Row>({
      call,
      conditions,
      idOf,
      signal: control.signal,
      tell: setProgress,
    })
    running.current = undefined
    setProgress(undefined)
    if (rows) setGathered({ key, rows })
    return rows
  }
  return {
    rows: gathered?.key === key ? gathered.rows : undefined,
    progress,
    start,
    stop: () => {
      running.current?.abort()
      setGathered(undefined)
    },
  }
}

async function loadRows<Row>(wanted: WantedRows<Row>): Promise<Row[] | undefined> {
  const { allRows } = await import('./all-rows.ts')
  return allRows(wanted)
}
