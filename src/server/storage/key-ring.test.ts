import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { openCipher } from './encryption.ts'
import { openKeyRing } from './key-ring.ts'

const folders: string[] = []
after(() => folders.forEach((dir) => rmSync(dir, { recursive: true })))

function folder(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'priyomka-ring-'))
  folders.push(dir)
  return dir
}

const addKey = (dir: string, name: string, bytes = randomBytes(32)) =>
  writeFileSync(path.join(dir, name), bytes, { mode: 0o600 })

/** A second passes, as far as the ring's clock says. */
function passTime(t: TestContext): void {
  const { now } = performance
  t.mock.method(performance, 'now', () => now.call(performance) + 1500)
}

const place = { companyId: 'c', table: 'supplier', id: '1', field: 'doc' }

test('a process closes by a new key within a second, and opens what it closed at once', (t) => {
  const dir = folder()
  addKey(dir, 'seal-1.key')
  const [quick, slow] = [openKeyRing([{ dir }]), openKeyRing([{ dir }])]
  const old = openCipher(slow).close(place, 'до')
  addKey(dir, 'seal-2.key')
  const behind = openCipher(slow)
  assert.equal(behind.close(place, 'ещё')[1], 1)
  passTime(t)
  const fresh = openCipher(quick).close(place, 'после')
  assert.equal(fresh[1], 2)
  t.mock.restoreAll()
  assert.deepEqual([behind.open(place, fresh), behind.open(place, old)], ['после', 'до'])
})

test('a key that nobody admitted opens and does not close, and its file may become another', async (t) => {
  const dir = folder()
  addKey(dir, 'seal-1.key')
  const admitted = new Set([1])
  const ring = openKeyRing([{ dir }], async (keys) =>
    keys.map(({ id }) => id).filter((id) => admitted.has(id)),
  )
  assert.throws(() => ring.newest(), /который записан в базе/)
  await ring.learn()
  addKey(dir, 'seal-2.key')
  passTime(t)
  assert.equal(ring.newest().id, 1)
  await ring.learn()
  assert.equal(ring.newest().id, 1)
  const first = ring.find(2)!
  addKey(dir, 'seal-2.key')
  await ring.learn()
  assert.notDeepEqual(ring.find(2), first)
  admitted.add(2)
  await ring.learn()
  assert.equal(ring.newest().id, 2)
  assert.deepEqual(ring.newest().bytes, ring.find(2))
})

test('a key that waits opens and does not close', (t) => {
  const dir = folder()
  addKey(dir, 'seal-1.key')
  const ring = openKeyRing([{ dir }])
  addKey(dir, 'seal-2.next.key')
  passTime(t)
  assert.equal(ring.newest().id, 1)
  const elsewhere = folder()
  addKey(elsewhere, 'seal-2.key', Buffer.from(ring.find(2)!))
  const sealed = openCipher(openKeyRing([{ dir: elsewhere }])).close(place, 'с другой машины')
  assert.equal(openCipher(ring).open(place, sealed), 'с другой машины')
})

test('a value whose key byte was changed, or that was moved, opens by no key', () => {
  const dir = folder()
  // One key under two numbers: only the binding of the value to its number is left.
  const bytes = randomBytes(32)
  for (const name of ['seal-1.key', 'seal-2.key']) addKey(dir, name, bytes)
  const cipher = openCipher(openKeyRing([{ dir }]))
  const sealed = cipher.close(place, 'тайна')
  const renamed = Buffer.from(sealed)
  renamed[1] = 1
  assert.throws(() => cipher.open(place, renamed), /authenticate/)
  assert.throws(() => cipher.open({ ...place, id: '2' }, sealed), /authenticate/)
  renamed[1] = 77
  assert.throws(() => cipher.open(place, renamed), /unknown key/)
  assert.equal(cipher.open(place, sealed), 'тайна')
})

test('a key that others can read, or is half-copied, is none for a running server and ends a start', (t) => {
  const dir = folder()
  addKey(dir, 'seal-1.key')
  const ring = openKeyRing([{ dir }])
  addKey(dir, 'seal-2.key')
  chmodSync(path.join(dir, 'seal-2.key'), 0o644)
  addKey(dir, 'seal-3.key', randomBytes(31))
  addKey(dir, 'seal-256.key')
  passTime(t)
  assert.equal(ring.newest().id, 1)
  assert.throws(() => openKeyRing([{ dir }]), /seal-2\.key открыт другим/)
  chmodSync(path.join(dir, 'seal-2.key'), 0o600)
  assert.throws(() => openKeyRing([{ dir }]), /seal-3\.key слишком слаб/)
})

test('keys of systemd are read by the group of the service, and a key that is gone opens until the end', () => {
  const [dir, credentials] = [folder(), folder()]
  addKey(credentials, 'seal-1.key')
  chmodSync(path.join(credentials, 'seal-1.key'), 0o440)
  const ring = openKeyRing([{ dir: credentials, bySystemd: true }, { dir }])
  const cipher = openCipher(ring)
  const sealed = cipher.close(place, 'тайна')
  renameSync(path.join(credentials, 'seal-1.key'), path.join(credentials, 'gone'))
  assert.equal(cipher.open(place, sealed), 'тайна')
  chmodSync(path.join(credentials, 'gone'), 0o444)
  renameSync(path.join(credentials, 'gone'), path.join(credentials, 'seal-1.key'))
  assert.throws(() => openKeyRing([{ dir: credentials, bySystemd: true }]), /открыт другим/)
})
