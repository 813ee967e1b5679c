import type { CallSpec } from '#contract/core/call.ts'
import type { Admission } from '#http/register.ts'
import { refuse } from '#http/refusal.ts'
import { openGate, type Gate } from './gate.ts'

export interface Gates extends Admission {
  /** True when an ordinary call would be refused now: `/readyz` tells it. */
  isRefusing(): boolean
  readonly gates: Readonly<Record<'ordinary' | 'devices' | 'strangers', Pick<Gate, 'load'>>>
}

// Admitted requests wait for connections of the pool: twice as many keep it busy and the turns of the event loop short.
const PER_CONNECTION = 2
// Shares of the longest wait in a burst: when a queue counts as standing, and how long a request waits in it then.
const STANDING = 1.25
const STANDING_WAIT = 0.125
// Calls that wait for devices do no work meanwhile.
const DEVICE_CALLS = 128
// Strangers wait for password hashes, and take no place of those who are signed in.
const STRANGERS = 52
const DEVICE_PATH = /^\/api\/v1\/(weight|carnumber|camera|device)\//

/** The gates of one process: ordinary work, calls to devices, and callers who have not signed in. */
export function openGates(poolSize: number, burstWaitMs: number): Gates {
  const patience = {
    burstWaitMs,
    standingMs: burstWaitMs * STANDING,
    standingWaitMs: burstWaitMs * STANDING_WAIT,
  }
  const ordinary = openGate({ atWork: PER_CONNECTION * poolSize, ...patience })
  const devices = openGate({ atWork: DEVICE_CALLS, ...patience })
  const strangers = openGate({ atWork: STRANGERS, ...patience })
  const gateOf = (call: CallSpec): Gate | undefined => {
    // Streams have their own bounds and are idle most of the time; uploads have their own slots.
    if (call.result === 'stream' || typeof call.body === 'string') return undefined
    if (call.access === 'all') return strangers
    return DEVICE_PATH.test(call.path) ? devices : ordinary
  }
  return {
    enter: async (call) => (await gateOf(call)?.enter()) ?? (() => undefined),
    refuseIfFull(call) {
      if (gateOf(call)?.isRefusing()) refuse('common.overloaded')
    },
    isRefusing: () => ordinary.isRefusing(),
    gates: { ordinary, devices, strangers },
  }
}
