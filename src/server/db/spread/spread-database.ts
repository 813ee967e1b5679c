import pg from 'pg'
import { reachDatabase } from '../connection/reach.ts'
import { letMachinesAnswer } from '../roles/company-rows.ts'
import { prepareDatabase } from '../roles/prepare-database.ts'
import { roleOf } from '../roles/runtime-role.ts'
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
    // The condition of a trigger reads the closed keys, which lie on its machine too; Citus cannot know that it stays there.
    const role = pg.escapeIdentifier(roleOf(addresses.databaseUrl))
    await owner.query(`alter role ${role} set citus.allow_nested_distributed_execution = on`)
    return moved
  } finally {
    await owner.end()
  }
}
