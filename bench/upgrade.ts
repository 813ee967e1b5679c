import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { roleOf } from '#server/db/roles/runtime-role.ts'
import type { World } from '#test/support/world.ts'
import type { Program } from '../scripts/child.ts'
import { freePort } from '../scripts/ports.ts'
import { requestOf, type Kind } from './measure.ts'
import { percentile } from './percentile.ts'
import { tell } from './tell.ts'

/** What a next release could bring: a column and a rule, an index over all acts, every supplier changed. */
const MIGRATIONS: Record<string, string> = {
  '9001_bench_columns.sql': `ALTER TABLE supplier ADD COLUMN bench_note text;
    ALTER TABLE act ADD CONSTRAINT bench_rule CHECK (company_id IS NOT NULL) NOT VALID`,
  '9002_bench_rows.sql': `-- online: a bench
    CREATE INDEX CONCURRENTLY IF NOT EXISTS bench_act ON act (company_id, supplier_id, created_at);
    ALTER TABLE act VALIDATE CONSTRAINT bench_rule;
    DO $$ DECLARE done integer; BEGIN LOOP
      UPDATE supplier SET bench_note = 'x' WHERE (company_id, id) IN
        (SELECT company_id, id FROM supplier WHERE bench_note IS NULL LIMIT 2000);
      GET DIAGNOSTICS done = ROW_COUNT; COMMIT; EXIT WHEN done = 0; END LOOP; END $$`,
}
const GOAL_MS = 2000
const READERS = 3
const WRITERS = 2
const NOTICED_MS = 1500

interface Upgrade {
  readonly world: World
  readonly acts: number
  /** What is asked: "list of acts" and "save an act" among them. */
  readonly kinds: readonly Kind[]
  start(port: number): Promise<Program>
}

/** Migrates and restarts two processes one after another while people read and write: how many calls are lost, and the longest. */
export async function measureUpgrade(upgrade: Upgrade): Promise<void> {
  const { world, acts, start } = upgrade
  const { ownerUrl, databaseUrl } = world.services.config
  const ports = [await freePort(), await freePort()]
  const programs = await Promise.all(ports.map(start))
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-upgrade-'))
  const owner = new pg.Client({ connectionString: ownerUrl! })
  await owner.connect()
  try {
    await cp(path.resolve(import.meta.dirname, '../migrations'), dir, { recursive: true })
    for (const [name, sql] of Object.entries(MIGRATIONS)) await writeFile(path.join(dir, name), sql)
    const calls = keepCalling(upgrade, ports)
    await pause(5000)
    const quiet = calls.take()
    const startedAt = performance.now()
    await migrate(ownerUrl!, { dir, runtimeRole: roleOf(databaseUrl) })
    const migrated = calls.take()
    const seconds = (performance.now() - startedAt) / 1000
    // The next release, which knows them, is this one.
    await owner.query(`delete from schema_migration where name like '900%'`)
    for (const [index, port] of ports.entries()) {
      await programs[index]!.stop()
      programs[index] = await start(port)
      await pause(NOTICED_MS)
    }
    const restarted = calls.take()
    await calls.stop()
    for (const [name, seen] of Object.entries({ quiet, migrated, restarted }))
      tell({
        name: `upgrade at ${acts} acts, ${name}: longest call`,
        value: Math.round(Math.max(...seen.times)),
        unit: 'ms',
        baseline: Math.round(Math.max(...quiet.times)),
        goal: GOAL_MS,
        p99: Math.round(percentile(seen.times, 99)),
        calls: seen.times.length,
        lost: seen.lost.length,
        ...(name === 'migrated' && { migration_s: Number(seconds.toFixed(1)) }),
        ...(seen.lost.length > 0 && { first: seen.lost[0] }),
      })
  } finally {
    await owner.end()
    await rm(dir, { recursive: true, force: true })
    for (const program of programs) await program.stop()
  }
}

interface Seen {
  readonly times: number[]
  readonly lost: string[]
}

function keepCalling({ world, kinds }: Upgrade, ports: readonly number[]) {
  let seen: Seen = { times: [], lost: [] }
  const stopping = new AbortController()
  const token = world.own.operator.api.token!
  const one = async (order: () => Order) => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const { status, text } = await throughProxy(ports, token, order())
      seen.times.push(performance.now() - startedAt)
      if (status !== 200) seen.lost.push(`${status} ${text.slice(0, 300)}`)
      await pause(20)
    }
  }
  const orders = (name: string) => {
    const kind = kinds.find((one) => one.name === name)!
    let n = 0
    return () => requestOf(kind, kind.inputs[n++ % kind.inputs.length]!)
  }
  const [read, write] = [orders('list of acts'), orders('save an act')]
  const all = [...Array(READERS).fill(read), ...Array(WRITERS).fill(write)].map(one)
  return {
    take() {
      const taken = seen
      seen = { times: [], lost: [] }
      return taken
    },
    async stop() {
      stopping.abort()
      await Promise.all(all)
    },
  }
}

type Order = ReturnType<typeof requestOf>

let turn = 0

/** As the proxy of the package: in turns, and what no process has taken is tried at the other one. */
async function throughProxy(
  ports: readonly number[],
  token: string,
  order: Order,
): Promise<{ status: number; text: string }> {
  for (let n = 0; ; n++) {
    try {
      return await ask(ports[turn++ % ports.length]!, token, order)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ECONNREFUSED' || n > 300)
        return { status: 0, text: String(error) }
      await pause(n === 0 ? 0 : 100)
    }
  }
}

function ask(
  port: number,
  token: string,
  { path: url, method, body }: Order,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const request = http.request(
      { host: '127.0.0.1', port, path: url, method, headers, agent: false },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        answer.once('end', () => resolve({ status: answer.statusCode!, text }))
        answer.once('error', reject)
      },
    )
    request.once('error', reject)
    request.end(body)
  })
}
