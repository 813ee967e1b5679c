import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { defaultRules } from '#contract/company/company-settings.ts'
import { files, type FileParams } from '#contract/file/file.ts'
import { utils } from '#contract/qr-code.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { jpeg, png } from '#test/builders/pictures.ts'
import { addSupplier, type TestSupplier } from '#test/builders/builders.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
let seller: TestSupplier

before(async () => {
  world = await openWorld()
  seller = await addSupplier(world.own)
})
after(() => world.close())

const passportOf = (supplier: TestSupplier) =>
  ({ entity: 'supplier', entity_id: supplier.id, kind: 'passport' }) as const

async function save(params: FileParams, body: Uint8Array) {
  return world.own.operator.api.send(files.save, { query: { params }, body })
}

function storedCount(): number {
  const dir = path.join(world.services.config.dataDir, 'files')
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

async function refusedSave(params: object, body: Uint8Array) {
  return world.own.operator.api.refused(files.save, { query: { params }, body })
}

test('a saved picture is re-encoded: upright, without its GPS position and appended bytes', async () => {
  const turned = await sharp(await jpeg('#aa2222', 80, 40))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const sent = Buffer.concat([turned, Buffer.from('<script>PK\u0003\u0004</script>')])
  const file = await save({ kind: 'photo', camera: 2, taken_at: '2026-11-21T04:00:00Z' }, sent)
  assert.equal(file.mime, 'image/jpeg')
  assert.deepEqual([file.width, file.height], [40, 80])
  assert.equal(file.camera, 2)
  const answer = await world.own.operator.api.raw({
    method: 'GET',
    url: `/api/v1/files/get/${file.id}`,
  })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], 'image/jpeg')
  assert.match(String(answer.headers['content-disposition']), /^inline; filename="photo-\d{8}-/)
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  assert.match(String(answer.headers['cache-control']), /no-store/)
  assert.equal((await sharp(answer.rawPayload).metadata()).exif, undefined)
  assert.equal(answer.rawPayload.includes('<script>'), false)
})

test('a scanned page of a supplier waits for a check', async () => {
  const first = await save(passportOf(seller), await jpeg('#111111'))
  const second = await save(passportOf(seller), await jpeg('#222222'))
  assert.equal(first.scan_status, 'new')
  assert.equal(first.supplier_name, 'Кузнецов Андрей Сергеевич')
  const pages = await world.own.db.q
    .selectFrom('scan')
    .where('entity_id', '=', seller.id)
    .select(['file_id', 'page'])
    .orderBy('page')
    .execute()
  assert.deepEqual(pages, [
    { file_id: first.id, page: 1 },
    { file_id: second.id, page: 2 },
  ])
})

test('a repeated save with the same client_id makes one file and stores no bytes twice', async () => {
  const params = { kind: 'photo', client_id: uuidv7() } as const
  const body = await jpeg('#123456')
  const first = await save(params, body)
  const kept = storedCount()
  const again = await save(params, body)
  assert.equal(again.id, first.id)
  assert.equal(storedCount(), kept)
  const other = await refusedSave(params, await jpeg('#654321'))
  assert.equal(other.code, 'common.id-reused')
})

test('a file that is not a JPEG by its bytes is refused whatever its name says', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  for (const body of [svg, Buffer.from('просто текст'), await png(), Buffer.alloc(3)])
    assert.equal((await refusedSave({ kind: 'photo' }, body)).code, 'file.bad-type')
  const broken = (await jpeg()).subarray(0, 150)
  const { code, message } = await refusedSave({ kind: 'photo' }, broken)
  assert.deepEqual([code, message], ['file.bad-type', 'Картинка повреждена. Сохраните её заново'])
})

test('a picture with too many pixels or bytes is refused', async () => {
  const bomb = await jpeg('#000000', 9000, 5000)
  const { code, message } = await refusedSave({ kind: 'photo' }, bomb)
  assert.deepEqual(
    [code, message],
    ['file.bad-type', 'В картинке больше 40 млн точек. Уменьшите её'],
  )
  const heavy = Buffer.concat([await jpeg(), Buffer.alloc(10 * 1024 * 1024)])
  assert.equal((await refusedSave({ kind: 'photo' }, heavy)).code, 'file.too-large')
})

