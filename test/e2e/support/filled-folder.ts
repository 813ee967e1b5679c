import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startPostgres } from '../../../scripts/embedded-postgres.ts'
import { freePort } from '../../../scripts/ports.ts'
import { simulatorPorts } from '../../../scripts/simulator-ports.ts'
import { end, launch, untilSaid } from './launcher.ts'

/** The first start of the product, ended as soon as the demo company exists: its data serve several products. */
export async function fillFolder(dataDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const port = String(await freePort())
  const child = launch({ ...env, PORT: port, DATA_DIR: dataDir, DATABASE_URL: '' })
  try {
    await untilSaid(child, 'учебная компания создана')
  } finally {
    await end(child)
  }
}

/** A copy for a product on `port` that runs beside others: its simulators listen on ports of their own. */
export async function copyFolder(from: string, to: string, port: number): Promise<void> {
  // Node's own way of copying leaves the database to another user.
  await promisify(execFile)('cp', ['-a', from, to])
  const file = path.join(to, 'simulator-ports.json')
  const before = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  await rm(file)
  const now: Record<string, number> = await simulatorPorts(to, port)
  const moved = new Map(Object.entries(before).map(([name, was]) => [String(was), now[name]!]))
  const cluster = await startPostgres({ dir: path.join(to, 'postgres'), durable: false })
  const client = new pg.Client({ connectionString: cluster.url('priyomka') })
  try {
    await client.connect()
    for (const [table, column] of PLACES) await move(client, table, column, moved)
  } finally {
    await client.end()
    await cluster.stop()
  }
}

/** Where the demo company names ports of its simulators. */
const PLACES = [
  ['device', 'connection'],
  ['company', 'settings'],
  ['bank', 'base_url'],
] as const
const PORT = /(?<="port": |127\.0\.0\.1:)\d+/g

async function move(
  client: pg.Client,
  table: string,
  column: string,
  moved: ReadonlyMap<string, number>,
): Promise<void> {
  const { rows } = await client.query<{ id: string; text: string }>(
    `select id, ${column}::text as text from ${table}`,
  )
  for (const { id, text } of rows) {
    const next = text.replace(PORT, (port) => String(moved.get(port) ?? port))
    await client.query(`update ${table} set ${column} = $2 where id = $1`, [id, next])
  }
}
