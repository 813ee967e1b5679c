import { existsSync, writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { endInWords, readConfig } from '../config.ts'
import { inTransaction, serverOf } from '../db/handle.ts'
import { migrate } from '../db/migrate.ts'
import { roleOf } from '../db/roles/runtime-role.ts'
import { syncActions } from '../auth/rights/sync-actions-queries.ts'
import { makeAgentCode } from '../features/device/link/enrol-agent.ts'
import { openServices } from '../open-services.ts'
import type { Services } from '../services.ts'
import { clearUnfinished, startClock } from './clock.ts'
import { agentDir, readBankControl, readYard, type Peers } from './config.ts'
import { addBanks } from './banks.ts'
import { addCatalogue } from './catalogue.ts'
import { chance } from './chance.ts'
import { addCompanies, addStaff, addSupervisor } from './companies.ts'
import { addHistory } from './history.ts'
import { addSuppliers } from './suppliers.ts'

/** Fills an empty database with the demo company and gives the agent its one-time code; run by the launcher only. */
async function main(): Promise<void> {
  const served = readConfig()
  const { ownerUrl } = served
  if (!ownerUrl) throw new Error('the demo is filled by the owner of its database')
  // Its clock stands over the defaults of columns, which only their owner changes.
  const config = { ...served, databaseUrl: ownerUrl }
  if (!config.demo) throw new Error('demo data are for the demo only')
  await clearUnfinished(config.databaseUrl)
  await migrate(ownerUrl, { runtimeRole: roleOf(served.databaseUrl) })
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

/** Creates the demo data when there is no company yet; returns whether it did. The same seed gives the same data. */
async function fillDemo(services: Services, peers: Peers): Promise<boolean> {
  const { sandboxUrl } = services.config
  const company = await services.q.selectFrom('company').select('id').limit(1).executeTakeFirst()
  if (company) return false
  if (!sandboxUrl) throw new Error('the demo needs the training bank')
  const dice = chance(20_261_121)
  const clock = await startClock(services.config.databaseUrl)
  await addSupervisor(services)
  const home = await addCompanies(services, peers.yard)
  const people = await addStaff(services, home.db.companyId)
  const catalogue = await addCatalogue(home.db)
  const suppliers = await addSuppliers(home.db, dice)
  await addBanks(home.db)
  await addHistory(services, clock, { home, people, catalogue, suppliers }, peers)
  await clock.stop()
  return true
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
  const db = serverOf(services, site.company_id)
  const manager = await services.q
    .selectFrom('app_user')
    .where('role', '=', 'SUPERVISOR')
    .select('id')
    .executeTakeFirstOrThrow()
  const { code } = await inTransaction(db, (tx) => makeAgentCode(tx, site.site_id, manager.id))
  writeFileSync(path.join(dataDir, 'agent-code'), code, { mode: 0o600 })
}

await main().catch(endInWords)
