import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { auth } from '#contract/user/auth.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { until } from '#test/support/until.ts'
import { openWorld, worldPassword } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, services, nobody } = world
const { q } = services

test('a password that is set while the former one is being proven leaves no session of the former', async () => {
  const { id, login } = own.operator
  const password = 'семь синих бегемотов'
  const { answer } = await q.transaction().execute(async (held) => {
    const row = held.updateTable('app_user').where('id', '=', id)
    await row.set({ position: 'Приёмщик' }).execute()
    const answer = nobody.refused(auth.login, { body: { login, password: worldPassword } })
    const isWaiting = sql`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%password_hash%for update%'`
    await until(async () => (await isWaiting.execute(q)).rows.length > 0)
    await row.set({ password_hash: await hashPassword(password) }).execute()
    // Not awaited here: it ends when the row is free.
    return { answer }
  })
  assert.equal((await answer).code, 'auth.bad-credentials')
  const entered = await nobody.send(auth.login, { body: { login, password } })
  assert.equal(entered.user.id, id)
})
