import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Display } from '#simulators/yard/scale/indicator.ts'
import {
  FORMAT_NAMES,
  menuOf,
  openProtocol,
  yardFormats,
  type ProtocolChoice,
} from '#simulators/yard/scale/formats.ts'
import { bytesOf, choiceOf, scaleVectors, type ScaleVector } from './scale-vectors.ts'
import { openDriver } from '#agent/scales/frames/open-driver.ts'

test('the encoders of the yard, written apart from the drivers, produce the frames of the fixtures', () => {
  const missed = new Set<string>()
  const expected = scaleVectors.filter((vector) => vector.made_by_yard === false)
  const produced = new Set<string>()
  for (const vector of scaleVectors.filter(({ expect }) => expect.grams !== undefined)) {
    const made = menus(vector).some((choice) => frame(vector, choice) === hexOf(vector))
    if (made) produced.add(formatOf(vector)!)
    else missed.add(titleOf(vector))
  }
  assert.deepEqual([...missed].toSorted(), expected.map(titleOf).toSorted())
  assert.deepEqual(
    FORMAT_NAMES.filter((name) => !produced.has(name)),
    [],
  )
})

/** Vectors of two drivers may share a name. */
const titleOf = ({ driver, name }: ScaleVector) => `${driver}: ${name}`

function menus(vector: ScaleVector): ProtocolChoice[] {
  const name = formatOf(vector)
  if (!name) return []
  const { address } = vector.settings
  return [0, 1, 2, 3].flatMap((decimals) =>
    [
      {},
      { unit: 't' as const },
      { unit: 'g' as const },
      { checksum: false },
      { tells_tare: false },
      ...(typeof address === 'number' ? [{ address }] : []),
    ].map((more) => {
      const choice = menuOf(name, decimals)
      return { ...choice, settings: { ...choice.settings, ...more } }
    }),
  )
}

function frame(vector: ScaleVector, choice: ProtocolChoice) {
  const { driver, settings, expect } = vector
  const out = expect.overload === true || expect.underload === true
  const display: Display = {
    value_g: expect.grams ?? (expect.underload ? -1000 : 0),
    stable: expect.stable ?? true,
    zero: expect.grams === 0,
    overload: out,
    net: expect.net ?? false,
    tare_g: expect.tare ?? 0,
  }
  try {
    const session = openProtocol(choice, { display: () => display, zero: () => true })
    if (session.stream) return Buffer.from(session.stream()).toString('hex')
    const asking = openDriver(choiceOf(driver, settings))
    // A tare, or whether the indicator is ready, is asked for first and only then the weight.
    const answers = [1, 2].flatMap(() => {
      const answered = session.receive(asking.poll!())
      for (const answer of answered) asking.feed(answer)
      return answered
    })
    const found = answers.map((answer) => Buffer.from(answer).toString('hex'))
    return found.find((hex) => hex === hexOf(vector))
  } catch (error) {
    // This menu cannot show that weight.
    if (error instanceof Error && /does not fit/.test(error.message)) return undefined
    throw error
  }
}

/** The format of the yard that is set up like the vector. */
function formatOf({ driver, settings }: ScaleVector): string | undefined {
  const chosen = choiceOf(driver, settings).settings as Readonly<Record<string, unknown>>
  return FORMAT_NAMES.find((name) => {
    const { setUp } = yardFormats[name]!
    if (setUp.driver !== driver) return false
    const own = choiceOf(driver, setUp.settings).settings as Readonly<Record<string, unknown>>
    const keys = ['format', 'profile', 'framing', 'layout'].filter((key) => key in setUp.settings)
    return keys.every((key) => JSON.stringify(own[key]) === JSON.stringify(chosen[key]))
  })
}

function hexOf({ hex }: { hex: string }): string {
  return Buffer.from(bytesOf(hex)).toString('hex')
}
