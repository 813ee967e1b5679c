import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { user } from '#contract/user/user.ts'
import type { NoticeKind } from '#contract/user/notice-kinds.ts'
import { addDevices } from '#test/site/yard-devices.ts'
import { openWorld } from '#test/support/world.ts'
import { tellAbsences, tellVerifications } from './device-jobs.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, services } = world
await addDevices(own)

const toldOf = async (kind: NoticeKind, company = own) =>
  (
    await company.manager.api.send(user.getNotices, { query: { filter: { kind: [kind] } } })
  ).items.map(({ title }) => title)

test('a device that goes offline is reported once for each absence, and one that was never online is not', async () => {
  await sql`update device set status = 'offline', last_seen_at = null`.execute(services.q)
  await tellAbsences(services)
  assert.deepEqual(await toldOf('device_offline'), [])
  const scale = sql`(select id from device where kind = 'scale' order by code limit 1)`
  const leave = (minutes: number) =>
    sql`update device set last_seen_at = now() - make_interval(mins => ${minutes}) where id = ${scale}`.execute(
      services.q,
    )
  await leave(5)
  await tellAbsences(services)
  assert.deepEqual(await toldOf('device_offline'), [])
  await leave(11)
  await tellAbsences(services)
  await tellAbsences(services)
  assert.equal((await toldOf('device_offline')).length, 1)
  assert.match((await toldOf('device_offline'))[0]!, /не на связи$/)
  assert.deepEqual(await toldOf('device_offline', other), [])
  // It came back and went away again an hour after the first notice.
  await sql`update notice set at = at - interval '60 minutes'`.execute(services.q)
  await leave(30)
  await tellAbsences(services)
  assert.equal((await toldOf('device_offline')).length, 2)
})

test('an expiring verification is reported in stages, each once', async () => {
  const until = (days: number) =>
    sql`update device set verification_until = (now() at time zone 'Europe/Moscow')::date + ${days}::int
      where id = (select id from device where kind = 'scale' order by code limit 1)`.execute(
      services.q,
    )
  await until(31)
  await tellVerifications(services)
  assert.deepEqual(await toldOf('verification_due'), [])
  for (const days of [20, 5, -1]) {
    await until(days)
    await tellVerifications(services)
    await tellVerifications(services)
  }
  const told = (await toldOf('verification_due')).toReversed()
  assert.equal(told.length, 3)
  assert.match(told[0]!, /заканчивается \d{2}\.\d{2}\.\d{4}$/)
  assert.match(told[1]!, /меньше недели$/)
  assert.match(told[2]!, /закончилась .* нельзя$/)
})
