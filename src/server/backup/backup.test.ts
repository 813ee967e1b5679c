import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { openEmptyDatabase } from '#test/support/database.ts'
import { addProduct } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'
import { makeSecrets } from '../settings/secret-files.ts'
import { reachDatabase } from '../db/connection/reach.ts'
import { uuidv7 } from '../db/uuid.ts'
import { openFiles } from '../storage/files.ts'
import { openKeyRing } from '../storage/key-ring.ts'
import { makeBackup } from './make-backup.ts'
import { BadBackup, backupNames } from './manifest.ts'
import { removeOldBackups } from './copy-files.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-backup-'))
const secretsDir = path.join(dir, 'secrets')
makeSecrets(secretsDir)
const keyFolders = [{ dir: secretsDir }]
const ring = openKeyRing(keyFolders)
const identity = await generateX25519Identity()
const recipient = await identityToRecipient(identity)
const world = await openWorld()
after(async () => {
  await world.close()
  await rm(dir, { recursive: true, force: true })
})
const { own, services } = world
const { databaseUrl } = services.config
const root = path.join(dir, 'backups')
const said: string[] = []
const say = (words: string) => void said.push(words)

/** A picture with its row, as the product stores it. */
async function addFile(bytes: Buffer): Promise<string> {
  const key = await services.files.put(own.id, bytes)
  await own.db.q
    .insertInto('file')
    .values({
      company_id: own.id,
      id: uuidv7(),
      kind: 'photo',
      mime: 'image/jpeg',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      storage_key: key,
    })
    .execute()
  return key
}

async function backup(to = root) {
  const client = await reachDatabase(databaseUrl)
  try {
    return await makeBackup(
      { dir: to, recipient, keepDays: 35 },
      { client, files: services.files, keyFolders, ring, say },
    )
  } finally {
    await client.end()
  }
}

async function countsOf(url: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    const counts: Record<string, number> = {}
    for (const { name } of rows) {
      const { rows: count } = await client.query<{ n: number }>(
        `select count(*)::int as n from "${name}"`,
      )
      counts[name] = count[0]!.n
    }
    return counts
  } finally {
    await client.end()
  }
}

/** Constraints and triggers with what they do, and whether they are in force. */
async function guardsOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ guard: string }>(`
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as guard
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
      union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
      order by 1`)
    // A cluster has each table's parts as well.
    return rows.map(({ guard }) => guard).filter((guard) => !/^\w+_\d{6,} /.test(guard))
  } finally {
    await client.end()
  }
}

const bytes = randomBytes(70_000)
const key = await addFile(bytes)
await addProduct(own, { name: 'Медь\tс \\ и\nпереводом' })
const first = await backup()

test('a backup is restored whole into an empty database: rows, keys and files', async (t) => {
  const before = await countsOf(services.config.ownerUrl!)
  const empty = await openEmptyDatabase()
  const target = {
    databaseUrl: empty.url,
    dataDir: path.join(dir, 'restored'),
    keyFolders: [{ dir: path.join(dir, 'restored', 'secrets') }],
    files: { place: 'disk', s3: undefined },
    silenceMs: 1000,
  } as const
  const { manifest, problems } = await verifyBackup(root, first.name, { ring, identity })
  assert.deepEqual(problems, [])
  const source = { root, name: first.name, identity, say }
  await restoreBackup(manifest, source, target)
  assert.deepEqual(await countsOf(empty.url), before)
  assert.deepEqual(await guardsOf(empty.url), await guardsOf(databaseUrl))
  const files = openFiles(path.join(target.dataDir, 'files'), target.files, 1000)
  assert.deepEqual(await buffer((await files.open(key)).body), bytes)
  for (const name of await readdir(secretsDir))
    assert.deepEqual(
      await readFile(path.join(target.keyFolders[0].dir, name)),
      await readFile(path.join(secretsDir, name)),
    )
  const client = new pg.Client({ connectionString: empty.url })
  await client.connect()
  t.after(() => client.end().then(() => empty.drop()))
  const titles = await client.query('select name from product where company_id = $1', [own.id])
  assert.deepEqual(titles.rows, [{ name: 'Медь\tс \\ и\nпереводом' }])
  const { rows } = await client.query('select held_why, proven_at from installation')
  assert.equal(rows[0].held_why, 'База восстановлена из копии')
  // Guards of the database are in force again.
  await assert.rejects(client.query('truncate audit_event'), /audit_event only grows/)
  await assert.rejects(
    client.query(`insert into product (company_id, id, kind, name) values ($1, $1, 'item', 'x')`, [
      uuidv7(),
    ]),
  )
  await assert.rejects(restoreBackup(manifest, source, target), /база не пуста/)
  const fewer = await openEmptyDatabase()
  t.after(() => fewer.drop())
  const tables = manifest.tables.map((one) => (one.name === 'product' ? { ...one, rows: 2 } : one))
  await assert.rejects(
    restoreBackup({ ...manifest, tables }, source, { ...target, databaseUrl: fewer.url }),
    /в таблице product строк 1, а записано 2/,
  )
  const other = { ...target, keyFolders: [{ dir: path.join(dir, 'other-secrets') }] }
  makeSecrets(other.keyFolders[0]!.dir)
  await assert.rejects(restoreBackup(manifest, source, other), /не тот, что в копии/)
})

