import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { auth } from '#contract/user/auth.ts'
import { secondFactor } from '#contract/user/second-factor.ts'
import { makeSecrets } from '#server/settings/secret-files.ts'
import { codeOf } from '#test/authenticator.ts'
import { apiOf } from '#test/support/api.ts'
import { childEnvironment } from '#test/support/child-environment.ts'
import { addPerson, openWorld, worldPassword } from '#test/support/world.ts'
import { programFile } from '../../scripts/program-file.ts'

const world = await openWorld()
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-super-'))
makeSecrets(path.join(dataDir, 'secrets'))
after(async () => {
  await world.close()
  await rm(dataDir, { recursive: true, force: true })
})

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const script = programFile('src/server/create-super.ts')
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

test('the first super administrator is created once and signs in with the printed password', async () => {
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

test('whoever has lost every code of the only super administrator gets in by one more', async () => {
  const made = await run('helper', 'Петров Пётр Петрович', '--more')
  assert.equal(made.code, 0, made.err)
  const password = /Пароль: (\S{24})/.exec(made.out)![1]!
  const { nobody, services, app } = world
  const { token } = await nobody.send(auth.login, { body: { login: 'helper', password } })
  const replaced = { old_password: password, new_password: 'гараж-сирень-самовар-42' }
  await apiOf(app, token).send(auth.changePassword, { body: replaced })
  const { id, login, api } = await addPerson(app, services, null, 'lost', 'SUPERVISOR', [])
  const known = { password: worldPassword }
  const { secret } = await api.send(secondFactor.beginTotp, { body: known })
  await api.send(secondFactor.confirmTotp, { body: { otp: await codeOf(secret) } })
  const closed = await nobody.refused(auth.login, { body: { login, ...known } })
  assert.equal(closed.code, 'auth.otp-required')
  await apiOf(app, token).send(secondFactor.superResetSecondFactor, {
    body: { id, proof: 'Лично' },
  })
  await nobody.send(auth.login, { body: { login, ...known } })
})

test('a super administrator whose keys belong to another host gets in by a new password from the console', async () => {
  const { nobody, services, app } = world
  const { id, login } = await addPerson(app, services, null, 'moved', 'SUPERVISOR', [])
  const key = {
    id: crypto.randomUUID(),
    user_id: id,
    credential_id: Buffer.from('moved'),
    public_key: Buffer.from([1]),
    counter: 0,
    aaguid: crypto.randomUUID(),
    transports: [],
    synced: false,
    name: 'Ключ',
    host: 'old.example.ru',
  }
  await services.q.insertInto('passkey').values(key).execute()
  await sql`insert into push_browser (id, user_id, endpoint_hash, sealed, agent)
    values (${crypto.randomUUID()}, ${id}, ${Buffer.alloc(32)}, ${Buffer.alloc(1)}, 'lost')`.execute(
    services.q,
  )
  const none = await run('nobody-here', '--recover')
  assert.deepEqual(
    [none.code, none.err.trim()],
    [2, 'Действующего суперадминистратора «nobody-here» нет'],
  )
  assert.equal((await run('operator', '--recover')).code, 2)
  for (let n = 0; n < 5; n++)
    await nobody.refused(auth.login, { body: { login, password: `guess ${n}` } })
  const locked = await nobody.refused(auth.login, { body: { login, password: worldPassword } })
  assert.equal(locked.code, 'auth.locked')
  const made = await run(login.toUpperCase(), '--recover')
  assert.equal(made.code, 0, made.err)
  const password = /Пароль: (\S{24})/.exec(made.out)![1]!
  const previous = await nobody.refused(auth.login, { body: { login, password: worldPassword } })
  assert.equal(previous.code, 'auth.bad-credentials')
  await nobody.send(auth.login, { body: { login, password } })
  for (const table of ['passkey', 'push_browser'] as const)
    assert.deepEqual(
      await services.q.selectFrom(table).where('user_id', '=', id).select('id').execute(),
      [],
    )
})