test('contradicting fields of a file are refused', async () => {
  const body = await jpeg()
  const cases = [
    { kind: 'photo', entity: 'supplier' },
    { kind: 'report' },
    { kind: 'passport' },
    { kind: 'signed_act', entity: 'supplier', entity_id: seller.id },
    { kind: 'consent', entity: 'supplier', entity_id: seller.id },
  ]
  for (const params of cases)
    assert.equal((await refusedSave(params, body)).code, 'file.bad-params', JSON.stringify(params))
  const answer = await refusedSave({ kind: 'holiday' }, body)
  assert.equal(answer.status, 400)
})

test('a full store refuses a file because of the quota', async () => {
  await world.own.db.q
    .insertInto('file')
    .values({
      company_id: world.other.id,
      id: uuidv7(),
      kind: 'other',
      mime: 'image/jpeg',
      size: defaultRules.storage_gb * 1024 ** 3,
      sha256: Buffer.alloc(32),
      storage_key: 'none',
    })
    .execute()
  const answer = await world.other.operator.api.refused(files.save, {
    query: { params: { kind: 'photo' } },
    body: await jpeg(),
  })
  assert.equal(answer.code, 'file.quota')
})

test('the file of a report is listed for its maker and for whoever may order control reports', async () => {
  const { own } = world
  const id = uuidv7()
  await own.db.q
    .insertInto('file')
    .values({
      company_id: own.id,
      id,
      kind: 'report',
      mime: 'text/csv',
      size: 3,
      sha256: Buffer.alloc(32),
      storage_key: 'none',
      created_by: own.manager.id,
    })
    .execute()
  const isListed = async ({ api }: typeof own.manager) =>
    (await api.send(files.getAll, { query: { filter: { ids: [id], with: ['rows'] } } })).items
      .length === 1
  assert.deepEqual([await isListed(own.manager), await isListed(own.operator)], [true, false])
  await own.db.q
    .updateTable('file')
    .set({ created_by: own.operator.id })
    .where('id', '=', id)
    .execute()
  assert.equal(await isListed(own.operator), true)
})

test('a passport is shown only with the right to personal data, and each viewing is recorded once', async () => {
  const file = await save(passportOf(seller), await jpeg('#333333'))
  const url = `/api/v1/files/get/${file.id}`
  assert.equal((await world.own.user.api.raw({ method: 'GET', url })).statusCode, 403)
  assert.equal((await world.own.operator.api.raw({ method: 'GET', url })).statusCode, 200)
  const looks = await world.own.db.q
    .selectFrom('audit_event')
    .where('entity_id', '=', file.id)
    .where('action', '=', 'file.view')
    .select('user_id')
    .execute()
  assert.deepEqual(looks, [{ user_id: world.own.operator.id }])
})

test('the list finds files by record, kind and supplier', async () => {
  const { api } = world.own.operator
  const own = await addSupplier(world.own, { last_name: 'Листов' })
  const photo = await save({ entity: 'supplier', entity_id: own.id, kind: 'photo' }, await jpeg())
  const page = await save(passportOf(own), await jpeg())
  const ids = async (filter: object) =>
    (await api.send(files.getAll, { query: { filter } })).items.map((file) => file.id)
  assert.deepEqual(await ids({ supplier_id: own.id }), [page.id, photo.id])
  assert.deepEqual(await ids({ entity_id: own.id, kind: ['photo'] }), [photo.id])
  assert.deepEqual(await ids({ supplier_id: own.id, unchecked: true }), [page.id])
  assert.deepEqual(await ids({ search: 'листов' }), [page.id, photo.id])
  const bySuper = async (filter: object) => {
    const query = { filter: { supplier_id: own.id, ...filter } }
    const { items } = await world.supervisor.api.send(files.getAll, { query })
    return items.map(({ id, company_name }) => [id, company_name])
  }
  for (const filter of [{}, { company_id: world.own.id }])
    assert.deepEqual(await bySuper(filter), [[photo.id, 'Ромашка']])
  assert.deepEqual(await bySuper({ company_id: world.other.id }), [])
  const named = await api.refused(files.getAll, {
    query: { filter: { company_id: world.other.id } },
  })
  assert.equal(named.code, 'filter.invalid')
})

