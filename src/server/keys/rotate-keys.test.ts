import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { inTransaction } from '#server/db/handle.ts'
import { decryptField, encryptField } from '#server/features/supplier/record/identity.ts'
import { openCipher } from '#server/storage/encryption.ts'
import { openKeyRing } from '#server/storage/key-ring.ts'
import { addDeal, addIssued, type Deal } from '#test/builders/act-forms.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { supplierForms } from '#test/builders/seller-forms.ts'
import { openSecondProcess } from '#test/failures/second-process.ts'
import { until } from '#test/support/until.ts'
import { openWorld, type TestCompany, type World } from '#test/support/world.ts'
import { assertKeys } from './known-keys.ts'
import { prepareKey, resealAll, rotateKeys, tellStatus, type KeyWork } from './rotate-keys.ts'
import { retireKey } from './retire-key.ts'
import { replaceValues, sealedColumns, valuesUnder } from './sealed-values-queries.ts'
import { noteEnd, openOwner } from './seal-key-queries.ts'

let world: World
let deal: Deal
let work: KeyWork
const said: string[] = []
before(async () => {
  world = await openWorld()
  deal = await addDeal(world.own)
  const owner = openOwner(world.services.config)
  after(() => owner.close())
  work = { services: world.services, owner: owner.q, say: (words) => void said.push(words) }
  await assertKeys(world.services)
})
after(() => world.close())

const DOC = { type: 'passport', series: '4509', number: '123456' }
const TODAY = new Date().toLocaleDateString('sv')
const q = () => world.services.q
/** The key with which a process that noticed nothing still closes. */
const cipherBy = (id: number) => {
  const bytes = world.services.ring.find(id)!
  return openCipher({ newest: () => ({ id, bytes }), find: () => bytes })
}
const docOf = (id: string) =>
  q().selectFrom('supplier').where('id', '=', id).select('doc').executeTakeFirstOrThrow()

/** Closes a document by a former key, as a slow process does; over the role that serves. */
const writeBy = (key: number, id: string, db = world.own.db) => {
  const place = { companyId: world.own.id, table: 'supplier', id, field: 'doc' }
  const doc = cipherBy(key).close(place, JSON.stringify(DOC))
  return db.q.updateTable('supplier').set({ doc }).where('id', '=', id).execute()
}

test('two processes write and read closed fields while the key is rotated and retired: nothing fails', async () => {
  const second = await openSecondProcess(world)
  const counts = { done: 0, failed: [] as unknown[], isOver: false }
  const keepBuying = async (company: TestCompany, reader: TestCompany) => {
    while (!counts.isOver && counts.failed.length === 0)
      try {
        const { id } = await addIssued(company, deal)
        const { html } = await reader.operator.api.send(act.getBody, { query: { actId: id } })
        assert.match(html, /серия/)
        await reader.operator.api.send(act.getPdf, { query: { actId: id } })
        const row = await supplierForms(company).create()
        await supplierForms(reader).update(row, { doc: { ...DOC_INPUT, number: String(++last) } })
        counts.done++
      } catch (error) {
        counts.failed.push(error)
      }
  }
  const [own, beside] = [world.own, second.world.own]
  const buyers = [keepBuying(own, beside), keepBuying(beside, own)]
  /** So many more are bought, or one failed. */
  const more = (count: number, from = counts.done) =>
    until(() => counts.done >= from + count || counts.failed.length > 0)
  try {
    await more(4)
    const key = world.services.ring.newest().id
    await rotateKeys(work)
    await more(4)
    // A write that took longer than a rotation waits for is closed anew by the next pass, as the refusal of `retire` says.
    await resealAll(work)
    await retireKey(work, key, {})
    await more(4)
  } finally {
    counts.isOver = true
    await Promise.all(buyers)
    await second.close()
  }
  assert.deepEqual(counts.failed, [])
  assert.ok(counts.done >= 12)
})
const DOC_INPUT = {
  type: 'rf_passport',
  series: '46 11',
  issued_by: 'ОВД',
  issued_at: '2005-07-19',
  dept_code: '770-001',
}
let last = 700_000

