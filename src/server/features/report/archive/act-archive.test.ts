import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { files } from '#contract/file/file.ts'
import { report } from '#contract/report/report.ts'
import { Refusal } from '#http/refusal.ts'
import { incomingDir } from '#server/body/receive-file.ts'
import { inTransaction } from '#server/db/handle.ts'
import { readZip } from '#server/unpack/read-zip.ts'
import { addDeal, addDraft, addIssued, type Deal } from '#test/builders/act-forms.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { uploadScans } from '#test/builders/upload-scans.ts'
import { approval } from '#test/support/approve.ts'
import { denyRight } from '#test/support/access-rows.ts'
import { readCsv } from '#test/support/read-csv.ts'
import { holdReports } from '#test/support/report-files.ts'
import { openWorld, type Person, type World } from '#test/support/world.ts'
import { makeReport } from '../write/make-report.ts'
import { noteProgress, takeReport } from '../report-queries.ts'
import { actArchive } from './act-archive.ts'

const run = promisify(execFile)
const BOUNDS = { bytes: 10_000_000, rows: 10_000, columns: 60 }

let world: World
let deal: Deal
/** Two issued acts, one of them void; a draft; one without a stored form whose supplier's name is a formula. */
let issued: { id: string; number: string | null }
let voided: { id: string; number: string | null }
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
  const { own } = world
  deal = await addDeal(own)
  issued = await addIssued(own, deal)
  const wrong = await addIssued(own, deal)
  voided = wrong
  const { operator, manager } = own
  const body = {
    command: 'void' as const,
    id: wrong.id,
    version: wrong.version,
    reason: 'Ошиблись весом',
  }
  const asked = await operator.api.refused(act.update, { body })
  await operator.api.send(act.update, { body }, await approval(operator, asked, manager))
  await addDraft(own, deal)
  const formula = await addSupplier(own, { type: 'company', org_name: '=HYPERLINK("http://x")' })
  await addIssuedAct(own, formula.id, 100_00)
  const pages = [await jpeg('#fefefe', 300, 400), await jpeg('#eeeeee', 300, 400)]
  assert.equal((await uploadScans(operator, issued.id, pages)).status, 200)
  const card = await operator.api.send(act.get, { query: { id: issued.id } })
  const sign = {
    command: 'sign' as const,
    id: card.id,
    version: card.version,
    accepted_scan_ids: card.scans.map(({ id }) => id),
    without_code: true as const,
  }
  await operator.api.send(act.update, { body: sign })
})
after(() => world.close())

const bodyOf = (params: object) => ({ type: 'act_archive', params, format: 'zip' as const })

/** Frees the person from the bound of an hour, which has a test of its own. */
async function ask(by: Person, params: object): Promise<string> {
  await world.services.q
    .updateTable('report')
    .set({ created_at: '2020-01-01T00:00:00Z' })
    .where('status', 'not in', ['queued', 'running'])
    .execute()
  return (await by.api.send(report.create, { body: bodyOf(params) })).reportId
}

const statusOf = (by: Person, reportId: string) =>
  by.api.send(report.getStatus, { query: { reportId } })

async function archiveOf(by: Person, params: object): Promise<Buffer> {
  const id = await ask(by, params)
  await makeReport(world.services, { company_id: world.own.id, id })
  const status = await statusOf(by, id)
  assert.equal(status.status, 'ready', status.error ?? '')
  const blob = await by.api.send(files.get, { params: { id: status.file_id! } })
  return Buffer.from(await blob.arrayBuffer())
}

const unpack = (zip: Buffer) =>
  readZip(zip, {
    entries: 100,
    unpacked: 50_000_000,
    bad: 'file.bad-type',
    large: 'file.too-large',
  })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const left = () => readdir(incomingDir(world.services.config.dataDir)).catch(() => [])

/** Lines of the list of contents by the name of their head. */
function contentsOf(entries: ReadonlyMap<string, Buffer>): Record<string, string>[] {
  const rows = readCsv(entries.get('Опись.csv')!, BOUNDS).map(({ cells }) => cells)
  const [heads, ...lines] = rows
  return lines.map((line) => Object.fromEntries(heads!.map((head, i) => [head, line[i] ?? ''])))
}

