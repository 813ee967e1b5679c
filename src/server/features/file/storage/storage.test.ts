import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { act } from '#contract/act/act.ts'
import { company } from '#contract/company/company.ts'
import { companyChange } from '#contract/company/company-change.ts'
import { defaultRules } from '#contract/company/company-settings.ts'
import { dashboard } from '#contract/report/dashboard.ts'
import type { FileKind } from '#contract/file/file-entities.ts'
import { files } from '#contract/file/file.ts'
import { user } from '#contract/user/user.ts'
import { inTransaction } from '#server/db/handle.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { openWorld, type TestCompany } from '#test/support/world.ts'
import { countRoom, destroyOldFiles, sweepDeleted } from '../file-jobs.ts'
import { storeFile, storing } from './store-file.ts'
import { cleanPhoto, cleanPicture } from '../pictures/picture.ts'

const world = await openWorld()
after(() => world.close())
const { services, supervisor } = world
const { q } = services
const GB = 1024 ** 3
const page = await jpeg('#705030')

interface Past {
  readonly kind: FileKind
  readonly entity?: 'act' | 'supplier' | 'transaction'
  readonly entityId?: string
}

/** A stored file of a past year, with its bytes. */
async function addFile({ db }: TestCompany, years: number, facts: Past): Promise<string> {
  const id = await storing(db, [{ bytes: page, mime: 'image/jpeg' }], ([stored]) =>
    inTransaction(db, (tx) => storeFile(tx, stored!, facts)),
  )
  await sql`update file set created_at = now() - make_interval(years => ${years}) where id = ${id}`.execute(
    q,
  )
  return id
}

/** Which of the files a person can still open, and which still lie on the disk. */
async function left({ db }: TestCompany, ids: readonly string[]) {
  const rows = await q
    .selectFrom('file')
    .where('company_id', '=', db.companyId)
    .where('id', 'in', [...ids])
    .select(['id', 'deleted_at', 'storage_key'])
    .execute()
  const served = rows.filter((row) => row.deleted_at === null).map(({ id }) => id)
  const onDisk: string[] = []
  for (const { id, storage_key } of rows)
    await services.files.disk.size(storage_key).then(
      () => onDisk.push(id),
      () => undefined,
    )
  return { served: served.toSorted(), onDisk: onDisk.toSorted() }
}

describe('the storage of a company', () => {
  const { other } = world
  const fill = (share: number) =>
    sql`update file set size = ${Math.round(share * defaultRules.storage_gb * GB)} where company_id = ${other.id}`.execute(
      q,
    )
  const photo = { query: { params: { kind: 'photo' as const } }, body: page }
  const notices = async () =>
    (await other.manager.api.send(user.getNotices, { query: {} })).items.filter(
      ({ kind }) => kind === 'storage_filling',
    )
  const overview = async () => {
    const { attention } = await supervisor.api.send(dashboard.getDashboard, {
      query: { filter: { scope: 'super' } },
    })
    return attention.map(({ kind }) => kind).filter((kind) => kind.startsWith('storage'))
  }

  test('managers and supervisors get one notice at 80 and one at 95 per cent', async () => {
    await addFile(other, 0, { kind: 'photo' })
    const told = async (share: number) => {
      await fill(share)
      await countRoom(services)
      await countRoom(services)
      return [(await notices()).length, await overview()]
    }
    assert.deepEqual(await told(0.79), [0, []])
    assert.deepEqual(await told(0.8), [1, ['storage_filling']])
    assert.deepEqual(await told(0.96), [2, ['storage_full']])
    assert.deepEqual(await told(0.5), [2, []])
    assert.match((await notices())[0]!.title, /95 %/)
  })

  test('is a setting: a refused file is accepted as soon as a supervisor gives more room', async () => {
    await fill(1)
    assert.equal((await other.operator.api.refused(files.save, photo)).code, 'file.quota')
    const card = await supervisor.api.send(company.get, { query: { id: other.id } })
    assert.equal(card.settings.rules.storage_gb, defaultRules.storage_gb)
    const settings = { rules: { storage_gb: defaultRules.storage_gb + 1 } }
    const body = { id: other.id, version: card.version, settings }
    await supervisor.api.send(companyChange.update, { body })
    await other.operator.api.send(files.save, photo)
  })

  test('never refuses evidence of money', async () => {
    await fill(2)
    const seller = await addSupplier(other)
    const actId = await addIssuedAct(other, seller.id, 100_000)
    assert.equal((await other.operator.api.refused(files.save, photo)).code, 'file.quota')
    const params = { kind: 'signed_act', entity: 'act', entity_id: actId } as const
    await other.operator.api.send(files.save, { query: { params }, body: page })
    const form = new FormData()
    form.append('files[]', new Blob([new Uint8Array(page)]), 'page')
    const whole = new Request('http://x', { method: 'POST', body: form })
    const answer = await other.operator.api.raw({
      method: 'POST',
      url: `${act.uploadScans.path}?actId=${actId}`,
      headers: { 'content-type': whole.headers.get('content-type')! },
      payload: Buffer.from(await whole.arrayBuffer()),
    })
    assert.equal(answer.statusCode, 200, answer.body)
  })
})

