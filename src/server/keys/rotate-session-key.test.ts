import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { auth } from '#contract/user/auth.ts'
import { signTicket, tokenKeys } from '#server/auth/tokens.ts'
import { makeSecrets } from '#server/settings/secret-files.ts'
import { openSecondProcess } from '#test/failures/second-process.ts'
import { apiOf } from '#test/support/api.ts'
import { until } from '#test/support/until.ts'
import { openWorld, signIn, type World } from '#test/support/world.ts'
import type { KeyWork } from './rotate-keys.ts'
import { openOwner } from './seal-key-queries.ts'
import {
  prepareSessionKey,
  retireSessionKey,
  rotateSessionKey,
  tellSessionKey,
} from './rotate-session-key.ts'

const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-session-key-'))
makeSecrets(dir)
const fileOf = (name: string) => path.join(dir, name)
const HOUR = 3_600_000

let world: World
let second: Awaited<ReturnType<typeof openSecondProcess>>
let work: KeyWork
const said: string[] = []
before(async () => {
  world = await openWorld({ config: { keyFolders: [{ dir }] } })
  second = await openSecondProcess(world)
  const owner = openOwner(world.services.config)
  after(() => owner.close())
  work = { services: world.services, owner: owner.q, say: (words) => void said.push(words) }
})
after(async () => {
  await second.close()
  await world.close()
  await rm(dir, { recursive: true })
})

const processes = () => [world.app, second.world.app]
async function assertIn(token: string): Promise<void> {
  for (const app of processes()) await apiOf(app, token).send(auth.validateJWT)
}
async function assertOut(token: string): Promise<void> {
  for (const app of processes()) {
    const { code } = await apiOf(app, token).refused(auth.validateJWT)
    assert.equal(code, 'auth.required')
  }
}
const signedIn = (by = world.services) => signIn(by, world.own.operator.id)
const jtiOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { jti: string }).jti
/** A ticket for somebody's living session, by a key that leaked. */
function forge(seed: Buffer, token: string): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 600
  const keys = tokenKeys(seed, world.services.tokenKeys.issuer)
  return signTicket(keys, { jti: jtiOf(token), userId: world.own.operator.id, exp })
}
/** As if the rotation had been that long ago, for the files and the sessions that began before it. */
async function passTime(ms: number): Promise<void> {
  const at = new Date(Date.now() - ms)
  await utimes(fileOf('session-previous.key'), at, at)
  for (const { services } of [world, second.world]) services.tokenKeys.learn()
}
const beginAt = (token: string, at: Date) =>
  world.services.q
    .updateTable('session')
    .set({ signed_in_at: at.toISOString() })
    .where('jti', '=', jtiOf(token))
    .execute()

test('a new key signs, the former one is accepted by every process, and a retired one lets in nobody', async () => {
  const leaked = await readFile(fileOf('session.key'))
  const old = await signedIn()
  await assertIn(old)
  await rotateSessionKey(work)
  assert.notDeepEqual(await readFile(fileOf('session.key')), leaked)
  assert.deepEqual(await readFile(fileOf('session-previous.key')), leaked)
  await assertIn(old)
  world.services.tokenKeys.learn()
  const fresh = await signedIn()
  await assertIn(fresh)
  await assert.rejects(rotateSessionKey(work), /прежний ключ сеансов принимается до/)

  // An hour later: who has the former key reaches no session that began since.
  await passTime(HOUR)
  await beginAt(old, new Date(Date.now() - 2 * HOUR))
  await assertIn(old)
  await assertOut(await forge(leaked, fresh))
  await assertIn(await forge(leaked, old))
  // Nor does it end one.
  await apiOf(world.app, await forge(leaked, fresh)).send(auth.logout)
  await assertIn(fresh)
  const shown = await world.app.inject({ url: '/.well-known/jwks.json' })
  assert.equal(shown.json<{ keys: object[] }>().keys.length, 2)

  await retireSessionKey(work, async () => undefined)
  await assertOut(old)
  await assertIn(fresh)
  for (const { services } of [world, second.world])
    await until(() => services.tokenKeys.accepted().length === 1)
  await assertOut(await forge(leaked, fresh))
  const { revoked_at } = await world.services.q
    .selectFrom('session')
    .where('jti', '=', jtiOf(old))
    .select('revoked_at')
    .executeTakeFirstOrThrow()
  assert.notEqual(revoked_at, null)
  await assert.rejects(retireSessionKey(work), /прежнего ключа сеансов здесь нет/)
})

test('a key of another process is met with its first ticket, and a prepared one is accepted before it signs', async () => {
  await prepareSessionKey(work)
  await assert.rejects(prepareSessionKey(work), /уже ждёт/)
  const next = await readFile(fileOf('session-next.key'))
  // Nobody looked at the folder since: the ticket itself makes both look.
  await assertIn(await forge(next, await signedIn()))
  await rotateSessionKey(work)
  assert.deepEqual(await readFile(fileOf('session.key')), next)
  said.length = 0
  await tellSessionKey(work)
  assert.match(said.join('\n'), /session-previous\.key принимается до/)
})

test('the former key ends with the last session that it signed, also where its file stays', async () => {
  const previous = await readFile(fileOf('session-previous.key'))
  const token = await signedIn()
  await passTime(11 * HOUR)
  await beginAt(token, new Date(Date.now() - 11 * HOUR))
  await assertIn(await forge(previous, token))
  await passTime(12 * HOUR + 10_000)
  await beginAt(token, new Date(Date.now() - 13 * HOUR))
  world.services.sessions.forget()
  second.world.services.sessions.forget()
  await assertOut(await forge(previous, token))
  said.length = 0
  await tellSessionKey(work)
  assert.match(said.join('\n'), /session-previous\.key не принимается с/)
})

test('a session that was being opened while its key was retired ends with it', async () => {
  await passTime(HOUR)
  let late = ''
  said.length = 0
  await retireSessionKey(work, async () => {
    late = await signedIn()
    await beginAt(late, new Date(Date.now() - 2 * HOUR))
    await assertIn(late)
  })
  await assertOut(late)
  assert.equal(said.filter((words) => words.startsWith('Завершено сеансов: ')).length, 1)
})

test('a rotation that a crash cut goes on, and a file that is no key changes nothing', async () => {
  const signing = await readFile(fileOf('session.key'))
  await writeFile(fileOf('session-previous.key'), signing, { mode: 0o600 })
  await writeFile(fileOf('session-next.key'), randomBytes(7), { mode: 0o600 })
  await assert.rejects(rotateSessionKey(work), /слишком слаб/)
  assert.deepEqual(await readFile(fileOf('session.key')), signing)
  await rm(fileOf('session-next.key'))
  await rotateSessionKey(work)
  assert.notDeepEqual(await readFile(fileOf('session.key')), signing)
})