test('a key is not retired while it closes anything, and then the database takes nothing by it', async () => {
  const { id } = await addSupplier(world.own)
  const previous = world.services.ring.newest().id
  await rotateKeys(work)
  await writeBy(previous, id)
  await assert.rejects(retireKey(work, previous, {}), /ещё зашифрованы данные: supplier\.doc: 1/)
  await assert.rejects(retireKey(work, previous + 1, {}), /новейший/)
  await assert.rejects(retireKey(work, 200, {}), /не было/)
  await resealAll(work)
  await retireKey(work, previous, {})
  await assert.rejects(writeBy(previous, id), { constraint: 'closed_key' })
  const [representative] = [{ doc: encryptField(world.own.db, id, 'representatives', DOC) }]
  const text = Buffer.concat([Buffer.of(1, previous), representative.doc.subarray(2)])
  const json = JSON.stringify([{ doc: null }, { doc: text.toString('base64') }])
  const forged = q().updateTable('supplier').set({ representatives: json }).where('id', '=', id)
  await assert.rejects(forged.execute(), { constraint: 'closed_key' })
})

/** Whether the owner waits for those who write to suppliers. */
const isWaitedFor = async () => {
  const { rows } = await sql`select from pg_locks
    where mode = 'ShareLock' and not granted and relation = 'supplier'::regclass`.execute(q())
  return rows.length > 0
}

test('who began to write before the key was closed is waited for, and what it wrote is closed anew', async () => {
  const { id } = await addSupplier(world.own)
  const previous = world.services.ring.newest().id
  await rotateKeys(work)
  let retired: Promise<void> | undefined
  let isOver = false
  await inTransaction(world.own.db, async (tx) => {
    await writeBy(previous, id, tx)
    retired = retireKey(work, previous, {}).finally(() => (isOver = true))
    await until(async () => isOver || (await isWaitedFor()))
  })
  await retired
  const { doc } = await docOf(id)
  assert.equal(doc![1], previous + 1)
  assert.deepEqual(decryptField(world.own.db, id, 'doc', doc!), DOC)
})

