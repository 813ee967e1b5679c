import { rm } from 'node:fs/promises'
import { openTestDatabase } from '../../support/database.ts'
import { browserConfig } from './browser-config.ts'
import { copyFolder } from './filled-folder.ts'
import { end, launch, untilSaid } from './launcher.ts'
import { PASSWORD } from './page.ts'

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
    await rememberTours()
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

const LOGINS = ['super', 'operator', 'manager', 'owner', 'weigher', 'buh']

/** The people of the demo have signed in before, as most people have: the tour of the first sign-in has a journey of its own. */
async function rememberTours(): Promise<void> {
  const call = async (method: string, path: string, body: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const url = `${browserConfig.address}/api/v1/${path}`
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { token: string }
  }
  for (const login of LOGINS) {
    const { token } = await call('POST', 'auth/login', { login, password: PASSWORD })
    await call('PUT', 'user/updatePreference', { key: 'tour', scope: 'user', value: true }, token)
    await call('POST', 'auth/logout', {}, token)
  }
}
