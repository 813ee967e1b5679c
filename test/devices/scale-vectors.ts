import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import {
  isScaleDriver,
  scaleConnectionOf,
  scaleDriverNames,
  type ScaleChoice,
  type ScaleDriverName,
} from '#contract/device/scale-connection.ts'
import type { BadReason } from '#agent/scales/frames/scale-driver.ts'

/** One row of `drivers/<code>.json`: bytes of a maker's protocol and what has to be read from them. */
export interface ScaleVector {
  driver: ScaleDriverName
  name: string
  settings: Record<string, unknown>
  hex: string
  /** False for a spelling that a real indicator may choose and those of the yard do not. */
  made_by_yard?: false
  expect: {
    grams?: number | null
    stable?: boolean | null
    overload?: boolean
    underload?: boolean
    negative?: boolean
    net?: boolean
    tare?: number
    gross?: number
    busy?: boolean
    /** Why a whole frame is no weight. */
    bad?: BadReason
    request?: string
    /** A line of another length or with another meaning: nothing of it may be a weight, however often it comes. */
    none?: true
  }
}

/** The vectors beside each driver. */
export const scaleVectors = scaleDriverNames.flatMap((driver) => vectorsOf(driver))

function vectorsOf(driver: ScaleDriverName): ScaleVector[] {
  const file = new URL(`../../src/agent/scales/drivers/${driver}.json`, import.meta.url)
  const rows = JSON.parse(readFileSync(file, 'utf8')) as Omit<ScaleVector, 'driver'>[]
  return rows.map((row) => ({ ...row, driver }))
}

/** The driver and the whole settings of a short form, as the product's own contract completes them. */
export function choiceOf(driver: string, settings: Readonly<Record<string, unknown>>): ScaleChoice {
  const transport = { type: 'tcp', host: '127.0.0.1', port: 1 }
  assert.ok(isScaleDriver(driver), driver)
  const read = scaleConnectionOf(driver).safeParse({ transport, settings })
  assert.ok(read.success, `${driver} ${JSON.stringify(settings)}`)
  return { driver, settings: read.data.settings } as ScaleChoice
}

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
}

/** Pseudo-random numbers below 2^32 by xorshift: the same for the same seed. */
export function randomWords(seed: number): () => number {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e3779b9) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>>= 0)
  }
}

export function noise(length: number, next: () => number): Uint8Array {
  return Uint8Array.from({ length }, () => (next() >>> 11) & 0xff)
}
