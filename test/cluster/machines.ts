import pg from 'pg'

/** Of a coordinator's address: its machines' too, each with the same user. The first is the coordinator. */
export async function machinesOf(coordinator: string): Promise<string[]> {
  const { rows } = await ask<{ host: string; port: number }>(
    coordinator,
    `select nodename as host, nodeport as port from pg_dist_node where isactive and noderole = 'primary' order by groupid`,
  )
  return rows.map(({ host, port }) => {
    const url = new URL(coordinator)
    url.host = `${host}:${port}`
    return url.href
  })
}

/** Makes an empty database on each machine and ties them to one cluster. */
export async function makeClusterDatabase(machines: readonly string[], name: string) {
  for (const machine of machines) {
    await ask(machine, `create database ${name} template template0 encoding 'UTF8'`)
    await ask(inDatabase(machine, name), 'create extension citus')
  }
  const [coordinator, ...workers] = machines.map((machine) => new URL(machine))
  const place = ({ hostname, port }: URL) => `'${hostname}', ${port}`
  const own = inDatabase(coordinator!.href, name)
  // Each table of a company is that many tables on the machines: copies of a database are files of all of them.
  await ask(own, `alter database ${name} set citus.shard_count = 4`)
  await ask(own, `select citus_set_coordinator_host(${place(coordinator!)})`)
  for (const worker of workers) await ask(own, `select citus_add_node(${place(worker)})`)
}

/** Nobody is in it any more, not even what Citus leaves running in each database: it can be copied. */
export async function closeDatabase(machine: string, name: string): Promise<void> {
  await ask(machine, `alter database ${name} allow_connections false`)
  await ask(
    machine,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
}

export function inDatabase(cluster: string, name: string): string {
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return url.href
}

export async function ask<T extends pg.QueryResultRow>(
  url: string,
  text: string,
): Promise<pg.QueryResult<T>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query<T>(text)
  } finally {
    await client.end()
  }
}
