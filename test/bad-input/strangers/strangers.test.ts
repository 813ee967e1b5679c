import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { uuidv7 } from '#server/db/uuid.ts'
import { changedTables } from '../digest.ts'
import { placesOf, putAt, type Place } from '../places.ts'
import type { Input, Sample } from '../samples/samples.ts'
import { rowOf } from '../stock.ts'
import { refusalOf } from '../verdict.ts'
import { FOREIGN_MARK, gathering, tell, touchedSince } from '../walk.ts'
import {
  firstRow,
  HARMLESS,
  openStrangers,
  plainOf,
  refusesRow,
  uuidsIn,
  type Name,
  type Path,
} from './foreign-ids.ts'

const { ground, samples, names, idsOf, sendConfirmed, assertShowsNothing } = await openStrangers()
after(() => ground.close())
const { own, other } = ground

test('the other company has a record of each entity that an id can name', () => {
  for (const [entity, name] of Object.entries(rowOf))
    assert.ok(other[name].id !== own[name].id || entity === 'bank', entity)
})

test('an id of another company is answered as an unknown id, and nothing is shown or changed', async () => {
  const { check, end } = gathering()
  const before = await ground.ledger.read(other.company.id)
  let sent = 0
  for (const sample of samples)
    for (const { path, name } of idsOf(sample)) {
      await check(() => judgeForeign(sample, path, name))
      sent++
    }
  assert.deepEqual(changedTables(before, await ground.ledger.read(other.company.id)), [])
  end()
  assert.ok(sent > 150, `only ${sent} ids`)
})

async function judgeForeign(sample: Sample, path: Path, name: Name): Promise<void> {
  const told = tell(sample, { [path.join('.')]: name, input: sample.input })
  const missing = await answerTo(sample, path, uuidv7(), told)
  const foreign = await answerTo(sample, path, other[name].id, told)
  assert.equal(foreign.plain, missing.plain, told)
  // An id of our own, but of a row of another kind.
  const stray = await answerTo(sample, path, own[name === 'company' ? 'site' : 'company'].id, told)
  if (!stray.done) assert.equal(stray.plain, missing.plain, `another kind: ${told}`)
  const writes = sample.call.method !== 'GET' && !HARMLESS.has(sample.key)
  if (writes) assert.ok(!foreign.done, `accepted: ${told} ${foreign.plain.slice(0, 600)}`)
}

/** What an answer comes to, with whatever differs by the clock or by the sent id taken out of its text. */
async function answerTo(sample: Sample, path: Path, id: string, told: string) {
  const before = await ground.ledger.read()
  const { answer, confirmed } = await sendConfirmed(sample, putAt(sample.input, path, id))
  const done = answer.statusCode === 200 && !refusesRow(answer)
  if (answer.statusCode !== 200) refusalOf(sample.call, answer, told)
  if (!done) {
    const pin = confirmed ? ['approval', 'login_attempt', 'audit_event', 'audit_head'] : []
    const touched = await touchedSince(ground, before, sample.key, pin)
    assert.deepEqual(touched, [], `refused and changed: ${told}`)
  }
  const plain = plainOf(answer, id)
  assertShowsNothing(plain, told)
  return { done, plain }
}

test('an answer to a good request shows nothing of another company', async () => {
  for (const sample of samples.filter(({ call }) => call.method === 'GET')) {
    const answer = await ground.send(sample.call, sample.input)
    assertShowsNothing(plainOf(answer, ''), tell(sample, sample.input))
    if (answer.statusCode !== 200) refusalOf(sample.call, answer, tell(sample, sample.input))
  }
})

test('an update that was based on another version is refused as stale', async () => {
  const { check, end } = gathering()
  let sent = 0
  for (const sample of samples.filter((one) => !judgedBefore(one)))
    for (const place of placesOf(sample).filter(isVersion)) {
      sent++
      await check(() => judgeStale(sample, place))
    }
  end()
  assert.ok(sent > 20, `only ${sent} versions`)
})

const isVersion = ({ path, value }: Place) => path.at(-1) === 'version' && value !== undefined

/** The scale's signature under a reading is verified before the visit is looked for. */
const judgedBefore = ({ input }: Sample) =>
  typeof input.body === 'object' && 'reading' in input.body!

async function judgeStale(sample: Sample, place: Place): Promise<void> {
  const input = putAt(sample.input, place.path, Number(place.value) + 1000)
  const told = tell(sample, input)
  const before = await ground.ledger.read()
  const answer = await ground.send(sample.call, input)
  const row = answer.statusCode === 200 ? firstRow(answer) : undefined
  const code = row ? row.code : refusalOf(sample.call, answer, told).code
  assert.equal(code, 'common.stale', `${told} ${answer.body.slice(0, 300)}`)
  assert.deepEqual(changedTables(before, await ground.ledger.read()), [], told)
}

test('in a list with own ids an id of another company is answered as an unknown one', async () => {
  const { check, end } = gathering()
  const before = await ground.ledger.read(other.company.id)
  let sent = 0
  for (const sample of samples)
    for (const [path, items] of listsIn(sample.input))
      for (const { path: inner, name } of namedIn(items[0])) {
        sent++
        await check(() => judgeMixed(sample, path, items, inner, name))
      }
  assert.deepEqual(changedTables(before, await ground.ledger.read(other.company.id)), [])
  end()
  assert.ok(sent > 20, `only ${sent} lists`)
})

function* listsIn(node: unknown, path: Path = []): Generator<[Path, unknown[]]> {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node) && node.length > 0) yield [path, node]
  for (const [key, value] of Object.entries(node))
    yield* listsIn(value, [...path, Array.isArray(node) ? Number(key) : key])
}

function namedIn(item: unknown): { path: Path; name: Name }[] {
  return [...uuidsIn(item)].flatMap(([path, id]) => {
    const name = names.get(id)
    return name === undefined ? [] : [{ path, name }]
  })
}

async function judgeMixed(sample: Sample, path: Path, items: unknown[], inner: Path, name: Name) {
  const told = tell(sample, { [path.join('.')]: `… and ${name} of another company` })
  const answers = []
  for (const id of [uuidv7(), other[name].id]) {
    const stranger = putAt({ item: items[0] } as Input, ['item', ...inner], id) as { item: unknown }
    const mixed = putAt(sample.input, path, [...items, stranger.item])
    const { answer } = await sendConfirmed(sample, mixed)
    if (answer.statusCode !== 200) refusalOf(sample.call, answer, told)
    const plain = plainOf(answer, id)
    assertShowsNothing(plain, told)
    answers.push(lastRow(answer, plain, id))
  }
  assert.equal(answers[1], answers[0], told)
}

/** Our own row may fare otherwise the second time; the stranger's is the last. */
function lastRow(answer: LightMyRequestResponse, plain: string, id: string): string {
  if (answer.statusCode !== 200 || !answer.body.startsWith('[')) return plain
  return JSON.stringify(answer.json<unknown[]>().at(-1)).replaceAll(id, '<id>')
}

test('a payment with the id of another company’s payment is saved, and that one is neither shown nor changed', async () => {
  const before = await ground.ledger.read(other.company.id)
  const sample = samples.find(({ key }) => key === 'payment.save')!
  const input = putAt(sample.input, ['body', 'payments', 0, 'id'], other.savedPayment.id)
  const answer = await ground.send(sample.call, input)
  assert.equal(answer.statusCode, 200, answer.body)
  assert.ok(!answer.body.includes(FOREIGN_MARK))
  assert.deepEqual(changedTables(before, await ground.ledger.read(other.company.id)), [])
})
