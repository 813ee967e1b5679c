import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { files } from '#contract/file/file.ts'
import { report } from '#contract/report/report.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { addPerson, openWorld, type TestCompany } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, services, app } = world

const QUERY = { query: { filter: { scope: 'operator' as const } } }
const yardOf = async ({ operator }: TestCompany) =>
  (await operator.api.send(report.getDashboard, QUERY)).yard

/** A vehicle that came with this weight and has not left. */
async function addOnSite(company: TestCompany, plate: string, photo?: string) {
  const supplier = await addSupplier(company, { last_name: 'Зимин' })
  const { id } = await addClosedVisit(company, {
    plate,
    in_g: 12_480_000,
    out_g: 4_260_000,
    supplier_id: supplier.id,
    ...(photo && { photos: [photo] }),
  })
  await sql`delete from weighing where visit_id = ${id} and kind = 'out'`.execute(services.q)
  await sql`update visit set status = 'in', out_at = null, gross_g = null, tare_g = null, net_g = null, drops = '[]'
    where id = ${id}`.execute(services.q)
  return id
}

async function addPhoto({ operator }: TestCompany): Promise<string> {
  const params = { kind: 'photo', post: 1, camera: 1, taken_at: '2025-03-01T09:00:00Z' } as const
  return (await operator.api.send(files.save, { query: { params }, body: await jpeg() })).id
}

test('vehicles on site stand with picture, supplier, time and weight, the longest there first', async () => {
  await sql`alter table weighing disable trigger all`.execute(services.q)
  await sql`alter table visit disable trigger all`.execute(services.q)
  const photo = await addPhoto(own)
  const first = await addOnSite(own, 'А123ВС77', photo)
  const second = await addOnSite(own, 'К535КХ77')
  await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000 })
  await addOnSite(other, 'Н021ВТ97', await addPhoto(other))
  await sql`alter table weighing enable trigger all`.execute(services.q)
  await sql`alter table visit enable trigger all`.execute(services.q)
  const yard = await yardOf(own)
  assert.deepEqual(
    yard!.map(({ visit_id, carnumber, in_g, photo: shown }) => [
      visit_id,
      carnumber,
      in_g,
      shown?.file_id ?? null,
    ]),
    [
      [first, 'А123ВС77', 12_480_000, photo],
      [second, 'К535КХ77', 12_480_000, null],
    ],
  )
  assert.match(yard![0]!.supplier_name!, /^Зимин /)
  const [photo_of_other] = (await yardOf(other))!
  assert.equal(photo_of_other!.carnumber, 'Н021ВТ97')
})

test('who may not read visits is shown no vehicles', async () => {
  const { rows } = await sql<{ modules: string[] }>`
    select settings->'modules' as modules from company where id = ${own.id}`.execute(services.q)
  const all = rows[0]!.modules
  const modules = (list: string[]) =>
    sql`update company set settings = jsonb_set(settings, '{modules}', ${JSON.stringify(list)}::jsonb)
      where id = ${own.id}`.execute(services.q)
  await modules(all.filter((name) => name !== 'transactions'))
  const reader = await addPerson(app, services, own.id, 'owner-y', 'USER', ['OWNER'])
  const { yard } = await reader.api.send(report.getDashboard, QUERY)
  await modules(all)
  assert.equal(yard, null)
})