test('the archive holds each issued act as its card gives it, and accepted scans, each with its hash', async () => {
  const { operator } = world.own
  const entries = unpack(await archiveOf(operator, { scans: true }))
  const lines = contentsOf(entries)
  assert.equal(lines.length, 2 + 2 + 1 + 1)
  for (const line of lines.filter((one) => one['Файл'] !== ''))
    assert.equal(sha256(entries.get(line['Файл']!)!), line['SHA-256'])
  assert.equal(entries.size, 1 + lines.filter((one) => one['Файл'] !== '').length)
  // Nobody had printed them: the archive stored what the cards give from now on, whatever would be drawn today.
  const { config } = world.services
  const { publicUrl } = config
  Object.assign(config, { publicUrl: 'https://new.example' })
  for (const { id, number } of [issued, voided]) {
    const blob = await operator.api.send(act.getPdf, { query: { actId: id } })
    const name = [...entries.keys()].find((one) => one.startsWith(`Акт ${number} от `))!
    assert.ok(Buffer.from(await blob.arrayBuffer()).equals(entries.get(name)!), name)
  }
  Object.assign(config, { publicUrl })
  const notes = lines.filter((one) => one['Файл'] === '').map((one) => one['Примечание'])
  assert.match(notes.join(';'), /Черновик: документа ещё нет/)
  assert.match(notes.join(';'), /до того, как формы стали храниться/)
  assert.ok(lines.some((one) => one['Поставщик'] === `'=HYPERLINK("http://x")`))
  assert.equal(lines.filter((one) => one['Файл']!.startsWith('Сканы/')).length, 2)
})

test('without scans there are none, and the filter and the order of the list hold', async () => {
  const filter = { status: ['signed'] }
  const entries = unpack(await archiveOf(world.own.operator, { filter, scans: false }))
  const lines = contentsOf(entries)
  assert.deepEqual(
    lines.map((one) => one['Номер']),
    [issued.number],
  )
  assert.equal(entries.size, 2)
  const chosen = { ids: [voided.id] }
  const two = contentsOf(
    unpack(await archiveOf(world.own.operator, { filter: chosen, scans: true })),
  )
  assert.deepEqual(
    two.map((one) => [one['Номер'], one['Примечание']]),
    [[voided.number, 'Аннулирован']],
  )
})

