import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { changedTables } from '../digest.ts'
import { putAt } from '../places.ts'
import type { Sample } from '../samples/samples.ts'
import { gathering, tell } from '../walk.ts'
import {
  HARMLESS,
  openStrangers,
  plainOf,
  refusesRow,
  type Name,
  type Path,
} from './foreign-ids.ts'

// The liar is our own code: from here on no query of the server names its company any more.
const { ground, samples, idsOf, sendConfirmed, assertShowsNothing } = await openStrangers()
after(() => ground.close())
const { other } = ground
const { services } = ground.world

/** `p.company_id = $1`, as the query builder writes it and as we do. */
const NAMES_COMPANY = /(?:"?\w+"?\.)?"?company_id"? = (\$\d+)/g
let forgotten = 0

type Asked = { query(this: pg.Client, ...args: unknown[]): unknown }
const client: Asked = pg.Client.prototype
const send = client.query
client.query = function (asked: unknown, ...rest: unknown[]) {
  return send.call(this, this.user === SERVES ? withoutCompany(asked) : asked, ...rest)
}
after(() => void (client.query = send))
const SERVES = new URL(services.config.databaseUrl).username

function withoutCompany(asked: unknown): unknown {
  if (typeof asked === 'string') return openText(asked)
  const { name, text, ...rest } = asked as pg.QueryConfig
  // Under its own name the connection has the whole statement prepared.
  return { ...rest, text: openText(text), ...(name && { name: `open ${name}` }) }
}

/** The parameter stays, since PostgreSQL refuses one of which it cannot tell the type. */
function openText(text: string): string {
  return text.replace(NAMES_COMPANY, (_, value: string) => {
    forgotten++
    return `${value}::uuid is not null`
  })
}

/** What a walk over all calls finds of the other company. */
async function findHoles(walk: readonly Sample[]): Promise<string[]> {
  const { check, found } = gathering()
  for (const sample of walk) {
    if (sample.call.method === 'GET')
      await check(async () =>
        assertShowsNothing(
          plainOf(await ground.send(sample.call, sample.input), ''),
          tell(sample, sample.input),
        ),
      )
    for (const { path, name } of idsOf(sample)) await check(() => judge(sample, path, name))
  }
  return found
}

async function judge(sample: Sample, path: Path, name: Name): Promise<void> {
  const { id } = other[name]
  const told = tell(sample, { [path.join('.')]: name, input: sample.input })
  const { answer } = await sendConfirmed(sample, putAt(sample.input, path, id))
  const plain = plainOf(answer, id)
  assertShowsNothing(plain, told)
  const isDone = answer.statusCode === 200 && !refusesRow(answer)
  const writes = sample.call.method !== 'GET' && !HARMLESS.has(sample.key)
  if (writes) assert.ok(!isDone, `accepted: ${told} ${plain.slice(0, 600)}`)
}

test('queries that forget their company show and change nothing of another', async () => {
  const before = await ground.ledger.read(other.company.id)
  forgotten = 0
  assert.deepEqual(await findHoles(samples), [])
  assert.deepEqual(changedTables(before, await ground.ledger.read(other.company.id)), [])
  assert.ok(forgotten > 1000, `only ${forgotten} conditions were taken out`)
})

test('without row security the same walk sees the other company', async () => {
  const owner = new pg.Client({ connectionString: services.config.ownerUrl })
  await owner.connect()
  await owner.query('alter table supplier disable row level security')
  await owner.end()
  assert.notDeepEqual(await findHoles(samples.filter(({ key }) => key.startsWith('supplier.'))), [])
})
