import assert from 'node:assert/strict'
import type { Display } from '#simulators/yard/scale/indicator.ts'
import {
  menuOf,
  openProtocol,
  yardFormats,
  type FormatName,
} from '#simulators/yard/scale/formats.ts'
import type { YardFormat } from '#simulators/yard/scale/yard-format.ts'
import { openDriver } from '#agent/scales/frames/open-driver.ts'
import type { ScaleDriver } from '#agent/scales/frames/scale-driver.ts'
import { choiceOf } from './scale-vectors.ts'

/** A format of the yard with the driver that the agent reads it with. */
export interface WireFormat extends YardFormat {
  name: FormatName
  driver: string
  settings: Readonly<Record<string, unknown>>
}

/** Every format as the yard speaks it and the agent reads it. */
export const wireFormats: WireFormat[] = Object.entries(yardFormats).map(([name, format]) => ({
  ...format,
  ...format.setUp,
  name,
}))

/** The settings of a scale whose display has so many decimals. */
export function settingsOf(
  { settings, setsDecimals }: Pick<WireFormat, 'settings' | 'setsDecimals'>,
  decimals: number,
): Readonly<Record<string, unknown>> {
  return { ...settings, ...(setsDecimals && { decimals }) }
}

export function driverOf(
  format: Pick<WireFormat, 'driver' | 'settings' | 'setsDecimals'>,
  decimals: number,
): ScaleDriver {
  return openDriver(choiceOf(format.driver, settingsOf(format, decimals)))
}

/** The bytes that an indicator of the yard sends for one display: by itself or as the answer to a question. */
export function frameOf(
  { name }: WireFormat,
  display: Display,
  decimals: number,
  question?: Uint8Array,
): Uint8Array {
  const port = { display: () => display, zero: () => true }
  const session = openProtocol(menuOf(name, decimals), port)
  if (session.stream) return session.stream()
  return session.receive(question!)[0]!
}

/** What answers a question that is asked beside the weight: a tare, or that the indicator is ready. */
export function isSideAnswer(format: WireFormat, answer: Uint8Array): boolean {
  const probe = driverOf(format, 0)
  probe.poll!()
  probe.feed(answer)
  return probe.asksAgain?.() ?? false
}

/** The bytes with the weight; of an indicator that is asked, the answer to the driver's own question. */
export function weightFrame(
  format: WireFormat,
  driver: ScaleDriver,
  display: Display,
  decimals: number,
): Uint8Array {
  if (driver.mode === 'stream') return frameOf(format, display, decimals)
  for (let asked = 0; ; asked++) {
    const answer = frameOf(format, display, decimals, driver.poll!(10 * asked))
    if (!isSideAnswer(format, answer)) return answer
    driver.feed(answer)
    assert.ok(asked < 4, 'the weight is never asked for')
  }
}
