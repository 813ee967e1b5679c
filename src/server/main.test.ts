import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { auth } from '#contract/user/auth.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { user } from '#contract/user/user.ts'
import { makeSecrets } from '#server/settings/secret-files.ts'
import { addAuditEvent } from '#server/db/audit.ts'
import { inTransaction } from '#server/db/handle.ts'
import { openWorld, worldPassword } from '#test/support/world.ts'
import { assertWithin } from '#test/support/promised-speed.ts'
import { startServer, unusedPort } from '#test/support/server-program.ts'
import { until } from '#test/support/until.ts'

// The world's own server only fills the database; the one under test is a process of its own over it.
const world = await openWorld()
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-serve-'))
const secretsDir = path.join(dataDir, 'secrets')
makeSecrets(secretsDir)
after(async () => {
  await world.close()
  await rm(dataDir, { recursive: true, force: true })
})

function serve(env: Record<string, string>) {
  return startServer({
    DATABASE_URL: world.services.config.databaseUrl,
    DATA_DIR: dataDir,
    // A short limit would refuse the load of this test before the stop does.
    RATE_READS: '1000000',
    ...env,
  })
}

test('production refuses the keys of the demo before anything is opened', async () => {
  const marker = path.join(secretsDir, 'DEMO')
  await writeFile(marker, 'demo')
  const { code, said } = await serve({ PORT: String(await unusedPort()) }).ended
  await rm(marker)
  assert.equal(code, 2)
  assert.match(said, /учебные ключи/)
})

test('metrics have a listener of their own, which ends with the server', async () => {
  const [port, metrics] = [await unusedPort(), await unusedPort()]
  const { child, ready, ended } = serve({ PORT: String(port), METRICS_PORT: String(metrics) })
  await ready
  const answer = await fetch(`http://127.0.0.1:${metrics}/metrics`)
  assert.match(await answer.text(), /^priyomka_database_up 1$/m)
  assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 404)
  const taken = await serve({ PORT: String(await unusedPort()), METRICS_PORT: String(metrics) })
    .ended
  assert.equal(taken.code, 2)
  assert.match(taken.said, /METRICS_PORT: порт \d+ занят/)
  child.kill('SIGTERM')
  assert.equal((await ended).code, 0)
  await assert.rejects(fetch(`http://127.0.0.1:${metrics}/metrics`))
})

/** From `locked` until `over`, well past the time of draining, answers that need suppliers wait. */
function holdSuppliers() {
  const { promise: locked, resolve } = Promise.withResolvers<void>()
  const over = world.services.q.connection().execute(async (connection) => {
    await sql`begin`.execute(connection)
    await sql`lock table supplier in access exclusive mode`.execute(connection)
    resolve()
    await pause(2400)
    await sql`commit`.execute(connection)
  })
  return { locked, over }
}

test('under load it stops in order: readiness turns red, no answer is cut off, streams end', async () => {
  const port = await unusedPort()
  const base = `http://127.0.0.1:${port}`
  const { child, ready, ended } = serve({ PORT: String(port) })
  await ready
  assert.equal((await fetch(`${base}/readyz`)).status, 200)
  const entered = await fetch(base + auth.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: world.own.operator.login, password: worldPassword }),
  })
  const headers = { authorization: `Bearer ${(await entered.json()).token}` }
  const streamed = (await fetch(`${base}/api/v1/live/stream`, { headers })).text()

  const statuses: (number | string)[] = []
  const stopping = new AbortController()
  // Each asks the database twice at once: more would wait for the pool of 16 and be turned away.
  const load = Array.from({ length: 6 }, async () => {
    while (!stopping.signal.aborted)
      statuses.push(
        await fetch(base + supplier.getAll.path, { headers }).then(
          async (answer) => (await answer.arrayBuffer(), answer.status),
          (error: Error) => `${error.message}: ${String(error.cause)}`,
        ),
      )
  })
  while (statuses.length <= 20) await pause(20)
  const before = statuses.length
  const { locked, over } = holdSuppliers()
  await locked
  const askedAt = Date.now()
  child.kill('SIGTERM')
  // Until the signal is heard the server is ready; answers that wait for the lock keep it here while it stops.
  let draining = await fetch(`${base}/readyz`)
  while (draining.status === 200) draining = await fetch(`${base}/readyz`)
  stopping.abort()
  assert.equal(draining.status, 503, 'a proxy is told to ask another server')
  assert.equal(draining.headers.get('connection'), 'close')
  await Promise.all([...load, over])
  assert.deepEqual(new Set(statuses), new Set([200]))
  assert.ok(statuses.length >= before + 6, `${before} of ${statuses.length} answers`)
  assert.match(await streamed, /^event: ping/)
  const { code, said } = await ended
  assert.deepEqual([code, said.replace(/.*"ready":true.*/, '').trim()], [0, ''])
  assertWithin(Date.now() - askedAt, 10_000, 'a stop with an open stream')
})

test('a start keeps the heads of the journal, and tells when the journal is not what was kept', async () => {
  const { own, services } = world
  const file = path.join(dataDir, 'audit-heads.jsonl')
  await rm(file, { force: true })
  await inTransaction(own.db, async (tx) =>
    addAuditEvent(tx, { action: 'company.update', entity: 'company', id: own.id }),
  )
  const first = serve({ PORT: String(await unusedPort()) })
  await until(() => existsSync(file) && readFileSync(file, 'utf8').includes(own.id))
  first.child.kill('SIGTERM')
  await first.ended
  await sql`alter table audit_event disable trigger all`.execute(services.q)
  await sql`delete from audit_event where company_id = ${own.id}`.execute(services.q)
  await sql`delete from audit_head where company_id = ${own.id}`.execute(services.q)
  await sql`alter table audit_event enable trigger all`.execute(services.q)
  const second = serve({ PORT: String(await unusedPort()) })
  await until(async () => {
    const { items } = await world.supervisor.api.send(user.getNotices, { query: { filter: {} } })
    return items.some(({ title }) => title === 'Журнал изменений нарушен: Журнал пропал целиком')
  })
  second.child.kill('SIGTERM')
  assert.match((await second.ended).said, /audit chain is not what was kept/)
})
