import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { company } from '#contract/company/company.ts'
import { childEnvironment } from '#test/support/child-environment.ts'
import { NEW_ADDRESS, openTwoInstallations } from '#test/moves/two-installations.ts'
import { until } from '#test/support/until.ts'
import type { World } from '#test/support/world.ts'
import { findBrokenLink } from '../features/audit/verify-links.ts'
import { uuidv7 } from '../db/uuid.ts'
import { hashOfStored } from '../storage/file-store.ts'
import { programFile } from '../../../scripts/program-file.ts'

const two = await openTwoInstallations()
after(() => two.close())
const { here, there } = two
const { own } = here
const dir = path.join(two.dir, 'package')
const identity = path.join(two.dir, 'identity.key')
const FILES = 200

before(async () => {
  for (let i = 0; i < FILES; i++) {
    const bytes = randomBytes(50_000)
    await own.db.q
      .insertInto('file')
      .values({
        company_id: own.id,
        id: uuidv7(),
        kind: 'photo',
        mime: 'image/jpeg',
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest(),
        storage_key: await here.services.files.put(own.id, bytes),
      })
      .execute()
  }
  await writeFile(identity, two.identity, { mode: 0o600 })
  await Promise.all([here, there].map(writeKeys))
})

const secretsOf = ({ services }: World) => path.join(services.config.dataDir, 'keys')

/** The keys of a world as files, as a program finds them. */
async function writeKeys(world: World): Promise<void> {
  const { secrets, dataDir } = world.services.config
  const folder = secretsOf(world)
  await mkdir(folder, { mode: 0o700 })
  const keys = {
    'session.key': secrets.session,
    'doc-hmac.key': secrets.docHmac,
    'payee-hmac.key': secrets.payeeHmac,
    'pcode-hmac.key': secrets.pcodeHmac,
    'seal-1.key': await readFile(path.join(dataDir, 'seal-1.key')),
  }
  for (const [name, bytes] of Object.entries(keys))
    await writeFile(path.join(folder, name), bytes, { mode: 0o600 })
}

/** The command as `npm run company` runs it. */
function run(world: World, args: readonly string[]) {
  const { databaseUrl, dataDir } = world.services.config
  const child = spawn(
    process.execPath,
    [programFile('src/server/move/main.ts'), ...args, '--dir', dir],
    {
      env: {
        ...childEnvironment,
        DATABASE_URL: databaseUrl,
        DATABASE_OWNER_URL: two.owners.get(world)!,
        DATA_DIR: dataDir,
        SECRETS_DIR: secretsOf(world),
        LOG_LEVEL: 'silent',
      },
    },
  )
  let said = ''
  for (const line of [child.stdout, child.stderr])
    line.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }))
  return { child, ended }
}

/** Kills the command once it has come so far; it must not have ended by then. */
async function killAt(
  { child, ended }: ReturnType<typeof run>,
  isThere: () => Promise<boolean>,
): Promise<void> {
  // One that ends by itself is waited for no longer.
  await until(async () => child.exitCode !== null || (await isThere()))
  child.kill('SIGKILL')
  assert.equal((await ended).code, null, 'it was killed at work')
}

const exported = async () =>
  run(here, [
    'export',
    own.id,
    '--to',
    NEW_ADDRESS,
    '--recipient',
    await identityToRecipient(two.identity),
  ])
const names = (folder: string) => readdir(folder, { recursive: true }).catch((): string[] => [])
const pieces = async () =>
  (await names(path.join(dir, 'files'))).filter((name) => name.endsWith('.age'))

let print = ''

test('an export that is killed among tables or files goes on, and takes whole files once', async () => {
  await killAt(await exported(), async () => (await names(path.join(dir, 'tables'))).length > 20)
  await killAt(await exported(), async () => (await pieces()).length > 20)
  const file = path.join(dir, 'files.progress')
  const [first] = (await readFile(file, 'utf8')).split('\n')
  const { name } = JSON.parse(first!) as { name: string }
  const piece = path.join(dir, 'files', `${name}.age`)
  const { mtimeMs } = await stat(piece)
  const { code, said } = await (await exported()).ended
  assert.equal(code, 0, said)
  print = /отдельно от неё: ([0-9a-f]{64})/.exec(said)![1]!
  assert.equal((await stat(piece)).mtimeMs, mtimeMs)
  assert.ok((await pieces()).length > FILES)
  assert.equal(await findBrokenLink(here.services.q, own.id), undefined)
  const { rows } = await sql`
    select from audit_event where company_id = ${own.id} and action = 'company.status'`.execute(
    here.services.q,
  )
  assert.equal(rows.length, 1, 'it was closed once')
})

test('an import that is killed among rows leaves none; among files it goes on and ends whole', async () => {
  const { q, files } = there.services
  const take = () => run(there, ['import', '--identity', identity, '--print', print])
  const isStaging = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and state <> 'idle'
        and query like '%arriving_%' and pid <> pg_backend_pid()`.execute(q)
    return rows.length > 0
  }
  await killAt(take(), isStaging)
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from company where id = ${own.id}`.execute(q)
    return rows[0]!.count
  }
  assert.equal(await count(), 0)
  const arrived = path.join(there.services.config.dataDir, 'files', own.id)
  await killAt(take(), async () => (await names(arrived)).length > 20)
  assert.equal(await count(), 1)
  const body = { id: own.id, new_status: 'active' } as const
  const refusal = await there.supervisor.api.refused(company.setStatus, { body })
  assert.equal(refusal.code, 'company.arriving')
  const { code, said } = await take().ended
  assert.equal(code, 0, said)
  const stored = await q
    .selectFrom('file')
    .where('company_id', '=', own.id)
    .where('deleted_at', 'is', null)
    .select(['storage_key', 'sha256'])
    .execute()
  assert.ok(stored.length > FILES)
  for (const { storage_key: key, sha256 } of stored)
    assert.equal(await hashOfStored(files.disk, key), sha256.toString('hex'))
  assert.equal(await findBrokenLink(q, own.id), undefined)
  const { rows } = await sql`
    select from audit_event where company_id = ${own.id} and action = 'company.import'`.execute(q)
  assert.equal(rows.length, 1, 'it arrived once')
  const again = await take().ended
  assert.deepEqual([again.code, /уже здесь/.test(again.said)], [2, true], again.said)
})

test('the command says in words what it is not told', async () => {
  const refused = async (args: readonly string[], words: RegExp) => {
    const { code, said } = await run(there, args).ended
    assert.equal(code, 2, said)
    assert.match(said, words)
    assert.doesNotMatch(said, /\n {4}at /)
  }
  const recipient = await identityToRecipient(two.identity)
  await Promise.all([
    refused(['export', '1'], /Переезд компании/),
    refused(['import', '--print', print, '--identity', `${identity}.none`], /ключа .+none нет/),
    refused(['export', '1', '--to', 'new', '--recipient', recipient], /вида https:/),
    refused(['export', '1', '--to', NEW_ADDRESS, '--recipient', 'age1'], /открытый ключ age/),
  ])
})
