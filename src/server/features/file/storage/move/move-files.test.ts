import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, test } from 'node:test'
import { files } from '#contract/file/file.ts'
import { makeSecrets } from '#server/settings/secret-files.ts'
import { openFiles } from '#server/storage/files.ts'
import type { FileContent } from '#server/storage/file-store.ts'
import { openS3Store } from '#server/storage/s3/s3-store.ts'
import { keyOf, parseKey } from '#server/storage/storage-key.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { childEnvironment } from '#test/support/child-environment.ts'
import { startS3Server } from '#test/failures/s3-server.ts'
import { openWorld } from '#test/support/world.ts'
import { assertFilesReachable } from './check-files.ts'
import { moveFiles } from './move-files.ts'
import { programFile } from '../../../../../../scripts/program-file.ts'

const server = await startS3Server()
const s3 = server.settings
const world = await openWorld({ config: { files: { place: 'disk', s3 } } })
after(async () => {
  await world.close()
  await server.close()
})
const { services } = world
const { api } = world.own.operator
const PICTURES = 12
const PATIENCE_MS = 60_000

async function upload(colour: string) {
  const query = { params: { kind: 'photo' as const } }
  return api.send(files.save, { query, body: await jpeg(colour, 80, 40) })
}

async function read(id: string): Promise<Buffer> {
  const answer = await api.raw({ method: 'GET', url: `/api/v1/files/get/${id}` })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.rawPayload
}

async function keys(): Promise<string[]> {
  const rows = await services.q.selectFrom('file').select('storage_key').orderBy('id').execute()
  return rows.map(({ storage_key }) => storage_key)
}

const inS3 = async () => (await keys()).filter((key) => key.startsWith('s3:')).length
const onDisk = () => Array.fromAsync(services.files.disk.names())
const inBucket = () => Array.fromAsync(services.files.s3!.names())

const pictures = new Map<string, Buffer>()
for (let at = 0; at < PICTURES; at++) {
  const { id } = await upload(`#${(at + 16).toString(16).repeat(3)}`)
  pictures.set(id, await read(id))
}

async function assertAllReadable(): Promise<void> {
  for (const [id, bytes] of pictures) assert.deepEqual(await read(id), bytes)
}

