import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { bikDirectory, type BikUpload } from '#contract/bank/bik-directory.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { realEd807 } from '#test/builders/ed807.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { storeShippedDirectory } from './shipped-directory.ts'

let world: World
before(async () => {
  world = await openWorld()
  await storeShippedDirectory(world.services)
})
after(() => world.close())

const REAL = new TextDecoder('windows-1251').decode(realEd807())
const ENTRY = /<BICDirectoryEntry .*?<\/BICDirectoryEntry>/gs
// The account keeps its key with this БИК.
const TBANK = '044525974'
const ACCOUNT = '40817810900000000017'

/** The real directory of another day without some of its entries. */
function without(day: string, isGone: (entry: string, place: number) => boolean): Buffer {
  let place = 0
  const xml = REAL.replace(ENTRY, (entry) => (isGone(entry, place++) ? '' : entry))
    .replace('BusinessDay="2022-06-30"', `BusinessDay="${day}"`)
    .replace('encoding="Windows-1251"', 'encoding="UTF-8"')
  return Buffer.from(xml)
}
const whole = (day: string) => without(day, () => false)
const half = (day: string) =>
  without(day, (entry, place) => place % 2 === 1 || entry.includes(`BIC="${TBANK}"`))

async function upload(bytes: Buffer, plan = '') {
  const form = new FormData()
  form.append('files[]', new Blob([new Uint8Array(bytes)]), 'ED807.xml')
  const request = new Request('http://x/', { method: 'POST', body: form })
  const answer = await world.supervisor.api.raw({
    method: 'POST',
    url: `${bikDirectory.upload.path}${plan && `?plan=${plan}`}`,
    headers: { 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json<Partial<BikUpload> & { code?: string; message?: string }>()
}

const loads = () => world.supervisor.api.send(bikDirectory.getLoads)
const bankWarning = async () =>
  (await world.own.operator.api.send(bikDirectory.find, { query: { bik: TBANK } })).warning
const restore = (id: string) => world.supervisor.api.send(bikDirectory.restore, { body: { id } })
/** Every bank and account as the database holds them. */
async function state(): Promise<string> {
  const { rows } = await sql<{ all: string }>`select
    (select jsonb_agg(b order by bik) from bik_bank b)::text ||
    (select jsonb_agg(a order by bik, account) from bik_account a)::text as all`.execute(
    world.services.q,
  )
  return rows[0]!.all
}

/** A bank account and a phone of СБП that both end at one bank. */
async function addMethods(): Promise<void> {
  const { own, services } = world
  await services.q
    .insertInto('sbp_bank')
    .values({ bank_id: '1', name: 'ТБанк', bic: TBANK })
    .execute()
  const who = await addSupplier(own)
  const method = { supplierId: who.id, holder_name: who.name }
  const { send } = own.operator.api
  await send(supplier.createMethod, {
    body: { ...method, kind: 'account', account: ACCOUNT, bik: TBANK, title: 'счёт' },
  })
  await send(supplier.createMethod, {
    body: { ...method, kind: 'sbp', sbp_phone: '+79260000001', sbp_bank_id: '1', title: 'СБП' },
  })
}

test('a file that closes half of the banks needs a confirmation, and nothing changes before it', async () => {
  await addMethods()
  const before = await state()
  const bytes = half('2022-07-01')
  const { question, load } = await upload(bytes)
  assert.equal(load, null)
  assert.ok(question!.closed > 700 && question!.closed < question!.open, `${question!.closed}`)
  assert.deepEqual(
    [question!.methods, question!.banks[0]!.bik, question!.banks[0]!.methods],
    [2, TBANK, 2],
  )
  assert.deepEqual([await state(), (await loads()).length], [before, 1])
  assert.equal(await bankWarning(), null)

  const other = Buffer.concat([bytes, Buffer.from('\n')])
  assert.equal((await upload(other, question!.plan)).code, 'common.stale')
  assert.equal((await upload(whole('2022-07-01'), question!.plan)).code, 'common.stale')
  assert.equal(await state(), before)

  const done = await upload(bytes, question!.plan)
  assert.equal(done.load?.closed, question!.closed)
  assert.match((await bankWarning())!, /Банк закрыт/)
})

test('the previous directory is restored exactly, and the later one after it', async () => {
  const [bad] = await loads()
  assert.deepEqual([bad!.business_day, bad!.former_day], ['2022-07-01', '2022-06-30'])
  const closed = await state()
  const load = await restore(bad!.id)
  assert.deepEqual(
    [load.source, load.business_day, load.bank_count, load.former_day],
    ['restored', '2022-06-30', 1725, '2022-07-01'],
  )
  assert.ok(load.changes.every(({ change }) => change === 'reopened'))
  assert.equal(await bankWarning(), null)
  assert.ok(!(await state()).includes('"left_on": "2022'))
  const refused = await world.supervisor.api.refused(bikDirectory.restore, {
    body: { id: bad!.id },
  })
  assert.equal(refused.code, 'common.stale')
  const again = await restore(load.id)
  assert.deepEqual([again.business_day, await state()], ['2022-07-01', closed])
  await restore(again.id)
  const audit = await world.services.q
    .selectFrom('audit_event')
    .where('action', '=', 'bank.bik_directory_restore')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  assert.equal(audit.count, 3)
})

test('a file with a few closures is taken at once, and another file of the same day replaces it', async () => {
  const first = await upload(without('2022-07-04', (_, place) => place < 20))
  assert.equal(first.load?.closed, 20)
  const second = await upload(without('2022-07-04', (_, place) => place < 10))
  assert.deepEqual(
    [second.load?.business_day, second.load?.changes.filter((c) => c.change === 'reopened').length],
    ['2022-07-04', 10],
  )
  const same = await upload(without('2022-07-04', (_, place) => place < 10))
  assert.equal(same.code, 'bik.not-newer')
})

test('a stored directory of 2099 does not prevent a real one, and is reported', async () => {
  await sql`update bik_load set business_day = '2099-01-01' where seq = (select max(seq) from bik_load)`.execute(
    world.services.q,
  )
  await sql`update bik_bank set left_on = '2099-01-01' where left_on is not null`.execute(
    world.services.q,
  )
  assert.match((await loads())[0]!.warning!, /2099.*такого дня ещё не было/)
  const real = await upload(without('2022-07-05', (_, place) => place < 5))
  assert.equal(real.load?.business_day, '2022-07-05')
  assert.match(real.load!.warning!, /на 05\.07\.2022, ему \d+ дн/, 'it is right, and old')
  assert.ok(!(await state()).includes('2099-01-01'))
})

test('only SUPERVISOR restores a directory, and the first one has none before it', async () => {
  const [load] = await loads()
  const body = { id: load!.id }
  for (const { api } of [world.own.operator, world.own.manager])
    assert.equal((await api.refused(bikDirectory.restore, { body })).code, 'access.denied')
  assert.equal((await world.nobody.refused(bikDirectory.restore, { body })).code, 'auth.required')
  await sql`update bik_load set previous = null`.execute(world.services.q)
  assert.equal((await loads())[0]!.former_day, null)
  const refused = await world.supervisor.api.refused(bikDirectory.restore, { body })
  assert.equal(refused.code, 'bik.no-former')
})
