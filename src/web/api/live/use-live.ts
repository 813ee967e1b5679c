import { useEffect } from 'react'
import { useStore, userId } from '../../state/store.ts'

/** One stream for each tab: open screens show other users' changes without a reload. */
export function useLive() {
  const user = useStore(userId)
  useEffect(() => {
    if (user === '0') return undefined
    const end = new AbortController()
    void followLater(performance.now(), end.signal)
    return () => end.abort()
  }, [user])
}

/** The first render does not need the stream. */
async function followLater(begun: number, signal: AbortSignal) {
  const { follow } = await import('./live.ts')
  await follow(begun, signal)
}