test('what was changed, cut, removed or put in place of another is named without the private key', async (t) => {
  const copy = await mkdtemp(path.join(dir, 'spoilt-'))
  const spoil = async (work: (folder: string) => Promise<unknown>) => {
    await rm(copy, { recursive: true })
    await cp(root, copy, { recursive: true })
    await work(path.join(copy, first.name))
    return verifyBackup(copy, first.name, { ring })
  }
  t.after(() => rm(copy, { recursive: true }))
  const table = path.join('tables', 'product.copy.gz.age')
  const flipped = async (file: string) => {
    const content = await readFile(file)
    content[content.length - 5]! ^= 1
    await writeFile(file, content)
  }
  const changed = await spoil((folder) => flipped(path.join(folder, table)))
  assert.deepEqual(changed.problems, ['таблица product: байты изменены'])
  const cut = await spoil(async (folder) => {
    const file = path.join(folder, table)
    await writeFile(file, (await readFile(file)).subarray(0, 100))
  })
  assert.match(cut.problems[0]!, /^таблица product: 100 байт вместо \d+$/)
  const gone = await spoil((folder) => rm(path.join(folder, 'keys', 'seal-1.key.age')))
  assert.deepEqual(gone.problems, ['ключ seal-1.key: нет в копии'])
  const listed = await spoil((folder) => flipped(path.join(folder, 'files.jsonl')))
  assert.deepEqual(listed.problems, ['список файлов: байты изменены'])
  const picture = await spoil(async () => {
    const names = await readdir(path.join(copy, 'files'), { recursive: true })
    await flipped(
      path.join(
        copy,
        'files',
        names.find((name) => name.endsWith('.age'))!,
      ),
    )
  })
  assert.match(picture.problems[0]!, /^файл .+: байты изменены$/)
  const manifest = path.join(copy, first.name, 'manifest.json')
  await assert.rejects(
    spoil(async () => {
      const text = await readFile(manifest, 'utf8')
      await writeFile(manifest, text.replace(/"rows": \d+/, '"rows": 7777'))
    }),
    /изменён или подписан другим ключом/,
  )
  await assert.rejects(
    spoil(() => rm(manifest)),
    /копия не закончена/,
  )
  await assert.rejects(
    spoil(() => writeFile(manifest, '{"manifest":{}}')),
    /повреждён/,
  )
  // An old backup in the place of a new one.
  const newer = '2099-01-01T00-00-00Z'
  await spoil((folder) => rename(folder, path.join(copy, newer))).catch(() => undefined)
  await assert.rejects(verifyBackup(copy, newer, { ring }), /а папка названа 2099/)
})

test('with the private key a piece of another backup in its place, and another key, are named', async () => {
  const stranger = await generateX25519Identity()
  const { problems } = await verifyBackup(root, first.name, { ring, identity: stranger })
  assert.match(problems[0]!, /не расшифровать/)
})

test('files are taken once, also by a backup after an interrupted one, and lost ones are told', async () => {
  const own = path.join(dir, 'twice')
  const begun = await backup(own)
  assert.equal(begun.files.fresh, begun.files.count)
  // Interrupted before its manifest: the folder is left under the name of an unfinished one.
  await rename(path.join(own, begun.name), path.join(own, `${begun.name}.part`))
  const again = await backup(own)
  assert.deepEqual([again.files.fresh, again.files.count], [0, begun.files.count])
  assert.deepEqual(
    await readdir(own).then((names) => names.filter((name) => name.endsWith('.part'))),
    [],
  )
  const lost = await addFile(randomBytes(10))
  await services.files.remove(lost)
  const { files } = await backup(path.join(dir, 'lost'))
  assert.equal(files.missing, 1)
  assert.ok(said.includes(`Файла ${lost} в хранилище нет`))
})

test('a second backup of the same database waits for nobody and says so', async () => {
  const client = await reachDatabase(databaseUrl)
  await client.query('select pg_advisory_lock(727003)')
  await assert.rejects(
    backup(),
    (error: Error) => error instanceof BadBackup && /уже снимается/.test(error.message),
  )
  await client.end()
})

test('old backups go, the newest stays, and so do files that a later one names', async () => {
  const folder = path.join(dir, 'old')
  const { name } = await backup(folder)
  const older = '2020-01-01T00-00-00Z'
  await cp(path.join(folder, name), path.join(folder, older), { recursive: true })
  const orphan = `${own.id}/00/${uuidv7()}`
  await cp(path.join(folder, 'files', `${key}.age`), path.join(folder, 'files', `${orphan}.age`))
  assert.deepEqual(await removeOldBackups(folder, 35), { backups: 1, files: 1 })
  assert.deepEqual(await backupNames(folder), [name])
  assert.deepEqual((await verifyBackup(folder, name, { ring, identity })).problems, [])
  const inHundredDays = Date.parse('2099-01-01')
  assert.deepEqual(await removeOldBackups(folder, 35, inHundredDays), { backups: 0, files: 0 })
})

test('a backup names the key that signed it: the next key changes nothing, without it a backup is refused', async () => {
  const folder = path.join(dir, 'signed')
  const { name } = await backup(folder)
  const [grown, gone] = [path.join(dir, 'grown'), path.join(dir, 'gone')]
  await cp(secretsDir, grown, { recursive: true })
  await writeFile(path.join(grown, 'seal-2.key'), randomBytes(32), { mode: 0o600 })
  await cp(grown, gone, { recursive: true })
  await rm(path.join(gone, 'seal-1.key'))
  const verified = (keys: string) =>
    verifyBackup(folder, name, { ring: openKeyRing([{ dir: keys }]) })
  assert.deepEqual((await verified(grown)).problems, [])
  await assert.rejects(verified(gone), /подписан ключом seal-1\.key, которого здесь нет/)
  await rename(path.join(gone, 'seal-2.key'), path.join(gone, 'seal-1.key'))
  await assert.rejects(verified(gone), /подписан другим ключом, чем seal-1\.key/)
})
