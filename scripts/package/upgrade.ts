import { setTimeout as pause } from 'node:timers/promises'
import { runCommand } from './run-command.ts'
import { awaitReady, listUnits, restartUnit, type Unit } from './units.ts'

/** The proxy asks each process twice a second whether it is ready, and believes an answer after the next. */
const NOTICED_MS = 1500

/**
 * `npm run upgrade`: migrates while the processes of the former release serve, then restarts them one after another, so that one
 * serves at any moment. Whatever fails leaves the others on the former release.
 */
async function main(): Promise<number> {
  const startedAt = performance.now()
  const code = await runCommand('migrate')
  if (code !== 0) {
    console.error('База не обновлена, процессы прежней версии продолжают работать.')
    return code ?? 1
  }
  console.log(`База: ${secondsSince(startedAt)} с`)
  const units = (listUnits() ?? []).filter(({ isActive }) => isActive)
  if (units.length === 0)
    console.log('Процессов priyomka@ под systemd нет: перезапустите свои по одному.')
  if (units.length === 1)
    console.log('Процесс один: пока он перезапускается, обращения ждут в прокси.')
  for (const unit of units) if (!(await renew(unit, units))) return 1
  console.log(`Обновление заняло ${secondsSince(startedAt)} с`)
  return 0
}

async function renew(unit: Unit, units: readonly Unit[]): Promise<boolean> {
  for (const other of units) {
    if (other === unit || (await awaitReady(other))) continue
    console.error(
      `${other.name} не готов, ${unit.name} остаётся как есть: journalctl -u ${other.name}`,
    )
    return false
  }
  const startedAt = performance.now()
  if (!restartUnit(unit) || !(await awaitReady(unit))) {
    console.error(`${unit.name} не запустился, остальные не тронуты: journalctl -u ${unit.name}`)
    return false
  }
  console.log(`${unit.name}: ${secondsSince(startedAt)} с`)
  await pause(NOTICED_MS)
  return true
}

const secondsSince = (startedAt: number) =>
  ((performance.now() - startedAt) / 1000).toFixed(1).replace('.', ',')

process.exitCode = await main()
