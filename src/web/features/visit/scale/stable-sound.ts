import { useEffect } from 'react'
import { beep } from '#web/ui/feedback/beep.ts'
import { useLiveWeight } from './live-weight.ts'

/** A short tone when a load that can be recorded has settled; silent while the browser allows no sound yet. */
export function useStableSound(on: boolean) {
  useEffect(() => {
    if (!on) return undefined
    let told: string | null = null
    return useLiveWeight.subscribe(({ reading }) => {
      const settled = reading?.stable && reading.episode_id && reading.blockers.length === 0
      if (!settled || reading.episode_id === told) return
      told = reading.episode_id
      void beep()
    })
  }, [on])
}
