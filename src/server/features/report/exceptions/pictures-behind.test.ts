import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { Flag } from '#contract/core/flags.ts'
import { files } from '#contract/file/file.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { addDeal, addIssued } from '#test/builders/act-forms.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const { q, sessions } = world.services

const params = { kind: 'photo', post: 1, camera: 1, taken_at: '2025-03-01T09:00:00Z' } as const
const photo = (await own.operator.api.send(files.save, { query: { params }, body: await jpeg() }))
  .id
const made = await addIssued(own, await addDeal(own))
const mark: Flag = { code: 'price_override', at: '2025-03-04T09:00:00.000Z' }
await sql`alter table weighing disable trigger all`.execute(q)
await sql`update weighing set photos = ${[photo]}::uuid[]
  where visit_id = ${made.transaction_ids[0]} and kind = 'in'`.execute(q)
await sql`alter table act disable trigger all`.execute(q)
await sql`update act set flags = ${JSON.stringify([mark])} where id = ${made.id}`.execute(q)

async function picturesOfAct(): Promise<string[]> {
  const filter = { is_reviewed: false, code: [mark.code] }
  const { items } = await own.manager.api.send(flagReview.getExceptions, { query: { filter } })
  assert.deepEqual(
    items.map(({ entity_id }) => entity_id),
    [made.id],
  )
  return items[0]!.photos.map(({ file_id }) => file_id)
}

test('an act shows the pictures of the visit behind it, to who may read visits', async () => {
  assert.deepEqual(await picturesOfAct(), [photo])
  await sql`update company set settings = jsonb_set(settings, '{modules}', (settings->'modules') - 'transactions')
    where id = ${own.id}`.execute(q)
  sessions.forget()
  assert.deepEqual(await picturesOfAct(), [])
})
