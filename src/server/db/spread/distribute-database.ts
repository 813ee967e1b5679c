import { pluralForm } from '#contract/words/plural.ts'
import { endInWords, parseEnvironment } from '../../config.ts'
import { badDatabase } from '../connection/reach.ts'
import { spreadDatabase } from './spread-database.ts'

/** `npm run distribute`: lays a database of this release over the machines of its cluster; a second run finds nothing to do. */
async function main(): Promise<void> {
  const { value } = parseEnvironment()
  const { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl } = value
  if (!ownerUrl) throw badDatabase('назовите владельца таблиц', 'DATABASE_OWNER_URL')
  const moved = await spreadDatabase({ databaseUrl, ownerUrl })
  for (const { name, spread } of moved)
    console.log(`${name}: ${spread === 'by company' ? 'по компаниям' : 'на каждой машине'}`)
  const tables = pluralForm(moved.length, ['таблица', 'таблицы', 'таблиц'])
  console.log(
    moved.length > 0 ? `Разложено: ${moved.length} ${tables}` : 'Все таблицы уже разложены',
  )
}

await main().catch(endInWords)
