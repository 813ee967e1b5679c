import { existsSync, writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { endInWords, readConfig } from '../config.ts'
import { inTransaction } from '../db/handle.ts'
import { migrate } from '../db/migrate.ts'
import { SERVER_CALLER } from '../auth/caller.ts'
import { syncActions } from '../auth/rights/sync-actions-queries.ts'
import { makeAgentCode } from '../features/device/link/enrol-agent.ts'
import { openServices } from '../open-services.ts'
import type { Services } from '../services.ts'
import { clearUnfinished } from './clock.ts'
import { agentDir, readBankControl, readYard } from './config.ts'
import { fillDemo } from './fill.ts'

/** Fills an empty database with the demo company and gives the agent its one-time code; run by the launcher only. */
async function main(): Promise<void> {
  const config = readConfig()
  if (!config.demo) throw new Error('demo data are for the demo only')
  await clearUnfinished(config.databaseUrl)
  await migrate(config.databaseUrl)
  const services = await openServices(config)
  await syncActions(services.q, true)
  const filled = await fillDemo(services, { yard: readYard(), bankControl: readBankControl() })
  await giveAgentCode(services, config.dataDir)
  await services.close()
  // The launcher ends this program as soon as it reports ready, and the server compiles the same sources.
  flushCompileCache()
  console.log(JSON.stringify({ ready: true, filled }))
  process.send?.({ ready: true, filled }, () => process.disconnect?.())
}

/** An agent without an identity needs a fresh code: codes live for minutes and work once. */
async function giveAgentCode(services: Services, dataDir: string): Promise<void> {
  if (existsSync(path.join(agentDir(dataDir), 'identity.json'))) return
  const site = await services.q
    .selectFrom('device as d')
    .where('d.kind', '=', 'scale')
    .select(['d.company_id', 'd.site_id'])
    .executeTakeFirst()
  if (!site) return
  const db = { q: services.q, companyId: site.company_id, caller: SERVER_CALLER, services }
  const manager = await services.q
    .selectFrom('app_user')
    .where('role', '=', 'SUPERVISOR')
    .select('id')
    .executeTakeFirstOrThrow()
  const { code } = await inTransaction(db, (tx) => makeAgentCode(tx, site.site_id, manager.id))
  writeFileSync(path.join(dataDir, 'agent-code'), code, { mode: 0o600 })
}

await main().catch(endInWords)
