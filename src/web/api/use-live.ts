import { useEffect } from 'react'
import { useStore, userId } from '../state/store.ts'

/** One stream a tab: what others change, open screens read again without a reload. */
export function useLive() {
  const user = useStore(userId)
  useEffect(() => {
    if (user === '0') return undefined
    const end = new AbortController()
    void followLater(performance.now(), end.signal)
    return () => end.abort()
  }, [user])
}

/** Nothing on the first picture needs the stream. */
async function followLater(begun: number, signal: AbortSignal) {
  const { follow } = await import('./live.ts')
  await follow(begun, signal)
}
