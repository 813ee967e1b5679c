import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { makeArchive, releaseFiles } from '#test/site/agent-release.ts'
import { unpackRelease } from './unpack-release.ts'
import { RefusedRelease } from './verify-release.ts'

const base = mkdtempSync(path.join(tmpdir(), 'priyomka-unpack-'))
after(() => rmSync(base, { recursive: true }))
let n = 0

const sizeOf = (files: Record<string, string>) =>
  Object.values(files).reduce((sum, text) => sum + Buffer.byteLength(text), 0)

async function unpack(files: Record<string, string>, size = sizeOf(files), cut = 0) {
  const to = path.join(base, String(++n), 'to')
  const file = path.join(base, `${n}.zip`)
  const archive = makeArchive(files)
  writeFileSync(file, archive.subarray(0, archive.length - cut))
  await unpackRelease(file, to, size)
  return to
}

test('an archive becomes a folder whose programs may be started', async () => {
  const files = releaseFiles('x'.repeat(300_000))
  const to = await unpack(files)
  assert.equal(
    readFileSync(path.join(to, 'src/agent/main.js'), 'utf8'),
    files['priyomka-agent/src/agent/main.js'],
  )
  assert.equal(statSync(path.join(to, 'node')).mode & 0o777, 0o755)
  assert.equal(statSync(path.join(to, 'package.json')).mode & 0o111, 0)
})

test('no file is written outside the folder, however its name asks for it', async () => {
  const names = [
    'priyomka-agent/../escaped',
    'priyomka-agent/src/../../escaped',
    '../escaped',
    '/tmp/priyomka-escaped',
    'priyomka-agent//tmp/priyomka-escaped',
    'priyomka-agent/..\\escaped',
    'priyomka-agent/C:escaped',
    'escaped',
  ]
  for (const name of names) await assert.rejects(unpack({ [name]: 'evil' }), RefusedRelease, name)
  for (const place of ['escaped', 'to/escaped'])
    for (let i = 1; i <= n; i++) assert.ok(!existsSync(path.join(base, String(i), place)), place)
  assert.ok(!existsSync('/tmp/priyomka-escaped'))
})

test('more bytes than were signed, fewer, and an archive that ends early are refused', async () => {
  const files = releaseFiles('x'.repeat(300_000))
  await assert.rejects(unpack(files, sizeOf(files) - 1), /больше, чем сказано/)
  await assert.rejects(unpack(files, sizeOf(files) + 1), RefusedRelease)
  await assert.rejects(unpack(files, sizeOf(files), 150_000), RefusedRelease)
})