test('unzip and Python read the archive with its Russian names', async () => {
  const zip = await archiveOf(world.own.operator, { scans: true })
  const names = [...unpack(zip).keys()].toSorted()
  const folder = await mkdtemp(path.join(tmpdir(), 'act-archive-'))
  const file = path.join(folder, 'acts.zip')
  await writeFile(file, zip)
  const env = { ...process.env, LC_ALL: 'C.UTF-8', PYTHONIOENCODING: 'utf-8' }
  const python = `import zipfile, sys
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print("\\n".join(archive.namelist()))`
  // A machine without one of them has at least our own reader above.
  for (const [program, args, tests] of [
    ['python3', ['-c', python, file], false],
    ['unzip', ['-tq', file], true],
  ] as const) {
    const said = await run(program, [...args], { env }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (said && !tests) assert.deepEqual(said.stdout.trim().split('\n').toSorted(), names)
    if (said && tests) assert.match(said.stdout, /No errors detected/)
  }
  const unpacked = await run('unzip', ['-q', file, '-d', folder], { env }).catch(() => undefined)
  if (unpacked)
    for (const name of names)
      assert.ok((await readFile(path.join(folder, name))).equals(unpack(zip).get(name)!), name)
  await rm(folder, { recursive: true })
})

test('another company’s acts are not in it, and a stranger’s id finds nothing', async () => {
  const { own, other } = world
  const params = { filter: { ids: [issued.id] }, scans: false }
  const refusal = await other.operator.api.refused(report.create, { body: bodyOf(params) })
  assert.equal(refusal.code, 'report.bad-params')
  assert.match(refusal.message, /ни одного акта/)
  const lines = contentsOf(unpack(await archiveOf(own.operator, { scans: false })))
  assert.ok(lines.every((one) => one['Номер'] !== '' || one['Примечание']!.startsWith('Черновик')))
})

test('a filter without an issued act makes no archive and leaves no file', async () => {
  const { operator } = world.own
  const id = await ask(operator, { filter: { status: ['draft'] }, scans: false })
  await makeReport(world.services, { company_id: world.own.id, id })
  const status = await statusOf(operator, id)
  assert.equal(status.status, 'failed')
  assert.match(status.error!, /ни одного выписанного акта/)
  assert.deepEqual(await left(), [])
})

test('a thousand acts are the most, and a wrong filter or parameter is refused at its field', async () => {
  const { own, other, services } = world
  const one = await addIssuedAct(other, (await addSupplier(other)).id, 100_00)
  await sql`
    insert into act (company_id, id, sort_at, site_id, supplier_id, kind, created_by)
    select company_id, gen_random_uuid(), sort_at, site_id, supplier_id, kind, created_by
    from act cross join generate_series(1, 1000) where id = ${one}`.execute(services.q)
  const all = await other.operator.api.refused(report.create, { body: bodyOf({ scans: false }) })
  assert.match(all.message, /больше 1\s000 актов/)
  const bad = async (params: object) => {
    const refusal = await own.operator.api.refused(report.create, { body: bodyOf(params) })
    return [refusal.code, ...Object.keys(refusal.fields ?? {})]
  }
  assert.deepEqual(await bad({}), ['report.bad-params', 'params.scans'])
  assert.deepEqual(await bad({ scans: true, filter: { status: ['nope'] } }), [
    'report.bad-params',
    'params.filter',
  ])
})

test('whoever may not see whole documents gets no archive of them', async () => {
  const { operator } = world.own
  const allow = await denyRight(world, operator, 'supplier.personal')
  const refusal = await operator.api.refused(report.create, { body: bodyOf({ scans: false }) })
  await allow()
  assert.equal(refusal.code, 'access.denied')
})

test('each act that left with an archive says so in the journal', async () => {
  const { own, services } = world
  const before = await services.q
    .selectFrom('audit_event')
    .where('action', '=', 'act.archive')
    .where('entity_id', '=', issued.id)
    .select('seq')
    .execute()
  await archiveOf(own.manager, { filter: { ids: [issued.id] }, scans: true })
  const events = await services.q
    .selectFrom('audit_event')
    .where('action', '=', 'act.archive')
    .where('entity_id', '=', issued.id)
    .select(['seq', 'user_id'])
    .orderBy('seq')
    .execute()
  assert.equal(events.length, before.length + 1)
  assert.equal(events.at(-1)!.user_id, own.manager.id)
})

test('an order can be cancelled while it waits and while it is made, by its author alone, once', async () => {
  const { own, other, services } = world
  const { operator } = own
  const cancel = (by: Person, reportId: string) =>
    by.api.send(report.cancel, { body: { reportId } })
  const waiting = await ask(operator, { scans: false })
  const stranger = await other.operator.api.refused(report.cancel, { body: { reportId: waiting } })
  assert.equal(stranger.code, 'common.not-found')
  assert.deepEqual(await cancel(operator, waiting), { reportId: waiting, status: 'cancelled' })
  assert.deepEqual(await cancel(operator, waiting), { reportId: waiting, status: 'cancelled' })
  await makeReport(services, { company_id: own.id, id: waiting })
  assert.equal((await statusOf(operator, waiting)).status, 'cancelled')
  const going = await ask(operator, { scans: false })
  const taken = (await inTransaction(own.db, (tx) => takeReport(tx, going)))!
  await cancel(operator, going)
  // What the worker asks between two acts.
  assert.equal(await noteProgress(own.db, taken, 50), false)
  const ready = await ask(operator, { scans: false })
  await makeReport(services, { company_id: own.id, id: ready })
  const late = await operator.api.refused(report.cancel, { body: { reportId: ready } })
  assert.deepEqual([late.status, late.code], [409, 'common.bad-transition'])
})

test('an archive that is stopped between two acts leaves no file', async () => {
  const stop = new Refusal('report.bad-params')
  const heard = async () => Promise.reject(stop)
  const work = inTransaction(world.own.db, (tx) => actArchive.compose(tx, { scans: true }, heard))
  await assert.rejects(work, (error) => error === stop)
  assert.deepEqual(await left(), [])
})

test('an archive whose worker was killed is made anew by the next one', async () => {
  const { own, services } = world
  const id = await ask(own.operator, { scans: false })
  await inTransaction(own.db, (tx) => takeReport(tx, id))
  assert.equal((await statusOf(own.operator, id)).status, 'running')
  await makeReport(services, { company_id: own.id, id })
  assert.equal((await statusOf(own.operator, id)).status, 'ready')
})
