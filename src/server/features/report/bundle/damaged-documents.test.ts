import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { audit } from '#contract/audit/audit.ts'
import { files } from '#contract/file/file.ts'
import type { ReportFormat } from '#contract/report/report-entities.ts'
import { user } from '#contract/user/user.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { DamagedRecord } from '#server/damage/damaged-record.ts'
import { openWhole } from '#server/damage/open-whole.ts'
import { reportDamage } from '#server/damage/report-damage.ts'
import { addDeal, addIssued } from '#test/builders/act-forms.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { uploadScans } from '#test/builders/upload-scans.ts'
import { denyRight } from '#test/support/access-rows.ts'
import { pdfPages } from '#test/support/pdf-text.ts'
import { readCsv } from '#test/support/read-csv.ts'
import { holdReports, orderBytes, orderCsv } from '#test/support/report-files.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { readZip } from '../../../unpack/read-zip.ts'

let world: World
/** The stored things of `broken` are changed past the product, those of `sound` are not. */
let broken: { id: string; number: string | null }
let sound: { id: string; number: string | null }
let scan: { id: string; storage_key: string; sha256: Buffer }
let weightActId: string

before(async () => {
  world = await openWorld({ config: { logLevel: 'silent' } })
  await holdReports(world)
  const { own } = world
  const { api } = own.operator
  const deal = await addDeal(own)
  broken = await addIssued(own, deal)
  sound = await addIssued(own, deal)
  for (const { id } of [broken, sound]) {
    await api.send(act.getPdf, { query: { actId: id } })
    await api.send(act.getOwnershipPdf, { query: { actId: id } })
    assert.equal(
      (await uploadScans(own.operator, id, [await jpeg('#fefefe', 300, 400)])).status,
      200,
    )
    const card = await api.send(act.get, { query: { id } })
    const accepted = card.scans.map((one) => one.id)
    const body = {
      command: 'sign',
      id,
      version: card.version,
      accepted_scan_ids: accepted,
    } as const
    await api.send(act.update, { body: { ...body, without_code: true } })
  }
  const card = await api.send(act.get, { query: { id: broken.id } })
  weightActId = card.weight_acts[0]!.id
  await api.send(weightacts.getPdf, { params: { id: weightActId }, query: {} })
  scan = await world.services.q
    .selectFrom('file')
    .where('entity_id', '=', broken.id)
    .where('kind', '=', 'signed_act')
    .select(['id', 'storage_key', 'sha256'])
    .executeTakeFirstOrThrow()
})
after(() => world.close())

const storedPath = (key: string) => path.join(world.services.config.dataDir, 'files', key)

/** Changes a row as whoever owns the database can, does `work`, and puts the row back. */
async function whileChanged(
  table: 'issued_pdf' | 'issued_form' | 'act',
  columns: readonly string[],
  id: string,
  work: () => Promise<void>,
): Promise<void> {
  const key = sql.ref(table === 'act' ? 'id' : 'entity_id')
  const run = (set: ReturnType<typeof sql>) =>
    world.services.q.connection().execute(async (q) => {
      await sql`set session_replication_role = replica`.execute(q)
      await sql`update ${sql.table(table)} set ${set} where ${key} = ${id}`.execute(q)
      await sql`set session_replication_role = default`.execute(q)
    })
  const flip = sql.join(
    columns.map(
      (name) =>
        sql`${sql.ref(name)} = set_byte(${sql.ref(name)}, 40, 255 - get_byte(${sql.ref(name)}, 40))`,
    ),
  )
  await run(sql`${flip}`)
  await work().finally(() => run(sql`${flip}`))
}

async function whileFile(change: (file: string) => Promise<void>, work: () => Promise<void>) {
  const file = storedPath(scan.storage_key)
  const bytes = await readFile(file)
  await change(file)
  await work().finally(() => writeFile(file, bytes))
}

/** What the journal of the company says of damaged records, the oldest first. */
async function reported(id: string): Promise<string[]> {
  const filter = { action: 'data.damaged', entity_id: id, company_id: world.own.id }
  const { items } = await world.supervisor.api.send(audit.getEvents, { query: { filter } })
  const parts: string[] = []
  for (const { seq } of items.toReversed()) {
    const query = { companyId: world.own.id, seq }
    const { changes } = await world.supervisor.api.send(audit.getEvent, { query })
    parts.push(changes.find(({ title }) => title === 'Что повреждено')!.after)
  }
  return parts
}

const order = (type: string, params: object, format: ReportFormat) =>
  orderBytes(world, world.own.manager, { type, params, format })

