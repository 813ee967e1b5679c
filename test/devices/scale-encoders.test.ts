import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Display } from '#simulators/yard/scale/indicator.ts'
import { FORMAT_NAMES, menuOf } from '#simulators/yard/scale/formats.ts'
import { openProtocol, type ProtocolChoice } from '#simulators/yard/scale/protocol.ts'
import { bytesOf, choiceOf, scaleVectors, type ScaleVector } from './scale-vectors.ts'
import { openDriver } from '#agent/scales/frames/open-driver.ts'

/** Spellings that a real indicator may choose otherwise, and a register map of nobody in particular. */
const NOT_PRODUCED = [
  'CAS 22 bytes, 13.5 kg gross, stable',
  'CAS 10 bytes, -0.5 kg, decimal comma',
  'A&D 18 bytes, 12.5 kg, moving, CR without LF',
  'A&D 18 bytes, below the range',
  'Rice Lake, over capacity',
  'tF1, 24 680 kg, point behind the last digit',
  'A12(E), net -0.5 kg without a tare',
  'continuous, tonnes with two decimals: 12.34 t',
  'continuous, out of range',
  'continuous, net 11 840 kg beside a blank tare field: the tare is not told',
  '18 bytes of a Liden LUW2001: gross 18.000 kg, blank sign',
  '18 bytes of a Liden LUW2001: net -0.200 kg, moving, sign apart',
  'RTU answer: gross below -999999 (status bits 4 and 7)',
  'RTU answer of a typed-in map: -12.34 kg, low word first, stable',
  'RTU answer of a typed-in map: below the range',
  'RTU answer: over capacity (status bit 2)',
  '18 bytes of a Rinstrum R323: zero with a point behind the last digit',
  'A&D 18 bytes, beyond the range below: spaces around the point',
  'A&D 18 bytes, second header of one letter: gross 1 234.5 kg',
  'A12(E), gross 4.139 kg',
  'CAS 10 bytes, 13.5 kg',
  'CAS 22 bytes, 13.5 kg net, lamps with bit 5',
  'CAS 22 bytes, 13.5 kg, lamps without bit 5',
  'Rice Lake, gross 1 234.5 kg, line ends with CR alone',
  'answer of a ТВ-003/05Н to the question for net: -1 440 kg, stable',
]

test('the encoders of the yard, written apart from the drivers, produce the frames of the fixtures', () => {
  const missed = new Set<string>()
  const produced = new Set<string>()
  for (const vector of scaleVectors.filter(({ expect }) => expect.grams !== undefined)) {
    const made = menus(vector).some((choice) => frame(vector, choice) === hexOf(vector))
    if (made) produced.add(formatOf(vector))
    else missed.add(vector.name)
  }
  assert.deepEqual([...missed].sort(), NOT_PRODUCED.toSorted())
  assert.deepEqual(
    FORMAT_NAMES.filter((name) => !produced.has(name)),
    [],
  )
})

function menus(vector: ScaleVector): ProtocolChoice[] {
  const name = FORMAT_NAMES.find((name) => name === formatOf(vector))
  if (!name) return []
  const { address } = vector.settings
  return [0, 1, 2, 3].flatMap((decimals) =>
    [
      {},
      { unit: 't' },
      { unit: 'g' },
      { checksum: false },
      { tells_tare: false },
      ...(typeof address === 'number' ? [{ address }] : []),
    ].map((more) => {
      const choice = menuOf(name, decimals)
      return { ...choice, settings: { ...choice.settings, ...more } } as ProtocolChoice
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
    // SICS asks for the tare first and only then for the weight.
    const answers = [1, 2].flatMap(() => session.receive(asking.poll!()))
    const found = answers.map((answer) => Buffer.from(answer).toString('hex'))
    return found.find((hex) => hex === hexOf(vector))
  } catch (error) {
    // This menu cannot show that weight.
    if (error instanceof Error && /does not fit/.test(error.message)) return undefined
    throw error
  }
}

function formatOf({ driver, settings }: ScaleVector): string {
  const { format, profile, framing } = settings as Record<string, string | undefined>
  if (profile && framing === 'tcp') return `${profile}-tcp`
  return format ?? profile ?? driver
}

function hexOf({ hex }: { hex: string }): string {
  return Buffer.from(bytesOf(hex)).toString('hex')
}
