import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { installation } from '#contract/installation/installation.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { openWorld } from '#test/support/world.ts'
import { holdPayouts } from '../../installation/installation-queries.ts'
import { watchInstallation } from './installation-jobs.ts'

const backup = { dir: '/nowhere', recipient: 'age1', keepDays: 35 }
const world = await openWorld({ config: { backup } })
after(() => world.close())
const { services, supervisor, own } = world
const { q } = services

const state = () => supervisor.api.send(installation.getState, {})

async function noteRun(hoursAgo: number, failure: string | null): Promise<void> {
  await q
    .insertInto('backup_run')
    .values({
      id: uuidv7(),
      started_at: sql`now() - ${hoursAgo} * interval '1 hour'`,
      ended_at: sql`now() - ${hoursAgo} * interval '1 hour'`,
      name: failure === null ? `2026-01-0${hoursAgo % 9}T00-00-00Z` : null,
      failure,
    })
    .execute()
}

async function told(): Promise<string[]> {
  const rows = await q
    .selectFrom('notice')
    .where('user_id', '=', supervisor.id)
    .orderBy('at')
    .select('title')
    .execute()
  return rows.map(({ title }) => title)
}

test('a backup that is late or failed is seen and told once a day; a newer whole one ends it', async () => {
  assert.deepEqual((await state()).backup, {
    is_set_up: true,
    is_late: true,
    last: null,
    failed: null,
  })
  const backupRow = async () => (await state()).rows.find(({ what }) => what === 'Резервная копия')!
  assert.deepEqual(
    [(await backupRow()).state, (await backupRow()).told],
    ['bad', 'Ещё нет ни одной'],
  )
  await watchInstallation(services)
  await watchInstallation(services)
  assert.deepEqual(await told(), ['Резервной копии ещё нет ни одной'])
  await noteRun(27, null)
  await noteRun(3, 'диск полон')
  const late = await state()
  assert.deepEqual([late.backup.is_late, late.backup.failed!.failure], [true, 'диск полон'])
  assert.equal(late.backup.last!.name, '2026-01-00T00-00-00Z')
  await watchInstallation(services)
  assert.equal((await told()).at(-1), 'Последняя резервная копия: 2026-01-00T00-00-00Z')
  await noteRun(1, null)
  const { backup: whole } = await state()
  assert.deepEqual(
    [whole.is_late, whole.failed, whole.last!.name],
    [false, null, '2026-01-01T00-00-00Z'],
  )
})

test('a hold is told to super administrators, and nobody else sees the state', async () => {
  await holdPayouts(q, 'База вернулась в прошлое')
  await watchInstallation(services)
  assert.match((await told()).at(-1)!, /^Выплаты ждут: База вернулась в прошлое/)
  assert.equal((await own.manager.api.refused(installation.getState)).code, 'access.denied')
  const body = { reason: 'Сверили всё по выпискам банков' }
  const denied = await own.manager.api.refused(installation.release, { body })
  assert.equal(denied.code, 'access.denied')
})
