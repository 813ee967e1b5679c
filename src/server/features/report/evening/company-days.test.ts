import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { companyDays } from '#contract/report/company-days.ts'
import { eveningMeanings } from '#contract/report/evening.ts'
import { ownValue } from '#contract/core/own-value.ts'
import { report } from '#contract/report/report.ts'
import { linkedAccounts } from '#contract/user/linked/linked-accounts.ts'
import { addDeal, addIssued } from '#test/builders/act-forms.ts'
import { addPerson, openWorld, worldPassword, type TestCompany } from '#test/support/world.ts'
import { inTransaction } from '../../../db/handle.ts'
import { readEvening } from './read-evening.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, services, app } = world

const ownerOf = ({ id }: TestCompany, login: string) =>
  addPerson(app, services, id, login, 'USER', ['OWNER'])
const days = ({ api }: { api: (typeof own.operator)['api'] }) =>
  api.send(companyDays.getCompanyDays)

test('an owner of two companies sees each day as its overview has it, and together', async () => {
  const here = await ownerOf(own, 'owner-here')
  const there = await ownerOf(other, 'owner-there')
  const stranger = await ownerOf(other, 'owner-else')
  assert.deepEqual(await days(here), { companies: [], together: null }, 'one company says nothing')
  const body = { login: there.login, password: worldPassword }
  await here.api.send(linkedAccounts.linkAccount, { body })
  await addIssued(own, await addDeal(own))
  const deal = await addDeal(other)
  for (let i = 0; i < 2; i++) await addIssued(other, deal)
  const { companies, together } = await days(here)
  assert.deepEqual(
    companies.map(({ id, current }) => [id, current]),
    [
      [here.id, true],
      [there.id, false],
    ],
  )
  for (const [at, company] of [own, other].entries()) {
    const { figures, day } = companies[at]!
    const filter = { scope: 'operator' as const, date_from: day!, date_to: day! }
    const { tiles } = await company.manager.api.send(report.getDashboard, { query: { filter } })
    const shown = new Map(tiles.map(({ key, value }) => [key, value]))
    const { acts, net_g, total_kop, paid_kop, unpaid_acts, payable_kop } = figures!
    assert.deepEqual(
      [acts, net_g, total_kop, paid_kop, unpaid_acts, payable_kop],
      ['acts', 'net', 'total', 'paid', 'unpaid', 'payable'].map((key) => shown.get(key)),
    )
    assert.equal(acts, at + 1)
    const evening = await inTransaction(company.db, (tx) => readEvening(tx, day!, 'Europe/Moscow'))
    for (const key of [...Object.keys(eveningMeanings), 'exceptions', 'loads', 'price_kop'])
      assert.equal(
        ownValue<unknown>({ ...figures }, key),
        ownValue({ ...evening.company }, key),
        key,
      )
  }
  for (const key of ['acts', 'net_g', 'total_kop', 'payable_kop', 'exceptions_kop'] as const)
    assert.equal(together![key], companies[0]!.figures![key]! + companies[1]!.figures![key]!, key)
  assert.deepEqual((await days(stranger)).companies, [], 'an owner beside sees none of it')
  assert.deepEqual((await days(own.manager)).companies, [])
})

test('a company that this session may not enter shows no figures, and neither does a right that was taken', async () => {
  const here = await ownerOf(own, 'owner-weak')
  const there = await ownerOf(other, 'owner-strong')
  const body = { login: there.login, password: worldPassword }
  await here.api.send(linkedAccounts.linkAccount, { body })
  await services.q
    .insertInto('second_factor')
    .values({ user_id: there.id, secret: Buffer.alloc(48), confirmed_at: new Date().toISOString() })
    .execute()
  const [, closed] = (await days(here)).companies
  assert.deepEqual([closed!.day, closed!.figures], [null, null])
  await services.q.deleteFrom('second_factor').where('user_id', '=', there.id).execute()
  assert.ok((await days(here)).companies[1]!.figures)
  const action = await services.q
    .selectFrom('action')
    .where('code', '=', 'exception.review')
    .select('id')
    .executeTakeFirstOrThrow()
  await services.q
    .insertInto('action_access')
    .values({
      id: there.id,
      action_id: action.id,
      company_id: other.id,
      subject: 'role',
      subject_code: 'OWNER',
      allow: false,
    })
    .execute()
  const { figures } = (await days(here)).companies[1]!
  assert.deepEqual(
    [figures!.exceptions, figures!.exceptions_kop, figures!.loads],
    [null, null, null],
  )
  assert.notEqual(figures!.acts, null)
})
