import pg from 'pg'

// A file of its own: the one of the embedded cluster removes listeners of the process, which a browser test lives by.
const RUNTIME_ROLE = 'priyomka_app'
const PASSWORD = 'priyomka'

/** The address of a database for the role that serves, which is made in the cluster if it is not there yet. */
export async function runtimeUrl(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [
      RUNTIME_ROLE,
    ])
    if (!rowCount) await client.query(`create role ${RUNTIME_ROLE} login password '${PASSWORD}'`)
  } finally {
    await client.end()
  }
  const url = new URL(ownerUrl)
  url.username = RUNTIME_ROLE
  url.password = PASSWORD
  return url.href
}