test('a move that is killed in the middle loses nothing and goes on with the next run', async () => {
  const secrets = path.join(services.config.dataDir, 'own-secrets')
  makeSecrets(secrets)
  const child = spawn(
    process.execPath,
    [programFile('src/server/features/file/storage/move/move-program.ts'), '--to', 's3'],
    {
      env: {
        ...childEnvironment,
        DATABASE_URL: services.config.databaseUrl,
        DATA_DIR: services.config.dataDir,
        SECRETS_DIR: secrets,
        LOG_LEVEL: 'error',
        S3_ENDPOINT: s3.endpoint.origin,
        S3_BUCKET: s3.bucket,
        S3_KEY_ID: s3.keyId,
        S3_SECRET: s3.secret,
        S3_PREFIX: s3.prefix,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = once(child, 'close')
  let said = ''
  for await (const piece of child.stdout) {
    said += String(piece)
    if (!said.includes('Перенесено')) continue
    child.kill('SIGKILL')
    break
  }
  await ended
  assert.match(said, /Перенесено в S3: \d+ из 12/)
  await assertAllReadable()

  // As if it had been killed between the row and the old bytes.
  const [moved] = (await keys()).filter((key) => key.startsWith('s3:'))
  const { name } = parseKey(moved!)
  const id = [...pictures.keys()][(await keys()).indexOf(moved!)]!
  await writeFile(services.files.disk.pathOf(name), pictures.get(id)!)

  const progress: number[] = []
  const result = await moveFiles(services, {
    to: 's3',
    onProgress: (now) => progress.push(now.moved),
  })
  assert.deepEqual([result?.failed, await inS3()], [[], PICTURES])
  assert.ok(result!.leftovers >= 1)
  assert.deepEqual([await onDisk(), (await inBucket()).length], [[], PICTURES])
  await assertAllReadable()
})

test('a second run does nothing', async () => {
  const result = await moveFiles(services, { to: 's3' })
  assert.deepEqual(result, {
    moved: 0,
    of: 0,
    bytes: 0,
    failed: [],
    leftovers: 0,
    stopped: false,
    away: undefined,
  })
})

test('back on the disk every file has its bytes, and two moves at a time are refused', async () => {
  const both = await Promise.all([
    moveFiles(services, { to: 'disk' }),
    moveFiles(services, { to: 'disk' }),
  ])
  const [result, ...others] = both.toSorted((a, b) => (b?.moved ?? -1) - (a?.moved ?? -1))
  assert.deepEqual([result?.moved, others], [PICTURES, [undefined]])
  assert.deepEqual([await inS3(), (await onDisk()).length, await inBucket()], [0, PICTURES, []])
  await assertAllReadable()
})

test('a file whose bytes are not those of its row stays, and is named', async () => {
  const [key] = await keys()
  const place = services.files.disk.pathOf(key!)
  const bytes = await readFile(place)
  await writeFile(place, 'another picture')
  const result = await moveFiles(services, { to: 's3' })
  assert.equal(result?.moved, PICTURES - 1)
  assert.match(result?.failed[0]?.problem ?? '', /SHA-256/)
  assert.equal((await keys())[0], key)
  await writeFile(place, bytes)
  assert.equal((await moveFiles(services, { to: 's3' }))?.moved, 1)
})

test('a store that refuses or is silent ends the move at once; nothing is lost, and the next run goes on', async (t) => {
  for (const refusing of [{ secret: 'guess' }, { bucket: 'nowhere' }]) {
    const strange = openS3Store({ ...s3, ...refusing }, PATIENCE_MS)
    t.after(() => strange.close())
    const wrong = { ...services, files: { ...services.files, s3: strange } }
    const result = await moveFiles(wrong, { to: 'disk' })
    assert.deepEqual([result?.moved, result?.stopped, result?.failed], [0, true, []])
    assert.match(result?.away ?? '', /хранилище отказало: 40[34]/)
  }
  assert.equal(await inS3(), PICTURES)
  await assertAllReadable()
})

test('old bytes that a killed move left behind stay where the new place has lost its copy', async () => {
  const [key] = await keys()
  const { name } = parseKey(key!)
  const [id] = pictures.keys()
  await services.files.s3!.remove(name)
  await mkdir(path.dirname(services.files.disk.pathOf(name)), { recursive: true })
  await writeFile(services.files.disk.pathOf(name), pictures.get(id!)!)
  const result = await moveFiles(services, { to: 's3' })
  assert.equal(result?.leftovers, 0)
  assert.match(result?.failed[0]?.problem ?? '', /в новом месте его байтов нет/)
  await assertAllReadable()
  await services.files.s3!.put(name, pictures.get(id!)!)
  assert.equal((await moveFiles(services, { to: 's3' }))?.leftovers, 1)
})

test('a move that has lost its lock does not remove the copy that another one has switched to', async () => {
  assert.equal((await moveFiles(services, { to: 'disk' }))?.moved, PICTURES)
  const late = services.files.s3!
  let switched = false
  const store = {
    ...late,
    async put(name: string, content: FileContent) {
      await late.put(name, content)
      if (switched) return
      switched = true
      // As the other move does while this one still copies.
      await services.q
        .updateTable('file')
        .set({ storage_key: keyOf('s3', name) })
        .where('storage_key', '=', name)
        .execute()
    },
  }
  const result = await moveFiles(
    { ...services, files: { ...services.files, s3: store } },
    { to: 's3' },
  )
  assert.deepEqual([result?.moved, result?.failed, await inS3()], [PICTURES - 1, [], PICTURES])
  await assertAllReadable()
  assert.equal((await inBucket()).length, PICTURES)
})

test('a reader with the key of before the move, and a removal with it, find the bytes', async () => {
  const [key] = await keys()
  const { name } = parseKey(key!)
  const { size } = await services.files.open(name)
  assert.ok(size > 0)
  const copy = await services.files.put(world.own.id, Buffer.from('copied'))
  await services.files.s3!.put(parseKey(copy).name, Buffer.from('copied'))
  await services.files.remove(copy)
  assert.equal((await inBucket()).includes(parseKey(copy).name), false)
})

test('with S3 as the place an upload goes there; away, it is refused with nothing kept, and later succeeds', async (t) => {
  const root = path.join(services.config.dataDir, 'files')
  const use = (silenceMs: number) => {
    const own = openFiles(root, { place: 's3', s3 }, silenceMs)
    t.after(() => own.close())
    t.mock.method(services.files, 'put', own.put)
    t.mock.method(services.files, 'open', own.open)
  }
  use(PATIENCE_MS)
  const { id } = await upload('#123456')
  assert.equal(await inS3(), PICTURES + 1)
  const before = [(await keys()).length, (await inBucket()).length]
  server.silence(true)
  use(100)
  const refused = await api.refused(files.save, {
    query: { params: { kind: 'photo' } },
    body: await jpeg('#654321', 80, 40),
  })
  assert.deepEqual([refused.status, refused.code], [503, 'common.unavailable'])
  const unread = await api.raw({ method: 'GET', url: `/api/v1/files/get/${id}` })
  assert.equal(unread.statusCode, 503)
  server.silence(false)
  use(PATIENCE_MS)
  assert.deepEqual([(await keys()).length, (await inBucket()).length], before)
  assert.equal((await onDisk()).length, 0)
  await upload('#654321')
  assert.equal((await inBucket()).length, before[1]! + 1)
  assert.ok((await read(id)).length > 0)
})

test('a start with wrong settings says what is wrong; a store that does not answer stops nothing', async (t) => {
  const started = (settings: Partial<typeof s3> | undefined) => {
    const named = settings && { ...s3, ...settings }
    const opened = openFiles(
      path.join(services.config.dataDir, 'files'),
      { place: 'disk', s3: named },
      PATIENCE_MS,
    )
    t.after(() => opened.close())
    const config = { ...services.config, files: { place: 'disk' as const, s3: named } }
    return assertFilesReachable({ ...services, config, files: opened })
  }
  await started({})
  await assert.rejects(started({ keyId: 'STRANGER' }), /S3_KEY_ID: такого ключа нет/)
  await assert.rejects(started({ secret: 'guess' }), /S3_SECRET: секрет не от этого ключа/)
  await assert.rejects(started({ bucket: 'nowhere' }), /S3_BUCKET: корзины nowhere нет/)
  await assert.rejects(started({ prefix: 'other/' }), /S3_PREFIX: .* нет файлов, которые/)
  await assert.rejects(started(undefined), /S3_ENDPOINT: часть файлов лежит в S3/)
  // A bucket that was restored from a copy lacks the newest ones.
  const rows = await services.q
    .selectFrom('file')
    .where('deleted_at', 'is', null)
    .where('storage_key', 'like', 's3:%')
    .select('storage_key')
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  for (const { storage_key } of rows) await services.files.s3!.remove(parseKey(storage_key).name)
  await started({})
  const told = t.mock.method(console, 'error', () => undefined)
  await started({ endpoint: new URL('http://127.0.0.1:9') })
  assert.match(String(told.mock.calls[0]?.arguments[0]), /не отвечает/)
})
