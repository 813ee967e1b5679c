import { useEffect, useState } from 'react'
import { serverNow } from '#web/ui/server-clock.ts'

/** The server's clock, epoch ms, updated at the given interval. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
