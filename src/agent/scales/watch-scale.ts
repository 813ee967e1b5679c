import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentRules, DeviceState } from '#contract/device/agent-link.ts'
import type { Reading } from '#contract/device/reading.ts'
import { formatKg } from '#contract/core/input-text.ts'
import type { TerminalFrame } from '#contract/device/scale-terminal.ts'
import { refuse } from '#http/refusal.ts'
import type { Clock } from '../clock.ts'
import { deviceState } from '../site/device-state.ts'
import { composeReading } from './compose-reading.ts'
import { episodeMachine, type EpisodeMemory } from './loads/episode.ts'
import { grossOf } from './gross-weight.ts'
import { lineTerminal } from './line-terminal.ts'
import { runScale } from './run-scale.ts'
import type { ScaleDriver, ScaleEvent, Transport } from './frames/scale-driver.ts'
import type { ScaleMemory } from './scale-memory.ts'
import { steadyWeight } from './settling/steady-weight.ts'
import type { ScaleDevice } from './scale-device.ts'
import type { Signer } from './sign-reading.ts'

type Sample = Extract<ScaleEvent, { kind: 'sample' }>

export interface ScaleHooks {
  reading(reading: Reading): void
  state(state: DeviceState): void
  /** The first settled weight of an episode: the moment to look at the plate. */
  settled(episodeId: string): void
  /** A new episode began. */
  arrived(episodeId: string): void
  /** The server has a weighing of the load. */
  captured(episodeId: string): void
  /** The scale passed zero. */
  emptied(): void
  /** What the empty scale shows where zero should stand: something stayed on it, or it is being zeroed. */
  zeroPoint(weight_g: number): void
}

export interface ScaleSetup {
  device: ScaleDevice
  driver: ScaleDriver
  open(signal: AbortSignal): Promise<Transport>
  period_ms: number
  rules: AgentRules
  clock: Clock
  /** The agent, which vouches for each reading. */
  signer: Signer
  memory: ScaleMemory
  /** The load on the scale when the agent stopped, according to its outbox. */
  load: EpisodeMemory | undefined
  newEpisodeId(): string
}

/** Whether there is a load on the scale, and whether the server has its weighing. */
export interface Standing {
  present: boolean
  captured: boolean
}

export interface WatchedScale {
  readonly state: DeviceState
  quality(): { bad_frames_hour: number; frames_per_second: number }
  /** The newest reading; undefined while the scale is silent. */
  latest(): Reading | undefined
  /** Undefined while the scale is silent. */
  standing(): Standing | undefined
  captured(episodeId: string | null): void
  /** Refuses while a load is on the scale, is moving, or the indicator does not obey within a second. */
  zero(): Promise<void>
  /** Traffic after piece number `n`, oldest first, one page of it. */
  terminal(n: number): TerminalFrame[]
  stop(): Promise<void>
}

// devices.md 3.2, rule 5.
const BAD_IN_A_ROW = 10
const NONSENSE = 'Весы передают непонятные данные'
const SENTENCES = {
  'no-line': 'Весы не отвечают',
  'no-answer': 'Весы не отвечают',
  nonsense: `${NONSENSE}: проверьте протокол и скорость`,
  late: 'Весы отвечают с опозданием: проверьте сеть до весов',
  unit: 'Индикатор показывает не килограммы',
  'other-unit': 'На индикаторе не та единица, что задана в настройках весов',
  step: 'Деление весов меньше 1 г',
  net: 'Индикатор в режиме нетто: сбросьте тару на индикаторе',
}

/** One scale from its bytes to signed readings: driver, stability detector, episode and the rules of devices.md 4.2. */
export function watchScale(setup: ScaleSetup, hooks: ScaleHooks): WatchedScale {
  const { device, clock, memory, rules, driver, signer } = setup
  const { device_id } = device
  const steady = steadyWeight({ ...rules, ...device }, driver.mode)
  const episode = episodeMachine(device, setup.newEpisodeId, setup.load)
  const follow = episodeFollower(episode, hooks)
  const state = deviceState(device_id, (now) => hooks.state(now))
  const terminal = lineTerminal(clock.wall)
  let last: Reading | undefined
  const line = lineQuality()

  function event(read: ScaleEvent, at: number): void {
    if (read.kind === 'busy') return
    const badInARow = line.take(read.kind === 'bad')
    if (read.kind === 'bad') {
      const complaint = complaintOf(read, badInARow)
      return complaint ? offline(complaint) : steady.noteBadFrame()
    }
    const gross = grossOf(read)
    if (gross === 'untold') return offline(read.hint ?? SENTENCES.net)
    accept(read, gross, at)
  }

  function accept(sample: Sample, weight_g: number | null, at: number): void {
    const { overload, underload, raw, unsure, alibi } = sample
    const verdict = steady.assess({ grams: weight_g, stable: sample.stable, at }, unsure)
    if ('refusal' in verdict) return offline(verdict.refusal)
    const { stable, doubt } = verdict
    episode.step({ weight_g, overload, stable, at })
    const seq = memory.nextSeq(device_id)
    const now = { weight_g, stable, overload, underload, episode: episode.memory, seq, raw, alibi }
    last = composeReading(device, signer, clock, now)
    hooks.reading(last)
    follow()
    const isLeft = episode.state === 'not_zero'
    // Without a load the recorder itself notes what stays beside zero.
    if (isLeft && episode.memory.episode_id !== null && weight_g !== null && stable)
      hooks.zeroPoint(weight_g)
    state.set('online', isLeft ? notZero(state.now.detail, weight_g) : doubt)
  }

  function offline(detail: string): void {
    steady.restart()
    episode.interrupt()
    last = undefined
    state.set('offline', detail)
  }

  const running = runScale(driver, setup.open, setup, {
    event,
    connected: steady.restart,
    traffic: terminal.note,
    silent: (cause) => offline((cause === 'no-answer' && steady.whySilent()) || SENTENCES[cause]),
  })
  return {
    get state() {
      return state.now
    },
    quality: line.tell,
    latest: () => last,
    standing: () => last && standingOf(last, episode.memory.captured, device.presence_g),
    captured(episodeId) {
      episode.markCaptured(episodeId)
      if (episodeId !== null) hooks.captured(episodeId)
    },
    zero: () => zeroNow(setup, hooks, () => last, running.send),
    terminal: terminal.after,
    stop: () => running.stop(),
  }
}

