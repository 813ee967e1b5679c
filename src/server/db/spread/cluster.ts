import type pg from 'pg'
import { badDatabase, reachDatabase } from '../connection/reach.ts'

interface Cluster {
  readonly has_citus: boolean
}

interface Nodes {
  readonly workers: number
  readonly knows_itself: boolean
}

/** Refuses a database that has nothing to be laid over. */
export async function assertCluster(owner: pg.Client): Promise<void> {
  if (!(await isCluster(owner)))
    throw badDatabase(
      'в базе нет расширения Citus: CREATE EXTENSION citus в ней на каждой машине',
      'DATABASE_OWNER_URL',
    )
  const { rows } = await owner.query<Nodes>(
    `select count(*) filter (where groupid <> 0)::int as workers, coalesce(bool_or(groupid = 0), false) as knows_itself
     from pg_dist_node where isactive and noderole = 'primary'`,
  )
  const { workers, knows_itself } = rows[0]!
  if (!knows_itself)
    throw badDatabase(
      'машины не знают, где координатор: SELECT citus_set_coordinator_host(…)',
      'DATABASE_OWNER_URL',
    )
  if (workers === 0)
    throw badDatabase('у координатора нет машин: SELECT citus_add_node(…)', 'DATABASE_OWNER_URL')
}

/** Whether the database may be laid over several machines at all. */
export async function isCluster(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<Cluster>(
    `select exists (select from pg_extension where extname = 'citus') as has_citus`,
  )
  return rows[0]!.has_citus
}

export async function isClusterAt(databaseUrl: string): Promise<boolean> {
  const client = await reachDatabase(databaseUrl)
  try {
    return await isCluster(client)
  } finally {
    await client.end()
  }
}
