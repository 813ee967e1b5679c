export type EpisodeState = 'empty' | 'loading' | 'settled' | 'captured' | 'leaving' | 'not_zero'

/** Limits of one scale, grams (domain.md 2.1). */
export interface EpisodeLimits {
  min_g: number
  max_g: number
  e_g: number
  zero_band_g: number
  presence_g: number
}

/** `weight_g` null = overload (a load) or underload (`overload` false); `at` monotonic milliseconds. */
export interface EpisodeStep {
  weight_g: number | null
  overload: boolean
  stable: boolean
  at: number
}

/** What survives a restart of the agent, so that a load on the scale continues its episode. */
export interface EpisodeMemory {
  episode_id: string | null
  captured: boolean
}

// devices.md 4.1.
const ZERO_MS = 1000
const PRESENCE_MS = 500
const NOT_ZERO_MS = 10_000
/** A load that differs by more after the line was cut is another one, scale divisions. */
const JUMP_DIVISIONS = 10

interface Machine extends EpisodeMemory {
  state: EpisodeState
  settledAt_g: number
  /** The last stable weight of this load. */
  stable_g: number | null
  /** The line was cut, and no stable weight has come since. */
  cut: boolean
  /** Since when the condition holds without a break; null = it does not. */
  presentSince: number | null
  zeroSince: number | null
  leavingSince: number | null
}

/** The machine of devices.md 4.1: one capture an episode, a new id only after the zero band. */
export function episodeMachine(
  limits: EpisodeLimits,
  newId: () => string,
  memory: EpisodeMemory = { episode_id: null, captured: false },
) {
  const machine: Machine = {
    ...memory,
    state: memory.episode_id === null ? 'empty' : 'leaving',
    settledAt_g: 0,
    stable_g: null,
    cut: false,
    presentSince: null,
    zeroSince: null,
    leavingSince: null,
  }
  return {
    step(now: EpisodeStep): EpisodeState {
      const present = now.overload || (now.weight_g !== null && now.weight_g >= limits.presence_g)
      const nearZero = now.weight_g !== null && Math.abs(now.weight_g) <= limits.zero_band_g
      machine.presentSince = present ? (machine.presentSince ?? now.at) : null
      machine.zeroSince = nearZero ? (machine.zeroSince ?? now.at) : null
      if (present && now.stable) closeAfterJump(machine, now.weight_g, limits)
      if (machine.episode_id === null) wait(machine, now, newId)
      else if (present) stay(machine, now, limits)
      else leave(machine, now)
      return machine.state
    },
    /** The server stored a weighing of this episode. */
    markCaptured(id: string | null): void {
      if (id === null || id !== machine.episode_id) return
      machine.captured = true
      if (machine.state === 'loading' || machine.state === 'settled') machine.state = 'captured'
    },
    /** No frames: what lasted no longer lasts. */
    interrupt(): void {
      machine.cut = machine.episode_id !== null
      machine.presentSince = null
      machine.zeroSince = null
      machine.leavingSince = null
    },
    get state() {
      return machine.state
    },
    get memory(): EpisodeMemory {
      return { episode_id: machine.episode_id, captured: machine.captured }
    },
  }
}

/** Between loads: what stays beside zero, or below it after something was zeroed and taken away, would be in the next weighing. */
function wait(machine: Machine, now: EpisodeStep, newId: () => string): void {
  if (machine.presentSince !== null) {
    if (now.at - machine.presentSince >= PRESENCE_MS) arrive(machine, newId)
    return
  }
  if (machine.zeroSince !== null) {
    machine.leavingSince = null
    if (now.at - machine.zeroSince >= ZERO_MS) machine.state = 'empty'
    return
  }
  machine.leavingSince ??= now.at
  if (now.at - machine.leavingSince >= NOT_ZERO_MS) machine.state = 'not_zero'
}

function arrive(machine: Machine, newId: () => string): void {
  machine.episode_id = newId()
  machine.captured = false
  machine.state = 'loading'
  machine.leavingSince = null
}

/** Nobody saw what drove off and what drove on while the line was cut: another stable weight is another load (devices.md 4.1). */
function closeAfterJump(machine: Machine, weight_g: number | null, limits: EpisodeLimits): void {
  if (weight_g === null) return
  const isOther =
    machine.stable_g !== null && Math.abs(weight_g - machine.stable_g) > JUMP_DIVISIONS * limits.e_g
  if (machine.cut && isOther) {
    empty(machine)
    // One sample without a load ends the one before, and its record.
    machine.presentSince = null
  }
  machine.cut = false
  machine.stable_g = weight_g
}

function empty(machine: Machine): void {
  machine.state = 'empty'
  machine.episode_id = null
  machine.captured = false
  machine.leavingSince = null
  machine.stable_g = null
  machine.cut = false
}

function stay(machine: Machine, now: EpisodeStep, limits: EpisodeLimits): void {
  machine.leavingSince = null
  if (machine.captured) {
    machine.state = 'captured'
    return
  }
  const { weight_g } = now
  const still =
    machine.state === 'settled' &&
    weight_g !== null &&
    Math.abs(weight_g - machine.settledAt_g) <= limits.e_g
  if (still) return
  machine.state = 'loading'
  if (weight_g === null || !now.stable) return
  if (weight_g < limits.min_g || weight_g > limits.max_g) return
  machine.state = 'settled'
  machine.settledAt_g = weight_g
}

function leave(machine: Machine, now: EpisodeStep): void {
  if (machine.zeroSince !== null && now.at - machine.zeroSince >= ZERO_MS) {
    empty(machine)
    return
  }
  machine.leavingSince ??= now.at
  const long = machine.zeroSince === null && now.at - machine.leavingSince >= NOT_ZERO_MS
  machine.state = long ? 'not_zero' : 'leaving'
}
