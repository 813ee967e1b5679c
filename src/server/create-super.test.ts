import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { auth } from '#contract/user/auth.ts'
import { makeSecrets } from '#server/config.ts'
import { childEnvironment } from '#test/support/child-environment.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-super-'))
makeSecrets(path.join(dataDir, 'secrets'))
after(async () => {
  await world.close()
  await rm(dataDir, { recursive: true, force: true })
})

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const script = path.resolve(import.meta.dirname, 'create-super.ts')
  const env = {
    ...childEnvironment,
    DATABASE_URL: world.services.config.databaseUrl,
    DATA_DIR: dataDir,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

test('the first super administrator is made once and enters by the password shown', async () => {
  const { q } = world.services
  const bad = await run('Root', 'Иванов Иван')
  assert.equal(bad.code, 2)
  assert.match(bad.err, /Логин/)
  const nameless = await run('root', ' ')
  assert.match(nameless.err, /^Имя: Заполните поле$/m)
  assert.equal((await run()).code, 2)
  assert.equal((await run('root', 'Иванов Иван', '--no-such')).code, 2)
  const refused = await run('root', 'Иванов Иван')
  assert.equal(refused.code, 2)
  assert.match(refused.err, /уже есть/)
  const taken = await run('super', 'Иванов Иван', '--more')
  assert.match(taken.err, /логин уже занят/)
  await q
    .updateTable('app_user')
    .set({ status: 'dismissed' })
    .where('role', '=', 'SUPERVISOR')
    .execute()
  const made = await run('root', 'Иванов Иван Иванович')
  assert.equal(made.code, 0, made.err)
  const password = /Пароль: (\S{24})/.exec(made.out)![1]!
  const { user } = await world.nobody.send(auth.login, { body: { login: 'root', password } })
  assert.equal(user.info.role, 'SUPERVISOR')
  const stored = JSON.stringify(await q.selectFrom('audit_event').selectAll().execute())
  assert.ok(!stored.includes(password))
})
