import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { mergeHands } from '#test/builders/merge-steps.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'
import { decryptField, encryptField } from '../record/identity.ts'

const world = await openWorld()
const { own } = world
after(() => world.close())
const { api, card, merge, actRow } = mergeHands(own)

test('of two consents the one that is valid longer stays signed', async () => {
  const keep = await addSupplier(own)
  const drop = await addSupplier(own)
  const consent = async (supplierId: string, until: string) => {
    const id = uuidv7()
    await own.db.q
      .insertInto('consent')
      .values({
        company_id: own.id,
        id,
        supplier_id: supplierId,
        text_version: '1',
        text_sha256: Buffer.alloc(32),
        given_at: '2024-01-01T00:00:00Z',
        valid_until: until,
        file_id: await someFile(supplierId),
      })
      .execute()
    return id
  }
  const short = await consent(keep.id, '2029-01-01')
  const long = await consent(drop.id, '2030-01-01')
  await merge(keep, drop)
  const { consents, consent_status } = await card(keep.id)
  assert.equal(consent_status, 'signed')
  assert.deepEqual(
    new Map(consents.map(({ id, status }) => [id, status])),
    new Map([
      [short, 'expired'],
      [long, 'signed'],
    ]),
  )
})

async function someFile(supplierId: string): Promise<string> {
  const id = uuidv7()
  await own.db.q
    .insertInto('file')
    .values({
      company_id: own.id,
      id,
      entity: 'supplier',
      entity_id: supplierId,
      kind: 'consent',
      mime: 'image/jpeg',
      size: 10,
      sha256: Buffer.alloc(32),
      storage_key: id,
    })
    .execute()
  return id
}

test('a representative’s document is readable in an act of the dropped record', async () => {
  const keep = await addSupplier(own, { type: 'company' })
  const drop = await addSupplier(own, { type: 'company' })
  const actId = await addIssuedAct(own, drop.id, 4000)
  const { doc } = await addSupplier(own)
  const sealed = encryptField(own.db, drop.id, 'representatives', doc).toString('base64')
  const representative = {
    full_name: 'Орлов Илья',
    doc: sealed,
    authority: 'Доверенность',
    number: null,
    date: null,
    valid_until: null,
  }
  await own.db.q
    .updateTable('act')
    .set({ representative: JSON.stringify(representative) })
    .where('id', '=', actId)
    .execute()
  await merge(keep, drop)
  const stored = (await actRow(actId)).representative!
  const bytes = Buffer.from(stored.doc!, 'base64')
  assert.deepEqual(decryptField(own.db, keep.id, 'representatives', bytes), doc)
  assert.deepEqual({ ...stored, doc: sealed }, representative)
})

test('the acts of the dropped record are listed with the kept supplier', async () => {
  const keep = await addSupplier(own)
  const drop = await addSupplier(own)
  const actId = await addIssuedAct(own, drop.id, 4000)
  await merge(keep, drop)
  const { items } = await api.send(act.getAll, {
    query: { filter: { supplier_id: [keep.id] } },
  })
  assert.deepEqual(
    items.map(({ id }) => id),
    [actId],
  )
})
