import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { live, MOST_OPEN } from '#contract/core/live.ts'
import { addDeal, addDraft } from '#test/builders/act-forms.ts'
import { openWorld, type Person, type World } from '#test/support/world.ts'

let world: World
let id: string
before(async () => {
  world = await openWorld()
  id = (await addDraft(world.own, await addDeal(world.own))).id
})
after(() => world.close())

const record = () => ({ entity: 'act' as const, id })

async function note(person: Person, doing: 'reads' | 'edits' | 'gone', reader?: string) {
  const body = { record: record(), doing, ...(reader && { client_id: reader }) }
  const { others } = await person.api.send(live.noteReader, { body })
  return others.map(({ user_id, edits }) => ({ user_id, edits }))
}

test('two people on one act see each other, what each does, and that one has closed it', async () => {
  const { operator, manager } = world.own
  assert.deepEqual(await note(operator, 'edits'), [])
  assert.deepEqual(await note(manager, 'reads'), [{ user_id: operator.id, edits: true }])
  assert.deepEqual(await note(operator, 'edits'), [{ user_id: manager.id, edits: false }])
  assert.deepEqual(await note(manager, 'gone'), [{ user_id: operator.id, edits: true }])
  assert.deepEqual(await note(operator, 'reads'), [])
})

test('the end of one opening, however late it comes, does not end another one of the same person', async () => {
  const { operator, manager } = world.own
  const [first, second] = [randomUUID(), randomUUID()]
  await note(operator, 'gone')
  await note(operator, 'reads', first)
  await note(operator, 'edits', second)
  assert.deepEqual(await note(manager, 'reads'), [{ user_id: operator.id, edits: true }])
  await note(operator, 'gone', first)
  assert.deepEqual(await note(manager, 'reads'), [{ user_id: operator.id, edits: true }])
  await note(operator, 'gone', second)
  assert.deepEqual(await note(manager, 'gone'), [])
})

test('whoever was not noted for 45 seconds has closed the act or lost the connection', async () => {
  const { operator, manager } = world.own
  await note(operator, 'edits')
  const setBack = (seconds: number) =>
    sql`update record_reader set seen_at = now() - make_interval(secs => ${seconds}) where user_id = ${operator.id}`.execute(
      world.services.q,
    )
  await setBack(40)
  assert.deepEqual(await note(manager, 'reads'), [{ user_id: operator.id, edits: true }])
  await setBack(50)
  assert.deepEqual(await note(manager, 'reads'), [])
})

test('a person has fifty openings at once and no more, one opening any number of times', async () => {
  const { operator } = world.own
  const opened = Array.from({ length: MOST_OPEN }, () => randomUUID())
  for (const reader of opened) await note(operator, 'reads', reader)
  const body = { record: record(), doing: 'reads' as const, client_id: randomUUID() }
  const refusal = await operator.api.refused(live.noteReader, { body })
  assert.deepEqual([refusal.status, refusal.code], [409, 'live.too-many-open'])
  assert.match(refusal.message, /Закройте лишние вкладки/)
  await note(operator, 'edits', opened[0])
  await note(operator, 'gone', opened[1])
  await operator.api.send(live.noteReader, { body })
  // Whatever record they were of, openings without a word for 45 seconds make room.
  const stale = sql`update record_reader set record_id = gen_random_uuid(), seen_at = now() - interval '1 minute'`
  await sql`${stale} where user_id = ${operator.id}`.execute(world.services.q)
  await note(operator, 'reads')
  const left = await world.services.q
    .selectFrom('record_reader')
    .where('user_id', '=', operator.id)
    .select('reader_id')
    .execute()
  assert.equal(left.length, 1)
})

test('an act of another company does not exist, and its readers are not told', async () => {
  const { other } = world
  const refusal = await other.manager.api.refused(live.noteReader, {
    body: { record: record(), doing: 'reads' },
  })
  assert.equal(refusal.code, 'common.not-found')
})
