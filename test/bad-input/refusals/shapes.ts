import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hints } from '#contract/core/shapes.ts'
import { BAD_ADDRESS_TEXTS, badValues, type Bad } from '../bad-values.ts'
import { defOf, placesOf, putAt, spell, type Place } from '../places.ts'
import type { Sample } from '../samples/samples.ts'
import { refusalOf, SHAPE_CODES, wrongShape } from '../verdict.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import { ground } from './refused-ground.ts'
import { changingNothing, gathering, takingOneOf, tell } from '../walk.ts'
import { fitsShape } from '../wire.ts'

/** Every value is held against its shape; one of so many is also sent. */
const SENT_ONE_OF = sweepSize(11, 1)
const isSent = takingOneOf(SENT_ONE_OF)

test('every good request has the declared shape', () => {
  for (const sample of ground.samples)
    assert.ok(fitsShape(sample.call, sample.input), tell(sample, sample.input))
})

test('a value of a wrong kind at any place is refused at that place and changes nothing', async () => {
  const { check, end } = gathering()
  let sent = 0
  for (const [key, spots] of placesByCall())
    await changingNothing(ground, key, async () => {
      for (const [sample, place] of spots)
        for (const bad of valuesFor(place))
          await check(async () => {
            sent += await judgeBad(sample, place, bad)
          })
    })
  end()
  assert.ok(sent > 10_000 / SENT_ONE_OF, `only ${sent} bad requests`)
})

type Spot = readonly [Sample, Place]

/** The places of every call's samples. Its commands share their fields: one place is spoilt once. */
function placesByCall(): [string, Spot[]][] {
  const seen = new Map<string, Set<unknown>>()
  const spots = ground.samples.flatMap((sample) =>
    placesOf(sample)
      .filter(({ path, schema }) => {
        const name = `${sample.key}:${path.join('.')}`
        const schemas = seen.get(name) ?? new Set()
        seen.set(name, schemas)
        return schemas.size < schemas.add(schema).size
      })
      .map((place): Spot => [sample, place]),
  )
  return Object.entries(Object.groupBy(spots, ([{ key }]) => key)) as [string, Spot[]][]
}

const inAddress = ({ path }: Place) => path[0] !== 'body' && path.length === 2

function valuesFor(place: Place): Bad[] {
  if (place.path.length === 1 && place.path[0] !== 'body') return []
  const isJson = typeof place.value === 'object' || defOf(place.schema).type === 'object'
  if (!inAddress(place) || isJson) return badValues(place)
  const isId = hints.get(place.schema)?.entity !== undefined
  const texts = place.path[0] === 'params' ? BAD_ADDRESS_TEXTS.slice(1) : BAD_ADDRESS_TEXTS
  return texts.map((value) => ({ value, certain: isId }))
}

async function judgeBad(sample: Sample, place: Place, { value, certain }: Bad): Promise<number> {
  const input = putAt(sample.input, place.path, value)
  const told = tell(sample, { [place.path.join('.')]: value })
  if (fitsShape(sample.call, input)) {
    assert.ok(!certain, `the shape lets it through: ${told}`)
    return 0
  }
  if (!isSent()) return 0
  const answer = await ground.send(sample.call, input)
  if (place.path[0] === 'params') refusalOf(sample.call, answer, told)
  else assertNamed(place, Object.keys(wrongShape(sample.call, answer, told).fields!), told)
  return 1
}

/** The complaint is about the place, about what is inside it, or about what it is inside of. */
function assertNamed(place: Place, fields: string[], told: string): void {
  const at = spell(place.path)
  const near = fields.some((f) => f === '_' || at === '' || f.startsWith(at) || at.startsWith(f))
  assert.ok(near, `the complaint is elsewhere: ${told} → ${fields.join(' ')}`)
}

const STRANGE_KEYS = [
  'company_id',
  'companyId',
  'role',
  'is_admin',
  '',
  'x'.repeat(5000),
  '\u0000',
  '__proto__',
  'constructor',
  'toString',
]

test('an unknown key in any object is refused and changes nothing', async () => {
  const { check, end } = gathering()
  for (const [name, spots] of placesByCall())
    await changingNothing(ground, name, async () => {
      for (const [sample, place] of spots.filter(isObject))
        for (const key of STRANGE_KEYS) await check(() => judgeKey(sample, place, key))
    })
  end()
})

const isObject = ([, { value, path }]: Spot) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && path[0] !== 'params'

async function judgeKey(sample: Sample, place: Place, key: string): Promise<void> {
  const input = putAt(sample.input, [...place.path, key], { prototype: { x: 1 } })
  const told = tell(sample, [...place.path, key])
  if (fitsShape(sample.call, input))
    return assert.ok(knows(place, key), `the shape lets the key through: ${told}`)
  if (!isSent()) return
  const answer = await ground.send(sample.call, input)
  assert.ok(SHAPE_CODES.includes(refusalOf(sample.call, answer, told).code), told)
}

/** Declared here, or a place where anything may stand. */
function knows(place: Place, key: string): boolean {
  const { type, shape, options } = defOf(place.schema)
  if (type === 'unknown') return true
  return [shape, ...(options ?? []).map((o) => defOf(o).shape)].some(
    (s) => s && Object.hasOwn(s, key),
  )
}

test('a missing required value is refused and changes nothing', async () => {
  const { check, end } = gathering()
  for (const [key, spots] of placesByCall())
    await changingNothing(ground, key, async () => {
      for (const [sample, { path }] of spots.filter(isRequired))
        await check(async () => {
          const answer = await ground.send(sample.call, putAt(sample.input, path, undefined))
          wrongShape(sample.call, answer, tell(sample, { missing: path.join('.') }))
        })
    })
  end()
})

const isRequired = ([, { path, required, value }]: Spot) =>
  required &&
  value !== undefined &&
  path[0] !== 'params' &&
  (path.length > 1 || path[0] === 'body') &&
  typeof path.at(-1) === 'string'