describe('files past their retention', () => {
  const { own } = world

  test('are destroyed with their bytes and recorded; younger files and those that prove later payments are kept', async () => {
    const seller = await addSupplier(own)
    const former = await addSupplier(own)
    const years = (n: number) => sql<string>`now() - make_interval(years => ${n})`
    const addAct = async (supplierId: string, paid: boolean) => {
      const id = await addIssuedAct(own, supplierId, 100_000)
      await q
        .updateTable('act')
        .set({ sort_at: years(7), ...(paid && { paid_kop: 100_000 }) })
        .where('id', '=', id)
        .execute()
      return id
    }
    const [owed, paid] = [await addAct(seller.id, false), await addAct(former.id, true)]
    const visit = await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000 })
    await sql`update visit set in_at = now() - interval '7 years', out_at = now() - interval '7 years'
      where id = ${visit.id}`.execute(q)
    const held = [
      await addFile(own, 7, { kind: 'signed_act', entity: 'act', entityId: owed }),
      await addFile(own, 7, { kind: 'passport', entity: 'supplier', entityId: seller.id }),
      await addFile(own, 4, { kind: 'photo' }),
    ]
    const due = [
      await addFile(own, 7, { kind: 'photo', entity: 'transaction', entityId: visit.id }),
      await addFile(own, 7, { kind: 'signed_act', entity: 'act', entityId: paid }),
      await addFile(own, 7, { kind: 'passport', entity: 'supplier', entityId: former.id }),
      await addFile(own, 8, { kind: 'other' }),
    ]
    const all = [...held, ...due]
    const stranger = (
      await q.selectFrom('file').where('company_id', '=', world.other.id).select('id').execute()
    ).map(({ id }) => id)
    assert.deepEqual((await left(own, all)).onDisk, all.toSorted())
    await destroyOldFiles(services, 2, 1)
    assert.equal((await left(own, due)).served.length, 2, 'one batch of two')
    await destroyOldFiles(services, 2, 10)
    assert.deepEqual(await left(own, all), { served: held.toSorted(), onDisk: held.toSorted() })
    assert.deepEqual((await left(world.other, stranger)).served, stranger.toSorted())
    const record = await q
      .selectFrom('audit_event')
      .where('company_id', '=', own.id)
      .where('action', '=', 'file.destroy')
      .select('entity_id')
      .execute()
    assert.deepEqual(record.map(({ entity_id }) => entity_id!).toSorted(), due.toSorted())
    const url = files.get.path.replace(':id', due[0]!)
    assert.equal((await own.operator.api.raw({ url })).statusCode, 404)
  })

  test('the company’s own retention counts, and bytes left by a crash are removed the next night', async () => {
    const old = await addFile(own, 7, { kind: 'photo' })
    const settings = JSON.stringify({ rules: { retention_years: 10 } })
    await q.updateTable('company').set({ settings }).where('id', '=', own.id).execute()
    await destroyOldFiles(services, 10, 10)
    assert.deepEqual((await left(own, [old])).served, [old])
    await q
      .updateTable('file')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', old)
      .execute()
    await sweepDeleted(services)
    assert.deepEqual(await left(own, [old]), { served: [], onDisk: [] })
  })
})

test('a photo of a camera takes a bounded size, a paper keeps its points', async () => {
  const width = 2688
  const height = 1520
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const camera = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 95 })
    .toBuffer()
  const [photo, paper] = [await cleanPhoto(camera), await cleanPicture(camera)]
  assert.deepEqual([photo.width, photo.height], [1920, 1086])
  assert.deepEqual([paper.width, paper.height], [width, height])
  assert.ok(
    photo.bytes.length * 2 < paper.bytes.length,
    `${photo.bytes.length} ${paper.bytes.length}`,
  )
  const small = await cleanPhoto(page)
  assert.deepEqual(
    [small.width, small.height],
    [(await sharp(page).metadata()).width, small.height],
  )
})
