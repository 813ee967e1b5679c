import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import fsSync, { readdirSync } from 'node:fs'
import fs, { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { files } from '#contract/file/file.ts'
import { user } from '#contract/user/user.ts'
import { incomingDir } from '#server/body/receive-file.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { openWorld } from '#test/support/world.ts'
import { watchDisk } from './watch-disk.ts'

const world = await openWorld()
after(() => world.close())
const root = path.join(world.services.config.dataDir, 'files')

function storedIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** A function of the file system as a test has it, until the test ends. */
function replace(
  t: TestContext,
  name: 'writeFile' | 'statfs',
  work: (...args: never[]) => unknown,
) {
  const mocked = t.mock.method(fs, name, work)
  syncBuiltinESMExports()
  return () => {
    mocked.mock.restore()
    syncBuiltinESMExports()
  }
}

const { api } = world.own.operator
const upload = async () => ({
  query: { params: { kind: 'photo' as const } },
  body: await jpeg('#aa2222', 80, 40),
})

for (const code of ['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG', 'EROFS'])
  test(`an upload without room (${code}) is refused with a message, leaves no bytes, and succeeds when there is room`, async (t) => {
    const before = storedIn(root).length
    const real = fs.writeFile
    const restore = replace(t, 'writeFile', async (target: string, bytes: Uint8Array) => {
      await real(target, bytes.subarray(0, bytes.length / 2))
      throw Object.assign(new Error(`${code}: write`), { code, syscall: 'write' })
    })
    const refused = await api.refused(files.save, await upload())
    assert.deepEqual([refused.status, refused.code], [503, 'common.no-room'])
    assert.match(refused.message, /нет места/)
    assert.equal(storedIn(root).length, before)
    restore()
    await api.send(files.save, await upload())
    assert.equal(storedIn(root).length, before + 1)
  })

test('an upload that runs out of room is refused with a message and leaves no bytes', async (t) => {
  const before = storedIn(root).length
  let tried = 0
  const mocked = t.mock.method(fsSync, 'write', (fd: number, bytes: Buffer, ...rest: unknown[]) => {
    tried += fsSync.writeSync(fd, bytes, 0, Math.ceil(bytes.length / 2))
    const done = rest.at(-1) as (error: Error) => void
    done(Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC', syscall: 'write' }))
  })
  const refused = await api.refused(files.save, await upload())
  mocked.mock.restore()
  assert.ok(tried > 0)
  assert.deepEqual([refused.status, refused.code], [503, 'common.no-room'])
  assert.equal(storedIn(root).length, before)
  await api.send(files.save, await upload())
  assert.equal(storedIn(root).length, before + 1)
})

test('on a file system of limited size no partly written file is kept', async () => {
  const folder = path.join(world.services.config.dataDir, 'bounded')
  const store = path.resolve(import.meta.dirname, '../../../storage/disk-store.ts')
  const script = `
    const { openDiskStore } = await import(${JSON.stringify(store)})
    const store = openDiskStore(${JSON.stringify(folder)})
    const id = ${JSON.stringify(uuidv7())}
    const name = () => id + '/aa/' + crypto.randomUUID()
    const code = await store.put(name(), new Uint8Array(3_000_000)).then(() => 'stored', ({ code }) => code)
    await store.put(name(), new Uint8Array(1000))
    console.log(code)`
  // Blocks of 512 or of 1024 bytes, as the shell counts; without the trap the system would end the process.
  const shell = `trap '' XFSZ; ulimit -f 2000; exec "$0" --input-type=module -e "$1"`
  const { NODE_COMPILE_CACHE: _cache, ...env } = process.env
  const { stdout } = await promisify(execFile)('sh', ['-c', shell, process.execPath, script], {
    env,
  })
  assert.equal(stdout.trim(), 'EFBIG')
  assert.equal(storedIn(folder).length, 1)
  assert.ok(storedIn(folder).every((name) => !name.endsWith('.part')))
})

test('partly written files of a killed process are removed, those being written are kept', async () => {
  const folder = path.join(root, uuidv7(), 'aa')
  await mkdir(folder, { recursive: true })
  const names = ['left.part', 'whole', 'now.part']
  for (const name of names) await writeFile(path.join(folder, name), 'x')
  const longAgo = new Date(Date.now() - 3_600_000)
  for (const name of names.slice(0, 2)) await utimes(path.join(folder, name), longAgo, longAgo)
  const incoming = incomingDir(world.services.config.dataDir)
  await mkdir(incoming, { recursive: true })
  for (const name of ['left.upload', 'now.upload']) await writeFile(path.join(incoming, name), 'x')
  await utimes(path.join(incoming, 'left.upload'), longAgo, longAgo)
  assert.equal(await world.services.files.sweepUnfinished(), 2)
  assert.deepEqual(readdirSync(incoming), ['now.upload'])
  await rm(path.join(incoming, 'now.upload'))
  assert.deepEqual(readdirSync(folder).toSorted(), ['now.part', 'whole'])
})

test('a filling disk is reported to supervisors once, and to proxies by readiness when it is full', async (t) => {
  const ready = async () => {
    const answer = await world.app.inject('/readyz')
    return [answer.statusCode, answer.json<object>()]
  }
  const told = async () => {
    const { items } = await world.supervisor.api.send(user.getNotices)
    return items.filter(({ kind }) => kind === 'disk_low').map(({ title }) => title)
  }
  const warned = t.mock.method(world.services.log.root, 'warn', () => undefined)
  let free = 0.5
  const blocks = 1_000_000
  replace(t, 'statfs', async () => ({ blocks, bavail: blocks * free, bsize: 4096 }))
  await watchDisk(world.services)
  assert.deepEqual([await ready(), await told()], [[200, { ok: true }], []])
  free = 0.09
  await watchDisk(world.services)
  await watchDisk(world.services)
  assert.deepEqual(await ready(), [200, { ok: true, disk: 'low' }])
  assert.equal((await told()).length, 1)
  free = 0.005
  await watchDisk(world.services)
  assert.deepEqual(await ready(), [503, { ok: false, disk: 'none' }])
  assert.equal((await told()).length, 2)
  assert.equal(warned.mock.callCount(), 3)
  syncBuiltinESMExports()
})
