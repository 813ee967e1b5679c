import type { Services } from '../services.ts'
import { addBanks } from './banks.ts'
import { addCatalogue } from './catalogue.ts'
import { chance } from './chance.ts'
import { addCompanies } from './companies.ts'
import type { Yard } from './config.ts'
import { addStaff, addSupervisor } from './people.ts'
import { addSuppliers } from './suppliers.ts'

/** Makes the demo world when there is no company yet; answers whether it did. Same seed, same yard. */
export async function fillDemo(services: Services, yard: Yard): Promise<boolean> {
  const { sandboxUrl } = services.config
  const company = await services.q.selectFrom('company').select('id').limit(1).executeTakeFirst()
  if (company) return false
  if (!sandboxUrl) throw new Error('the demo needs the training bank')
  const dice = chance(20_261_121)
  await addSupervisor(services)
  const home = await addCompanies(services, yard)
  await addStaff(services, home.db.companyId)
  await addCatalogue(home.db)
  await addSuppliers(home.db, dice)
  await addBanks(home.db, sandboxUrl)
  return true
}