test('another company finds neither the file nor its record', async () => {
  const file = await save({ kind: 'photo' }, await jpeg('#777777'))
  const { api } = world.other.operator
  const foreign = await api.refused(files.get, { params: { id: file.id } })
  const missing = await api.refused(files.get, { params: { id: uuidv7() } })
  assert.deepEqual(foreign, missing)
  const owner = await api.refused(files.save, {
    query: { params: passportOf(seller) },
    body: await jpeg(),
  })
  assert.equal(owner.code, 'common.not-found')
  const list = await api.send(files.getAll, { query: { filter: { ids: [file.id] } } })
  assert.deepEqual(list.items, [])
})

test('a super administrator opens files of a company, which its journal tells, but no personal ones', async () => {
  const photo = await save({ kind: 'photo' }, await jpeg('#787878'))
  const { api, id } = world.supervisor
  const url = `/api/v1/files/get/${photo.id}`
  assert.equal((await api.raw({ method: 'GET', url })).headers['content-type'], 'image/jpeg')
  const views = world.own.db.q.selectFrom('audit_event').where('company_id', '=', world.own.id)
  const own = views.where('action', '=', 'file.view').where('entity_id', '=', photo.id)
  assert.deepEqual(await own.select('user_id').execute(), [{ user_id: id }])
  const passport = await save(passportOf(seller), await jpeg('#797979'))
  const code = async (file: string) => (await api.refused(files.get, { params: { id: file } })).code
  assert.equal(await code(passport.id), 'access.denied')
  assert.equal(await code(uuidv7()), 'common.not-found')
})

test("files are refused without a sign-in and without the operator's role", async () => {
  const body = await jpeg()
  const query = { params: { kind: 'photo' } }
  assert.equal((await world.nobody.refused(files.save, { query, body })).status, 401)
  assert.equal((await world.own.user.api.refused(files.save, { query, body })).status, 403)
  assert.equal((await world.nobody.refused(files.getAll)).status, 401)
  assert.equal((await world.own.user.api.refused(files.getAll)).status, 403)
})

test('a QR code shows links to our own documents and their codes', async () => {
  const own = world.services.config.publicUrl
  const texts = [
    '2026-000017',
    `${own}/?path=/operator/act/${uuidv7()}`,
    `${own}/image/${uuidv7()}`,
  ]
  for (const text of texts) {
    const blob = await world.nobody.send(utils.getQrCode, { query: { text } })
    const bytes = Buffer.from(await (blob as Blob).arrayBuffer())
    assert.equal((await sharp(bytes).metadata()).format, 'png', text)
  }
})

test('the code of a form that was stored under another address of the server still leads to its record', async () => {
  const path = `/?path=/operator/act/${uuidv7()}`
  const drawn = async (text: string) => {
    const url = `/api/v1/utils/get_qrcode_img?${new URLSearchParams({ text }).toString()}`
    return (await world.nobody.raw({ method: 'GET', url })).rawPayload
  }
  const whole = await drawn(`${world.services.config.publicUrl}${path}`)
  assert.deepEqual(await drawn(path), whole)
})

test('a QR code never shows a foreign link, a token or a password link, and not too many a minute', async () => {
  const own = world.services.config.publicUrl
  const texts = [
    'https://example.ru/',
    `${own}/tmplink?token=abc`,
    `${own}/?path=/tmplink`,
    `${own}/?path=/operator/act/1?x=1`,
    `${own}.example.ru/print/act/1`,
    '//example.ru/print/act/1',
    '/?path=/tmplink',
    '/tmplink?token=abc',
    'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln',
    '',
    'Пин 480173',
  ]
  for (const text of texts) {
    const answer = await world.nobody.refused(utils.getQrCode, { query: { text } })
    assert.equal(answer.code, 'qr.bad-text', text)
  }
  for (let i = 0; i < 30; i++)
    await world.nobody.raw({ method: 'GET', url: '/api/v1/utils/get_qrcode_img?text=A1' })
  const flood = await world.nobody.refused(utils.getQrCode, { query: { text: 'A1' } })
  assert.equal(flood.code, 'common.too-many')
})
