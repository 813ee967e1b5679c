import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { companyChange } from '#contract/company/company-change.ts'
import { company } from '#contract/company/company.ts'
import { report } from '#contract/report/report.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addProduct, addSupplier } from '#test/builders/builders.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { addPerson, openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { app, own, other, supervisor, services } = world

async function matterOf(kind: string, place = own) {
  const query = { filter: { scope: 'operator' as const } }
  const { attention } = await place.operator.api.send(report.getDashboard, { query })
  return attention.find((one) => one.kind === kind)
}

/** A day of the company, so many days before today. */
const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toLocaleDateString('sv-SE', {
    timeZone: 'Europe/Moscow',
  })

async function setScanDays(scan_days: number): Promise<void> {
  const { version } = await supervisor.api.send(company.get, { query: { id: own.id } })
  await supervisor.api.send(companyChange.update, {
    body: { id: own.id, version, settings: { modules_cfg: { act: { scan_days } } } },
  })
  services.sessions.forget()
}

async function addActOf(place: typeof own, day: string): Promise<void> {
  const supplier = await addSupplier(place)
  await addIssuedAct(place, supplier.id, 100, 'issued', day)
}

test('acts without a signed scan are told after the days that the company gives, with their list', async () => {
  await addActOf(own, dayBefore(4))
  await addActOf(own, dayBefore(3))
  await addActOf(other, dayBefore(9))
  const told = await matterOf('unscanned')
  assert.deepEqual(
    [told?.count, told?.kop, told?.text],
    [1, 100, 'Акты старше 3 дн. без принятого подписанного скана.'],
  )
  const { searchParams } = new URL(told!.href, 'http://x')
  const list = await own.operator.api.send(act.getAll, {
    query: { filter: { status: ['issued'], date_to: searchParams.get('to')! } },
  })
  assert.equal(list.total, 1)
  await setScanDays(2)
  const more = await matterOf('unscanned')
  assert.deepEqual([more?.count, more?.kop], [2, 200])
  await setScanDays(0)
  assert.equal(await matterOf('unscanned'), undefined)
})

test('a limit of payments is told when less than a fifth of it is left for today or this month', async () => {
  const bank = await addTrainingBank(own)
  const today = dayBefore(0)
  const limit = (scope: string, scope_key: string, period: string, used_kop: number) =>
    own.db.q
      .insertInto('payment_limit')
      .values({
        company_id: own.id,
        scope,
        scope_key,
        period,
        cap_kop: 1000,
        used_kop,
        cap_count: 9,
      })
      .execute()
  await limit('company_day', '', today, 799)
  await limit('config_day', bank, dayBefore(1), 1000)
  assert.equal(await matterOf('limit'), undefined)
  await limit('config_month', bank, `${today.slice(0, 7)}-01`, 800)
  const told = await matterOf('limit')
  assert.deepEqual(
    [told?.count, told?.text],
    [1, 'Осталось меньше пятой части: за месяц: Учебный банк'],
  )
  assert.equal(await matterOf('limit', other), undefined)
})

test('open discrepancies with the bank are told until they are closed', async () => {
  const id = uuidv7()
  await own.db.q
    .insertInto('payment_discrepancy')
    .values({ company_id: own.id, id, kind: 'unmatched' })
    .execute()
  assert.equal((await matterOf('unmatched'))?.count, 1)
  assert.equal(await matterOf('unmatched', other), undefined)
  // A weigher has no part in payments: neither their matters nor their sums are shown.
  for (const [job, sees] of [
    ['WEIGHER', false],
    ['CASHIER', true],
    ['ACCOUNTANT', true],
  ] as const) {
    const roles = ['OPERATOR', job]
    const person = await addPerson(app, services, own.id, job.toLowerCase(), 'USER', roles)
    const query = { filter: { scope: 'operator' as const } }
    const { attention, tiles } = await person.api.send(report.getDashboard, { query })
    assert.equal(
      attention.some(({ kind }) => kind === 'unmatched'),
      sees,
      job,
    )
    assert.equal(
      tiles.some(({ key }) => key === 'payable'),
      sees,
      job,
    )
    assert.ok(
      tiles.some(({ key }) => key === 'on_site'),
      job,
    )
  }
  await own.db.q
    .updateTable('payment_discrepancy')
    .set({ closed_at: new Date().toISOString(), closed_by: own.manager.id, resolution: 'Сверено' })
    .where('id', '=', id)
    .execute()
  assert.equal(await matterOf('unmatched'), undefined)
})

test('a platform without companies says what to do first, and new companies wait for their beginning', async () => {
  const query = { filter: { scope: 'super' as const } }
  const told = async () => {
    const { attention } = await supervisor.api.send(report.getDashboard, { query })
    return attention.map(({ kind, count }) => `${kind} ${count}`)
  }
  const companies = services.q.updateTable('company')
  assert.deepEqual(await told(), [])
  await companies.set({ status: 'new' }).where('id', '=', other.id).execute()
  assert.deepEqual(await told(), ['fresh 1'])
  await companies.set({ status: 'archived' }).execute()
  assert.deepEqual(await told(), ['first-company null'])
})

test('a company that buys scrap and has no instrument is told so at once, until it has one', async () => {
  await addProduct(own, { name: 'Лом 5А', metal_class: 'ferrous' })
  assert.equal(await matterOf('no_instrument'), undefined)
  const archive = (status: string) =>
    own.db.q.updateTable('instrument').set({ status }).where('company_id', '=', own.id).execute()
  await archive('archived')
  const told = await matterOf('no_instrument').finally(() => archive('active'))
  assert.deepEqual([told?.tone, told?.href], ['error', '/operator/instruments'])
  assert.match(told!.text, /без него ПСА не выписать/)
})
