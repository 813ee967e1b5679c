import type { DeviceState } from '#contract/device/agent-link.ts'
import { Refusal } from '#http/refusal.ts'
import { deviceState } from '../site/device-state.ts'
import type { Camera } from './snapshot.ts'

/** A camera without requests for this long is tested by the agent itself (domain.md 3.17). */
const CHECK_MS = 10_000

export interface WatchedCamera extends Camera {
  readonly state: DeviceState
  stop(): Promise<void> | void
}

/** A camera together with whether it answers; the first picture is taken at once. */
export function watchCamera(
  deviceId: string,
  camera: Camera,
  tell: (state: DeviceState) => void,
  stop?: () => Promise<void>,
): WatchedCamera {
  const state = deviceState(deviceId, tell)
  let askedAt = -Infinity

  async function photo() {
    askedAt = performance.now()
    try {
      const taken = await camera.photo()
      state.set('online')
      return taken
    } catch (error) {
      state.set('offline', error instanceof Refusal ? error.message : 'Камера не отвечает')
      throw error
    }
  }

  function check(): void {
    // Its state already tells of the failure.
    if (performance.now() - askedAt >= CHECK_MS) photo().catch(() => {})
  }

  check()
  const timer = setInterval(check, CHECK_MS)
  return {
    photo,
    get state() {
      return state.now
    },
    stop() {
      clearInterval(timer)
      return stop?.()
    },
  }
}
