import { endInWords, parseEnvironment } from './config.ts'
import { prepareDatabase } from './db/roles/prepare-database.ts'

/** `npm run migrate`: a database of this release, apart from the server, which then needs no password of the owner. */
async function main(): Promise<void> {
  const { value } = parseEnvironment()
  const { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl } = value
  const fresh = await prepareDatabase({ databaseUrl, ownerUrl })
  for (const name of fresh) console.log(name)
  console.log('База готова к этой версии')
}

await main().catch(endInWords)
