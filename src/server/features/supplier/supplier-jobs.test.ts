import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { user } from '#contract/user/user.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'
import { tellExpiring } from './supplier-jobs.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, services } = world

const told = async (company = own) =>
  (
    await company.manager.api.send(user.getNotices, {
      query: { filter: { kind: ['document_expiring', 'consent_expiring'] } },
    })
  ).items.map(({ title }) => title)

test('papers that end within two weeks are counted once a week, in each company apart', async () => {
  const [soon, later, archived] = [
    await addSupplier(own),
    await addSupplier(own),
    await addSupplier(own),
  ]
  await addSupplier(other)
  const end = (id: string, days: number, status = 'active') =>
    sql`update supplier set doc_expires_on = current_date + ${days}::int, status = ${status} where id = ${id}`.execute(
      services.q,
    )
  await end(soon.id, 30)
  await end(later.id, 40)
  await end(archived.id, 5, 'archived')
  await tellExpiring(services)
  assert.deepEqual(await told(), [])
  await end(soon.id, 10)
  await tellExpiring(services)
  await tellExpiring(services)
  assert.deepEqual(await told(), ['В ближайшие две недели истекают документы поставщиков: 1'])
  assert.deepEqual(await told(other), [])
  await sql`update notice set at = at - interval '8 days'`.execute(services.q)
  await end(later.id, 12)
  await tellExpiring(services)
  assert.equal((await told())[0], 'В ближайшие две недели истекают документы поставщиков: 2')
})
