import { reachDatabase } from '../connection/reach.ts'
import { letMachinesAnswer } from '../roles/company-rows.ts'
import { prepareDatabase } from '../roles/prepare-database.ts'
import type { SpreadTable } from './spread-plan.ts'
import { spreadTables } from './spread-tables.ts'

/** Brings a database to this release and lays it over the machines of its cluster; answers what moved. */
export async function spreadDatabase(addresses: {
  readonly databaseUrl: string
  readonly ownerUrl: string
}): Promise<SpreadTable[]> {
  await prepareDatabase(addresses)
  const owner = await reachDatabase(addresses.ownerUrl, 'DATABASE_OWNER_URL')
  try {
    const moved = await spreadTables(owner)
    await letMachinesAnswer(owner)
    return moved
  } finally {
    await owner.end()
  }
}
