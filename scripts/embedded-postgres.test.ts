import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { startPostgres } from './embedded-postgres.ts'

test(
  'a database that dies is told of, and its stop waits for nobody',
  { timeout: 120_000 },
  async (t) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'priyomka-postgres-'))
    t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    const dir = path.join(folder, 'data')
    const died = Promise.withResolvers<string>()
    const onDeath = () => died.resolve('died')
    const postgres = await startPostgres({ dir, durable: false, onDeath })
    const pid = Number((await readFile(path.join(dir, 'postmaster.pid'), 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGKILL')
    assert.equal(await died.promise, 'died')
    await postgres.stop()
  },
)
