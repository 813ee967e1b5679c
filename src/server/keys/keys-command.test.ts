import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { makeSecrets } from '#server/settings/secret-files.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { childEnvironment } from '#test/support/child-environment.ts'
import { openWorld } from '#test/support/world.ts'
import { programFile } from '../../../scripts/program-file.ts'

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-keys-'))
const secrets = path.join(dataDir, 'secrets')
makeSecrets(secrets)
const world = await openWorld({ config: { keyFolders: [{ dir: secrets }] } })
after(async () => {
  await world.close()
  await rm(dataDir, { recursive: true, force: true })
})
const { databaseUrl, ownerUrl } = world.services.config

function run(
  script: string,
  args: readonly string[],
  env: Record<string, string> = { DATABASE_OWNER_URL: ownerUrl! },
): Promise<{ code: number; out: string; err: string }> {
  const own = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [programFile(script), ...args],
      { env: { ...childEnvironment, ...own, ...env } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}
const TODAY = new Date().toLocaleDateString('sv')
const keys = (...args: string[]) => run('src/server/keys/main.ts', args)
const verify = () => run('src/server/verify-audit.ts', [])

test('the command rotates, tells, ends a key, and the journal says what a leaked one no longer proves', async () => {
  await addSupplier(world.own)
  assert.equal((await verify()).code, 0)
  const rotated = await keys('rotate')
  assert.equal(rotated.code, 0, rotated.err)
  assert.match(rotated.out, /Ключ 2: seal-2\.key\n.*supplier\.doc: перешифровано 1/s)
  const told = await keys('status')
  assert.match(
    told.out,
    /Ключ 2: seal-2\.key, шифрует, записан .*, значений 1\n {2}supplier\.doc: 1/,
  )
  const retired = await keys('retire', '1', '--leaked', TODAY)
  assert.equal(retired.code, 0, retired.err)
  await rm(path.join(secrets, 'seal-1.key'))
  const journal = await verify()
  assert.equal(journal.code, 0, journal.err)
  assert.match(journal.out, new RegExp(`Ключ 1 известен посторонним с ${TODAY}.*доказаны ключом 2`))
  assert.match(journal.out, /Журнал цел/)
})

test('what is not asked rightly, or by another than the owner, changes nothing and says why', async () => {
  for (const args of [
    [],
    ['retire'],
    ['retire', 'x'],
    ['rotate', '2'],
    ['retire', '1', '--leaked', 'вчера'],
  ])
    assert.match((await keys(...args)).err, /^Ключи шифрования:/, args.join(' '))
  assert.match((await keys('retire', '2')).err, /ключ 2 новейший/)
  const { code, err } = await run('src/server/keys/main.ts', ['rotate'], {})
  assert.deepEqual([code, err.includes('DATABASE_OWNER_URL: не задано')], [2, true])
})