test('what a crash left half closed anew is finished by the next run, and rows that are held wait for nobody', async () => {
  for (let i = 0; i < 60; i++) await addSupplier(world.own)
  let waits = 0
  let pending: Promise<void> | undefined
  const say = () => {
    if (++waits === 2) throw new Error('killed')
  }
  const dying = { ...work, say }
  await assert.rejects(rotateKeys(dying), /killed/)
  const newest = world.services.ring.newest().id
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from supplier where seal_key_of(doc) < ${newest}`.execute(q())
  assert.ok(rows[0]!.count > 0)
  const { id } = await addSupplier(world.own)
  await writeBy(newest - 1, id)
  await inTransaction(world.own.db, async (tx) => {
    await sql`select from supplier where company_id = ${world.own.id} and id = ${id} for update`.execute(
      tx.q,
    )
    pending = resealAll(work)
    await until(async () => {
      const left = await sql<{ count: number }>`
        select count(*)::int as count from supplier where seal_key_of(doc) < ${newest}`.execute(q())
      return left.rows[0]!.count === 1
    })
  })
  await pending
  assert.equal((await docOf(id)).doc![1], newest)
})

test('what was saved after it was read to be closed anew is not overwritten', async () => {
  const { id } = await addSupplier(world.own)
  const key = world.services.ring.newest().id
  await writeBy(key, id)
  const column = sealedColumns.find((one) => one.table === 'supplier' && one.column === 'doc')!
  const found = await valuesUnder(work.owner, column, [key], { after: undefined, limit: 10_000 })
  const { row, sealed: was } = found.find(({ place }) => place.id === id)!
  await writeBy(key, id)
  const { doc: saved } = await docOf(id)
  assert.equal(await replaceValues(work.owner, column, [{ row, was, becomes: was }]), 0)
  assert.deepEqual((await docOf(id)).doc, saved)
  assert.equal(await replaceValues(work.owner, column, [{ row, was: saved!, becomes: was }]), 1)
})

test('frozen documents change for the owner alone, and only to the same length under a newer key', async () => {
  const issued = await addIssued(world.own, deal)
  await world.own.operator.api.send(act.getPdf, { query: { actId: issued.id } })
  const { ring } = world.services
  const newer = (pdf: Buffer) =>
    Buffer.concat([Buffer.of(1, ring.newest().id + 1), pdf.subarray(2)])
  const row = await q().selectFrom('issued_pdf').select(['pdf', 'sha256']).executeTakeFirstOrThrow()
  const change = (values: object, by = q()) =>
    by.updateTable('issued_pdf').set(values).where('sha256', '=', row.sha256).execute()
  const refused = { constraint: 'append_only' }
  await assert.rejects(change({ pdf: row.pdf }), refused, 'the same key')
  await assert.rejects(change({ pdf: Buffer.concat([newer(row.pdf), Buffer.of(0)]) }), refused)
  await assert.rejects(change({ pdf: newer(row.pdf), at: new Date().toISOString() }), refused)
  await assert.rejects(change({ pdf: newer(row.pdf), sha256: randomBytes(32) }), refused)
  await assert.rejects(
    change({ pdf: newer(row.pdf) }, world.own.db.services.databaseOf(world.own.id)),
    {
      code: '42501',
    },
  )
  await assert.rejects(q().deleteFrom('issued_pdf').execute(), refused)
  const isOver = new Error('taken back')
  const allowed = q()
    .transaction()
    .execute(async (tx) => {
      await change({ pdf: newer(row.pdf) }, tx)
      throw isOver
    })
  await assert.rejects(allowed, isOver)
})

test('only the owner of the tables ends a key, and what was written down of one stays', async () => {
  const serving = world.services.databaseOf(world.own.id)
  await assert.rejects(noteEnd(serving, 240, 'closed'), { constraint: 'owner_only' })
  await assert.rejects(sql`delete from seal_key_event`.execute(q()), { constraint: 'append_only' })
})

test('a start is refused without a key that the database names, and with another file in its place', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'priyomka-keys-'))
  try {
    const newest = world.services.ring.newest().id
    const add = (id: number, bytes: Buffer) =>
      writeFileSync(path.join(dir, `seal-${id}.key`), bytes, { mode: 0o600 })
    add(newest + 1, randomBytes(32))
    const start = () => assertKeys({ q: q(), ring: openKeyRing([{ dir }]) })
    await assert.rejects(start(), new RegExp(`нет ключа seal-${newest}\\.key`))
    add(newest, randomBytes(32))
    await assert.rejects(start(), new RegExp(`seal-${newest}\\.key – другой ключ`))
    await assert.rejects(start(), (error: Error) => !error.message.includes('seal-1.key'))
  } finally {
    rmSync(dir, { recursive: true })
  }
})

test('a prepared key closes nothing before the rotation, and the status names what each key closes', async () => {
  const { ring } = world.services
  const previous = ring.newest().id
  await prepareKey(work)
  const { id } = await addSupplier(world.own)
  assert.equal((await docOf(id)).doc![1], previous)
  await rotateKeys(work)
  assert.equal(ring.newest().id, previous + 1)
  await retireKey(work, previous, { leakedFrom: TODAY })
  said.length = 0
  await tellStatus(work)
  const text = said.join('\n')
  assert.match(text, new RegExp(`Ключ ${previous}: .*известен посторонним с ${TODAY}.*отозван`))
  assert.match(text, new RegExp(`Ключ ${previous + 1}: seal-${previous + 1}\\.key, шифрует`))
  assert.match(text, /supplier\.doc: \d+/)
  const events = await q()
    .selectFrom('audit_event')
    .where('action', '=', 'key.retire')
    .select('after')
    .execute()
  assert.ok(events.some(({ after: told }) => JSON.stringify(told).includes(TODAY)))
})