const archive = async () => {
  const params = { filter: { ids: [broken.id, sound.id] }, scans: true }
  const bounds = {
    entries: 100,
    unpacked: 50_000_000,
    bad: 'file.bad-type',
    large: 'file.too-large',
  } as const
  const entries = readZip(Buffer.from(await order('act_archive', params, 'zip')), bounds)
  const csv = readCsv(entries.get('Опись.csv')!, { bytes: 100_000, rows: 100, columns: 60 })
  return { names: [...entries.keys()], lines: csv.map(({ cells }) => cells.join(';')) }
}

const bundle = async () => {
  const bytes = await order('act_bundle', { act_id: broken.id }, 'pdf')
  return (await pdfPages(Buffer.from(bytes))).join(' ').replaceAll(/\s+/g, ' ')
}

test('a stored PDF that was changed is refused in words, and the journal and the super administrators are told once', async () => {
  const { api } = world.own.operator
  await whileChanged('issued_pdf', ['pdf'], broken.id, async () => {
    for (let n = 0; n < 2; n++) {
      const refusal = await api.refused(act.getPdf, { query: { actId: broken.id } })
      assert.deepEqual([refusal.status, refusal.code], [409, 'common.damaged'])
      assert.match(refusal.message, /^Сохранённый PDF изменён или утрачен/)
    }
  })
  assert.deepEqual(await reported(broken.id), ['Сохранённый PDF'])
  const { items } = await world.supervisor.api.send(user.getNotices, { query: { filter: {} } })
  const [notice, ...more] = items.filter(({ kind }) => kind === 'record_damaged')
  assert.match(notice!.title, /Возможна подмена/)
  assert.equal(notice!.href, `/super/audit?company=${world.own.id}&purpose=damaged`)
  assert.deepEqual(more, [])
  assert.ok((await api.send(act.getPdf, { query: { actId: broken.id } })).size > 1000)
})

test('a hash that was exchanged with the bytes left alone is found too', async () => {
  const { q } = world.services
  const row = await q
    .selectFrom('issued_pdf')
    .where('entity_id', '=', sound.id)
    .select('sha256')
    .executeTakeFirstOrThrow()
  const swap = (sha256: Buffer) =>
    q.connection().execute(async (own) => {
      await sql`set session_replication_role = replica`.execute(own)
      await own
        .updateTable('issued_pdf')
        .set({ sha256 })
        .where('entity_id', '=', sound.id)
        .execute()
      await sql`set session_replication_role = default`.execute(own)
    })
  await swap(Buffer.alloc(32, 7))
  const refusal = await world.own.operator.api.refused(act.getPdf, { query: { actId: sound.id } })
  await swap(row.sha256)
  assert.equal(refusal.code, 'common.damaged')
})

test('the archive and the bundle go on and say which document is damaged', async () => {
  await whileChanged('issued_pdf', ['pdf'], broken.id, async () => {
    const { names, lines } = await archive()
    const isAct = (number: string | null) => (name: string) => name.startsWith(`Акт ${number} от`)
    assert.ok(!names.some(isAct(broken.number)))
    assert.ok(names.some(isAct(sound.number)))
    const [line] = lines.filter((one) => one.includes('ПОВРЕЖДЁН'))
    assert.ok(line)
    assert.ok(line.startsWith(`${broken.number};`), line)
    assert.match(line, /Сохранённый PDF, байты не те, что были сохранены, был записан [0-9a-f]{64}/)
    const text = await bundle()
    assert.match(text, /Файлы PDF отпечаток сошёлся у 1 из 3, повреждено 2 НЕ СХОДИТСЯ/)
    assert.match(text, /НАЙДЕНЫ РАСХОЖДЕНИЯ: файлы pdf/)
    assert.match(text, /ПОВРЕЖДЁН, отпечаток того, что был/)
  })
})