const MINUTES = 60
const MINUTE_MS = 60_000
const RATE_MS = 10_000

/** How good a scale's line is, by real monotonic milliseconds: bad frames of the last hour by the minute, frames a second. */
export function lineQuality(now: () => number = () => performance.now()) {
  const minutes = new Map<number, number>()
  const minute = () => Math.floor(now() / MINUTE_MS)
  let recent: number[] = []
  let inARow = 0
  return {
    /** The number of bad frames in a row, this one included. */
    take(isBad: boolean): number {
      inARow = isBad ? inARow + 1 : 0
      const key = minute()
      if (isBad) minutes.set(key, (minutes.get(key) ?? 0) + 1)
      recent.push(now())
      const since = now() - RATE_MS
      while (recent[0]! < since) recent.shift()
      return inARow
    },
    tell() {
      const oldest = minute() - MINUTES
      for (const key of minutes.keys()) if (key <= oldest) minutes.delete(key)
      const since = now() - RATE_MS
      recent = recent.filter((at) => at >= since)
      return {
        bad_frames_hour: [...minutes.values()].reduce((sum, n) => sum + n, 0),
        frames_per_second: Math.round(recent.length / (RATE_MS / 1000)),
      }
    },
  }
}

async function zeroNow(
  { device, driver }: ScaleSetup,
  hooks: ScaleHooks,
  latest: () => Reading | undefined,
  send: (command: Uint8Array) => true,
): Promise<void> {
  const before = latest()?.weight_g
  await zeroScale(device, latest, () => driver.zero !== undefined && send(driver.zero()))
  hooks.zeroPoint(before!)
}

/** The whole call must stay under a second (devices.md 2.4). */
const WAIT_MS = 900
const POLL_MS = 20

/** Sends the indicator's zero command and waits until it shows; only an empty, still scale is zeroed. */
async function zeroScale(
  limits: { presence_g: number; d_g: number },
  latest: () => Reading | undefined,
  send: () => boolean,
): Promise<void> {
  const before = latest()
  if (!before) refuse('device.offline', { message: 'Весы не отвечают' })
  if (before.weight_g === null || before.weight_g >= limits.presence_g)
    refuse('common.bad-transition', { message: 'На весах груз: обнулить можно только пустые весы' })
  if (!before.stable) refuse('weighing.unstable')
  if (!send()) refuseCommand()
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    await sleep(POLL_MS)
    const shown = latest()
    // The sample right after may answer a question that was asked before the command.
    if (!shown || shown.seq <= before.seq + 1 || shown.weight_g === null) continue
    if (Math.abs(shown.weight_g) <= limits.d_g) return
  }
  refuseCommand()
}

function refuseCommand(): never {
  refuse('device.offline', { message: 'Индикатор не принимает команду нуля' })
}

function standingOf(last: Reading, captured: boolean, presence_g: number): Standing {
  const heavy = last.overload || (last.weight_g ?? 0) >= presence_g
  return { present: heavy || last.episode_id !== null, captured }
}

/** Publishes each transition of the episode once: a load came, became stable, left. */
function episodeFollower(
  episode: ReturnType<typeof episodeMachine>,
  hooks: ScaleHooks,
): () => void {
  let before = episode.memory.episode_id
  let settled: string | null = null
  return () => {
    const { episode_id } = episode.memory
    if (episode_id !== before) {
      before = episode_id
      if (episode_id === null) hooks.emptied()
      else hooks.arrived(episode_id)
    }
    if (episode.state !== 'settled' || settled === episode_id) return
    settled = episode_id
    hooks.settled(episode_id!)
  }
}

/** The sentence that takes the scale off line, or undefined while its frames can still be believed. */
function complaintOf(read: Extract<ScaleEvent, { kind: 'bad' }>, badInARow: number) {
  const { reason } = read
  if (reason === 'unit' || reason === 'other-unit' || reason === 'step') return SENTENCES[reason]
  if (badInARow < BAD_IN_A_ROW) return undefined
  return read.hint ? `${NONSENSE}: ${read.hint}` : SENTENCES.nonsense
}

const NOT_ZERO = 'Весы не вернулись к нулю'

/** The weight is published once: a fluctuating number would fill the link with states. */
function notZero(shown: string, weight_g: number | null): string {
  if (shown.startsWith(NOT_ZERO)) return shown
  return weight_g === null ? NOT_ZERO : `${NOT_ZERO}: ${formatKg(weight_g)} кг`
}
