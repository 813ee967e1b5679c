import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { agentClock } from '#agent/clock.ts'
import { openScaleMemory } from '#agent/scales/scale-memory.ts'
import { openTransport } from '#agent/scales/transports/open-transport.ts'
import type { Signer } from '#agent/scales/sign-reading.ts'
import { watchScale } from '#agent/scales/watch-scale.ts'
import type { ScaleDevice } from '#agent/scales/scale-device.ts'
import { ulidSource } from '#agent/ulid.ts'
import type { DeviceState } from '#contract/device/agent-link.ts'
import type { Reading } from '#contract/device/reading.ts'
import type { ScaleTransport } from '#contract/device/scale-connection.ts'
import { driverOf, type WireFormat } from './scale-formats.ts'

/** An agent of its own for scales that stand in no yard. */
export const TEST_SIGNER: Signer = {
  agent_id: '019f3a52-7c00-7000-8000-0000000000aa',
  key: generateKeyPairSync('ed25519').privateKey,
}

/** A weight that was taken from a scale: the first capturable reading of each load. */
export interface TakenWeight {
  weight_g: number
  episode_id: string
  at: number
}

export interface ScaleLimits {
  max_g: number
  d_g: number
  presence_g: number
  /** Digits after the point, for protocols that do not tell them. */
  decimals: number
}

/** One scale of the agent on a line, taking every load once as an operator would. */
export async function watchLine(
  format: Pick<WireFormat, 'driver' | 'settings' | 'setsDecimals'>,
  transport: ScaleTransport,
  limits: ScaleLimits,
  factor: number,
) {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-line-'))
  const clock = agentClock(factor)
  const memory = await openScaleMemory(path.join(dir, 'scales.json'))
  const { driver, settings } = format
  const { max_g, d_g, presence_g } = limits
  const device: ScaleDevice = {
    device_id: '019f3a52-7c00-7000-8000-000000000001',
    kind: 'scale',
    code: 1,
    post: 1,
    driver,
    connection: {},
    max_g,
    min_g: 20 * d_g,
    d_g,
    e_g: d_g,
    zero_band_g: d_g,
    presence_g,
    agent_key: Buffer.alloc(32, 7).toString('base64url'),
  }
  const taken: TakenWeight[] = []
  const readings: Reading[] = []
  const states: DeviceState[] = []
  const scale = watchScale(
    {
      device,
      driver: driverOf(format, limits.decimals),
      open: (signal) => openTransport(transport, true, signal),
      period_ms: Number(settings['period_ms'] ?? 100),
      rules: {
        stab_frames: 10,
        stab_ms: 2000,
        max_age_ms: 2000,
        min_confidence_bp: 8500,
        on_capture: [],
      },
      clock,
      signer: TEST_SIGNER,
      memory,
      load: undefined,
      newEpisodeId: ulidSource(clock.wall),
    },
    {
      reading(reading) {
        readings.push(reading)
        if (readings.length > 5000) readings.shift()
        const { weight_g, episode_id, blockers } = reading
        if (blockers.length > 0 || weight_g === null || episode_id === null) return
        if (taken.at(-1)?.episode_id === episode_id) return
        taken.push({ weight_g, episode_id, at: performance.now() })
        scale.captured(episode_id)
      },
      state: (state) => void states.push(state),
      arrived: () => {},
      settled: () => {},
      captured: () => {},
      emptied: () => {},
      zeroPoint: () => {},
    },
  )
  return {
    taken,
    readings,
    states,
    scale,
    async stop() {
      await scale.stop()
      await memory.settle()
      await rm(dir, { recursive: true })
    },
  }
}
