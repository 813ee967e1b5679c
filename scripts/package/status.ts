import { VERSION } from '#server/installation/release-version.ts'
import { readSettings, runCommand } from './run-command.ts'
import { isReady, listUnits } from './units.ts'

/** `npm run status`: what is installed here and whether it works; code 1 where something does not. */
async function main(): Promise<number> {
  console.log(`Приёмка ${VERSION}`)
  const settings = { ...process.env, ...readSettings() }
  const { PUBLIC_URL: address } = settings
  if (!settings['DATABASE_URL'] && !settings['DATABASE_URL_FILE']) {
    console.log('Не настроено: priyomka setup')
    return 1
  }
  console.log(`Адрес: ${address ?? 'не задан (PUBLIC_URL)'}`)
  const units = listUnits()
  if (units === undefined) console.log('systemd здесь не работает: о процессах сказать нечего')
  else if (units.length === 0) console.log('Ни один процесс не запущен')
  let isWell = units?.length !== 0
  for (const unit of units ?? []) {
    const ready = unit.isActive && (await isReady(unit))
    const state = ready ? 'работает' : unit.isActive ? 'запущен, но не готов' : 'не запущен'
    console.log(`${unit.name}: ${state}`)
    if (!ready) isWell = false
  }
  const code = await runCommand('database-state')
  return isWell && code === 0 ? 0 : 1
}

process.exitCode = await main()
