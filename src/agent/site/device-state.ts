import type { DeviceState } from '#contract/device/agent-link.ts'

export interface DeviceStateKeeper {
  readonly now: DeviceState
  set(status: DeviceState['status'], detail?: string): void
}

/** Remembers whether one device works and publishes only changes; it is offline until it answers. */
export function deviceState(
  device_id: string,
  tell: (state: DeviceState) => void,
): DeviceStateKeeper {
  let now: DeviceState = { device_id, status: 'offline', detail: '' }
  return {
    get now() {
      return now
    },
    set(status, detail = '') {
      if (now.status === status && now.detail === detail) return
      now = { device_id, status, detail }
      tell(now)
    },
  }
}
