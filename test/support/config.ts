const url = process.env['TEST_DATABASE_URL']
if (!url)
  throw new Error(
    'TEST_DATABASE_URL is not set: run the tests with `npm test`, or name a PostgreSQL cluster',
  )

/** The cluster in which every test file makes its own database. */
export const testConfig = {
  clusterUrl: url,
  /** The coordinator of a Citus cluster, over whose machines each test database is laid (`npm run distribute`). */
  isSpread: process.env['CITUS_URL'] !== undefined,
}
