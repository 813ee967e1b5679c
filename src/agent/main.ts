import { startAgent } from './agent.ts'
import { agentClock, type Clock } from './clock.ts'
import { isLoopback, originOf, readSettings, type Settings } from './config.ts'
import { enrol, readIdentity, type Identity } from './link/identity.ts'

/**
 * `node src/agent/main.ts` runs the agent of an enrolled machine; `node src/agent/main.ts enrol URL CODE` enrols it and ends.
 * Environment variables are in config.ts.
 */
async function main(): Promise<void> {
  const settings = readSettings()
  const clock = agentClock(settings.clockFactor)
  const [command, address, code] = process.argv.slice(2)
  if (command === 'enrol') {
    if (!address || !code)
      throw new Error('Нужны адрес сервера и код площадки: npm run agent -- enrol АДРЕС КОД')
    const made = await enrol(settings.dir, originOf(address), code, clock)
    console.log(JSON.stringify({ enrolled: true, agent_id: made.agent_id, site_id: made.site_id }))
    return
  }
  if (command) throw new Error(`Неизвестная команда: ${command}`)

  const identity = await whoAmI(settings, clock)
  if (clock.factor > 1 && !isLoopback(identity.server))
    throw new Error('AGENT_CLOCK_FACTOR: accepted only with a server on this machine')

  const agent = await startAgent(settings, identity, clock, (update) => {
    // The launcher hears of it before the program ends.
    process.send?.({ update }, () => leave())
  })
  const leave = () => void agent.stop().then(() => process.exit(0))
  process.once('SIGTERM', leave)
  process.once('SIGINT', leave)
  process.once('disconnect', leave)
  await agent.ready
  console.log(JSON.stringify({ ready: true }))
  process.send?.({ ready: true })
}

/** A given code enrols the machine again; a code that was used before changes nothing. */
async function whoAmI(settings: Settings, clock: Clock): Promise<Identity> {
  const { dir, serverUrl, enrolCode } = settings
  const identity = await readIdentity(dir)
  if (enrolCode && serverUrl) {
    try {
      return await enrol(dir, serverUrl, enrolCode, clock)
    } catch (error) {
      if (!identity) throw error
      console.error('The given code was not accepted; going on with the known identity', error)
    }
  }
  if (!identity)
    throw new Error(
      'Агент ещё не подключён. Получите код площадки и выполните: npm run agent -- enrol АДРЕС КОД',
    )
  return { ...identity, server: serverUrl ?? identity.server }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