test('an act whose stored form does not open is not printed, and its bundle has a sheet that says so', async () => {
  const { api } = world.own.operator
  const columns = ['body_html', 'body_blocks', 'supplier_snapshot']
  await whileChanged('act', columns, broken.id, async () => {
    const page = await api.refused(act.getBody, { query: { actId: broken.id } })
    assert.match(page.message, /^Сохранённый бланк изменён/)
    const pdf = await api.refused(act.getPdf, { query: { actId: broken.id } })
    assert.match(pdf.message, /^Сохранённый текст документа изменён/)
    assert.match(
      await bundle(),
      /ФОРМА ПОВРЕЖДЕНА.*Форма акта № \S+, страница выписки \(ПОВРЕЖДЕНА/,
    )
    const { lines } = await archive()
    assert.equal(lines.filter((one) => one.includes('ПОВРЕЖДЁН')).length, 1)
    const year = { year: String(new Date().getFullYear()) }
    const register = (await orderCsv(world, world.own.manager, 'psa_register', year)).flat()
    assert.ok(register.includes('СВЕДЕНИЯ ПОВРЕЖДЕНЫ: сохранены были другие'))
    const allow = await denyRight(world, world.own.manager, 'supplier.personal')
    const masked = await bundle().finally(allow)
    assert.match(masked, /ФОРМА ПОВРЕЖДЕНА/)
  })
  const parts = await reported(broken.id)
  for (const part of [
    'Сохранённый бланк',
    'Сохранённый текст документа',
    'Сохранённый список сведений о поставщике',
  ])
    assert.ok(parts.includes(part), part)
})

test('a weight act whose frozen form was changed keeps its card and says so instead of the paper', async () => {
  const { api } = world.own.operator
  await whileChanged('issued_form', ['form'], weightActId, async () => {
    const card = await api.send(weightacts.get, { params: { id: weightActId } })
    assert.match(card.body_html, /ФОРМА ПОВРЕЖДЕНА/)
    const refusal = await api.refused(weightacts.getPdf, { params: { id: weightActId }, query: {} })
    assert.equal(refusal.code, 'common.damaged')
    assert.match(await bundle(), /форм заявления и весовых актов повреждено 1/)
  })
  assert.deepEqual(await reported(weightActId), ['Сохранённый текст документа'])
})

test('a scan that was changed or that the disk lost is refused in words and reported', async () => {
  const { own, supervisor } = world
  const call = { params: { id: scan.id } }
  await whileFile(
    (file) => writeFile(file, 'another picture'),
    async () => {
      const refusal = await own.operator.api.refused(files.get, call)
      assert.match(refusal.message, /^Файл изменён или утрачен/)
      assert.equal((await supervisor.api.refused(files.get, call)).code, 'common.damaged')
      const { lines } = await archive()
      assert.ok(lines.some((line) => line.includes('Скан ИЗМЕНЁН')))
    },
  )
  await whileFile(rm, async () => {
    assert.equal((await own.operator.api.refused(files.get, call)).code, 'common.damaged')
    const { lines } = await archive()
    assert.ok(lines.some((line) => line.includes('НЕ НАЙДЕН')))
  })
  assert.deepEqual(await reported(scan.id), ['Файл'])
  const bytes = Buffer.from(await (await own.operator.api.send(files.get, call)).arrayBuffer())
  assert.deepEqual(createHash('sha256').update(bytes).digest(), scan.sha256)
})

test('bytes that retention takes at this moment are no damage', async () => {
  const { q } = world.services
  const other = await q
    .selectFrom('file')
    .where('entity_id', '=', sound.id)
    .where('kind', '=', 'signed_act')
    .select(['id', 'storage_key', 'sha256'])
    .executeTakeFirstOrThrow()
  const setDeleted = (deleted_at: string | null) =>
    q.updateTable('file').set({ deleted_at }).where('id', '=', other.id).execute()
  await setDeleted(new Date().toISOString())
  const gone = { ...other, storage_key: `${other.storage_key.slice(0, -4)}0000` }
  const error = await openWhole(world.own.db, gone).catch((caught: unknown) => caught)
  assert.ok(error instanceof DamagedRecord)
  await reportDamage(world.own.db, error.damage)
  await setDeleted(null)
  assert.deepEqual(await reported(other.id), [])
  await reportDamage(world.own.db, error.damage)
  assert.deepEqual(await reported(other.id), ['Файл'])
})

test('a large file that was changed never arrives whole', async () => {
  const bytes = Buffer.alloc(33 * 1024 * 1024, 1)
  const key = await world.services.files.put(world.own.id, bytes)
  const sha256 = createHash('sha256').update(bytes).digest()
  const file = { id: scan.id, storage_key: key, sha256 }
  const whole = await openWhole(world.own.db, file)
  assert.equal((await buffer(whole.body)).length, bytes.length)
  await writeFile(storedPath(key), bytes.fill(2, bytes.length - 1))
  const changed = await openWhole(world.own.db, file)
  let came = 0
  await assert.rejects(
    async () => {
      for await (const piece of changed.body) came += (piece as Buffer).length
    },
    { code: 'common.damaged' },
  )
  assert.ok(came < bytes.length)
  await rm(storedPath(key))
})
