import { rm } from 'node:fs/promises'
import { openTestDatabase } from '../../support/database.ts'
import { browserConfig } from './browser-config.ts'
import { copyFolder } from './filled-folder.ts'
import { end, launch, untilSaid } from './launcher.ts'

/** Starts the product over a folder of its own; the returned function ends it and clears up. */
export default async function startProduct(): Promise<() => Promise<void>> {
  const { port, dataDir, filled, cloned, calm } = browserConfig
  await rm(dataDir, { recursive: true, force: true })
  if (filled) await copyFolder(filled, dataDir, Number(port))
  const database = cloned ? await openTestDatabase() : undefined
  const child = launch({
    PORT: port,
    DATA_DIR: dataDir,
    DATABASE_URL: database?.runtimeUrl ?? '',
    DATABASE_OWNER_URL: database?.url ?? '',
    // Trucks drive and scales settle four times as fast, and the agent's windows shrink with them.
    ...(!calm && { YARD_SPEED: '4', AGENT_CLOCK_FACTOR: '4' }),
  })
  const stop = async () => {
    await end(child)
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await untilSaid(child, 'Приёмка запущена')
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
