import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { test, type TestContext } from 'node:test'
import { until } from '#test/support/until.ts'
import { startPostgres } from './embedded-postgres.ts'

test('a database that dies is reported, and stopping it does not wait', async (t) => {
  const dir = path.join(await folderOf(t), 'data')
  const died = Promise.withResolvers<string>()
  const onDeath = () => died.resolve('died')
  const postgres = await startPostgres({ dir, durable: false, onDeath })
  const pid = Number((await readFile(path.join(dir, 'postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGKILL')
  assert.equal(await died.promise, 'died')
  await postgres.stop()
})

test('a first start that was killed does not block a later one', async (t) => {
  const folder = await folderOf(t)
  const dir = path.join(folder, 'data')
  const start = `(await import('./embedded-postgres.ts')).startPostgres(${JSON.stringify({ dir, durable: false })})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', start], {
    cwd: import.meta.dirname,
    stdio: 'ignore',
  })
  await until(() => globSync('*/PG_VERSION', { cwd: folder }).length > 0)
  // What it started goes on for a while, over the later start.
  child.kill('SIGKILL')
  await once(child, 'exit')
  const postgres = await startPostgres({ dir, durable: false })
  await postgres.stop()
  assert.deepEqual(globSync('*', { cwd: folder }), ['data'])
})

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'priyomka-postgres-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  // Run by root, PostgreSQL lives under a user of its own, who must pass through.
  await chmod(folder, 0o755)
  return folder
}
