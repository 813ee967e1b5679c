import type { Services } from '../services.ts'
import { addBanks } from './banks.ts'
import { addCatalogue } from './catalogue.ts'
import { chance } from './chance.ts'
import { startClock } from './clock.ts'
import { addCompanies } from './companies.ts'
import type { Peers } from './config.ts'
import { addHistory } from './history.ts'
import { addStaff, addSupervisor } from './people.ts'
import { addSuppliers } from './suppliers.ts'

/** Creates the demo data when there is no company yet; returns whether it did. The same seed gives the same data. */
export async function fillDemo(services: Services, peers: Peers): Promise<boolean> {
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
