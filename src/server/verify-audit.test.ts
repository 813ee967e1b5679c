import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { makeSecrets } from '#server/settings/secret-files.ts'
import { childEnvironment } from '#test/support/child-environment.ts'
import { openWorld } from '#test/support/world.ts'
import { addAuditEvent } from './db/audit.ts'
import { inTransaction } from './db/handle.ts'
import { programFile } from '../../scripts/program-file.ts'

const world = await openWorld()
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-audit-'))
makeSecrets(path.join(dataDir, 'secrets'))
after(async () => {
  await world.close()
  await rm(dataDir, { recursive: true, force: true })
})
const { own, services } = world
const heads = path.join(dataDir, 'heads.jsonl')

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const script = programFile('src/server/verify-audit.ts')
  const env = {
    ...childEnvironment,
    DATABASE_URL: services.config.databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

test('the command verifies every chain, stores their heads in a file, and fails when a chain was cut with its head', async () => {
  await inTransaction(own.db, async (tx) => {
    for (const name of ['Первая', 'Вторая'])
      addAuditEvent(tx, {
        action: 'company.update',
        entity: 'company',
        id: own.id,
        after: { short_name: name },
      })
  })
  const first = await run('--heads', heads)
  assert.equal(first.code, 0, first.err)
  assert.match(first.out, /Ромашка: записей 2, отпечаток [0-9a-f]{64}/)
  assert.match(first.out, /Журнал цел/)
  assert.match(await readFile(heads, 'utf8'), new RegExp(`"company_id":"${own.id}","seq":2`))
  await sql`alter table audit_event disable trigger all`.execute(services.q)
  await sql`delete from audit_event where company_id = ${own.id} and seq = 2`.execute(services.q)
  await sql`alter table audit_event enable trigger all`.execute(services.q)
  await sql`update audit_head set seq = 1, prev_hash = '\\x', hash = (select hash from audit_event
    where company_id = ${own.id} and seq = 1) where company_id = ${own.id}`.execute(services.q)
  const ownHeads = await run()
  assert.equal(ownHeads.code, 1)
  assert.match(ownHeads.err, /НАРУШЕН\. Журнал обрезан/)
  // Without what was kept outside the chain looks whole.
  await rm(path.join(dataDir, 'audit-heads.jsonl'))
  assert.equal((await run()).code, 0)
  const second = await run('--heads', heads)
  assert.equal(second.code, 1)
  assert.match(second.err, /Ромашка: НАРУШЕН\. Журнал обрезан: сохранён отпечаток записи № 2/)
  assert.doesNotMatch(second.out, /Журнал цел/)
  await writeFile(heads, `{"company_id":"${world.services.config.publicUrl}"}\n`)
  const bad = await run('--heads', heads)
  assert.notEqual(bad.code, 0)
})
