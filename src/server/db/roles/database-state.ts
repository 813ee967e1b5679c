import { parseArgs } from 'node:util'
import { endInWords, parseEnvironment } from '../../config.ts'
import { compareRelease } from './prepare-database.ts'

/**
 * `npm run database-state`: whether the database is of this release; code 1 where it is not. With `--applied` the names of its
 * migrations alone, which the package of another release compares with its own before it is installed.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { applied: { type: 'boolean', default: false } } })
  const { applied, missing, newer } = await compareRelease(parseEnvironment().value.DATABASE_URL)
  if (values.applied) return console.log(applied.join('\n'))
  console.log(`Обновлений в базе: ${applied.length}, последнее: ${applied.at(-1) ?? 'нет'}`)
  if (missing.length > 0) console.log(`Не хватает: ${missing.join(', ')}`)
  if (newer.length > 0) console.log(`База от более новой версии: ${newer.join(', ')}`)
  if (missing.length + newer.length > 0) process.exitCode = 1
  else console.log('База этой версии')
}

await main().catch(endInWords)
