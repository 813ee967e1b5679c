import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { demoPersonInn, LOST_STATUS } from '#server/demo/requisites.ts'
import { DEMO_PASSWORD, STAFF, SUPERVISOR, type Person } from '#server/demo/staff.ts'
import { readDemoSettings, type DemoSettings } from './demo-settings.ts'
import { buildWebIfOld } from './build-web.ts'
import { startProgram, stopStarting, type Program, type ProgramSettings } from './child.ts'
import { holdFolder, makeFolder, releaseFolder } from './data-folder.ts'
import { hasIdentity, isFilled } from './demo-filled.ts'
import { ensureDatabase, startPostgres } from './embedded-postgres.ts'
import { runtimeUrl } from './runtime-address.ts'
import { freePort, tryPort } from './ports.ts'
import { simulatorPorts, type SimulatorPorts } from './simulator-ports.ts'

// The previous database of the demo company: 500 suppliers with the usual errors (`scripts/make-old-base.ts`).
const OLD_BASE = path.resolve(import.meta.dirname, '../src/server/demo/old-base.csv')

/** `npm run dev`: programs start again when a source of theirs changes, and the screens come from their sources. */
const WATCHES = process.argv.includes('--watch')

/** `npm start`: the whole product on this machine, with a demo company and simulators of its site devices and its bank. */
async function main(): Promise<void> {
  const startedAt = Date.now()
  const settings = readDemoSettings()
  const running: { stop(): Promise<void> }[] = []
  const stop = stopOnce(running, settings.dataDir)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
  process.on('disconnect', () => void stop(0))
  try {
    makeFolder(settings.dataDir)
    holdFolder(settings.dataDir)
    // Five programs read much the same sources: each uses what another one, or the previous start, has compiled.
    process.env['NODE_COMPILE_CACHE'] ??= path.join(settings.dataDir, 'compiled')
    process.env['MALLOC_ARENA_MAX'] ??= FEW_HEAPS
    if (WATCHES) process.env['PRIYOMKA_VERBOSE'] ??= '1'
    await refuseTakenPort(settings.port)
    const say = (text: string) =>
      console.log(`  ${((Date.now() - startedAt) / 1000).toFixed(1)} с  ${text}`)
    const ports = await simulatorPorts(settings.dataDir, settings.port)
    await startAll(settings, ports, running, say, (name, code, said) => {
      if (stop.asked) return
      const how = code === null ? 'прервана извне' : `завершилась (код ${code})`
      console.error(`Программа «${name}» ${how}; останавливаем остальные`)
      if (said) console.error(said.trimEnd())
      void stop(1)
    })
    if (!stop.asked) printWelcome(settings, Date.now() - startedAt)
  } catch (error) {
    // Who pressed Ctrl-C in the middle of a start knows why it did not end well.
    if (!stop.asked) console.error(error instanceof Error ? error.message : error)
    await stop(1)
  }
}

/**
 * The demo has one user. A young generation grows to 38 MB a program by what a start leaves behind, and stays so; each thread
 * of the C library keeps a heap of its own.
 */
const HEAP_FLAGS = ['--max-semi-space-size=2']
const FEW_HEAPS = '2'
const FLAGS = WATCHES ? [...HEAP_FLAGS, '--watch', '--watch-preserve-output'] : HEAP_FLAGS

type OnDeath = ProgramSettings['onDeath']

async function startAll(
  settings: DemoSettings,
  ports: SimulatorPorts,
  running: { stop(): Promise<void> }[],
  say: (text: string) => void,
  onDeath: OnDeath,
): Promise<void> {
  const keep = <T extends { stop(): Promise<void> }>(program: T): T => (
    running.unshift(program),
    program
  )
  const serverPort = WATCHES ? await freePort() : settings.port
  const web = WATCHES
    ? startScreens(settings, serverPort, onDeath).then((screens) => void keep(screens))
    : buildWebIfOld().then((built) => say(built ? 'экраны собраны' : 'экраны готовы'))
  const simulators = startSimulators(settings, ports, onDeath)
  // Both are awaited further down; until then a failure must not end the launcher before its programs.
  for (const early of [web, simulators]) early.catch(() => undefined)
  const ownerUrl = settings.ownerUrl ?? (await startDatabase(settings, { keep, say, onDeath }))
  const databaseUrl = settings.databaseUrl ?? (await runtimeUrl(ownerUrl))
  const [yard, bank] = await simulators
  keep(yard)
  keep(bank)
  say('площадка и банк отвечают')
  const env = serverEnvironment(
    settings,
    { databaseUrl, ownerUrl },
    { yard, bank, port: serverPort },
  )
  // The program that fills the database loads the whole server only to find it filled.
  if (!hasIdentity(settings.dataDir) || !(await isFilled(ownerUrl)))
    await seed(env, { yard, bank }, say)
  await web
  const server = { name: 'сервер', script: 'src/server/main.ts', env, onDeath, flags: FLAGS }
  keep(await startProgram(server))
  keep(
    await startProgram({
      name: 'программа на весах',
      script: 'src/agent/main.ts',
      env: agentEnvironment(settings, serverPort, yard),
      onDeath,
      flags: FLAGS,
    }),
  )
}

interface DatabaseStart {
  keep: (program: { stop(): Promise<void> }) => unknown
  say: (text: string) => void
  onDeath: OnDeath
}

async function startDatabase(settings: DemoSettings, { keep, say, onDeath }: DatabaseStart) {
  const starting = startPostgres({
    dir: path.join(settings.dataDir, 'postgres'),
    durable: true,
    onDeath: () => onDeath('PostgreSQL', null, ''),
  })
  // Stored before it answers: a stop in between waits for it, or it would outlive the launcher.
  keep({
    stop: () =>
      starting.then(
        (started) => started.stop(),
        () => undefined,
      ),
  })
  const cluster = await starting
  await ensureDatabase(cluster, 'priyomka')
  say('PostgreSQL запущен')
  return cluster.url('priyomka')
}

async function startSimulators(
  settings: DemoSettings,
  ports: SimulatorPorts,
  onDeath: OnDeath,
): Promise<[Program, Program]> {
  return Promise.all([
    startProgram({
      name: 'площадка',
      script: 'src/simulators/yard/main.ts',
      env: {
        YARD_PORT: String(ports.yard),
        YARD_CAMERA_PORT: String(ports.camera),
        YARD_RTSP_PORT: String(ports.rtsp),
        YARD_DISCOVERY_PORT: String(ports.discovery),
        YARD_RELAY_PORT: String(ports.relays),
        YARD_PRINTER_PORT: String(ports.printer),
        YARD_SCALE_PORTS: [ports.scale1, ports.scale2, ports.scale3].join(','),
      },
      onDeath,
      flags: FLAGS,
    }),
    startProgram({
      name: 'банк',
      script: 'src/simulators/bank/main.ts',
      env: {
        BANK_PORT: String(ports.bank),
        BANK_CONTROL_PORT: String(ports.bankControl),
        BANK_FILE: path.join(settings.dataDir, 'sandbox-bank.db'),
        // A person signs in and confirms orders in the bank's cabinet, as at a real bank.
        BANK_DIRECT_OTP: '1',
        BANK_DIRECT_CONFIRM: '1',
        BANK_FILE_FEE_KOP: '1900',
        TAX_NOT_PAYERS: demoPersonInn(LOST_STATUS),
      },
      onDeath,
      flags: FLAGS,
    }),
  ])
}

function startScreens(settings: DemoSettings, serverPort: number, onDeath: OnDeath) {
  return startProgram({
    name: 'экраны',
    script: 'scripts/dev-screens.ts',
    env: { PORT: String(settings.port), SERVER_URL: `http://127.0.0.1:${serverPort}` },
    onDeath,
  })
}

function serverEnvironment(
  settings: DemoSettings,
  { databaseUrl, ownerUrl }: { databaseUrl: string; ownerUrl: string },
  { yard, bank, port }: { yard: Program; bank: Program; port: number },
): Record<string, string> {
  return {
    PORT: String(port),
    HOST: '127.0.0.1',
    ...(WATCHES && { PUBLIC_URL: `http://127.0.0.1:${settings.port}` }),
    DATA_DIR: settings.dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrl,
    DEMO: '1',
    NPD_CHECK_URL: String(bank.ready['tax']),
    REGISTRY_URL: String(bank.ready['registry']),
    REGISTRY_KEY: String(bank.ready['registryKey']),
    BANK_SANDBOX_URL: `http://127.0.0.1:${String(bank.ready['api'])}/v3`,
    YARD_URL: `http://127.0.0.1:${String(yard.ready['control'])}`,
    BANK_PAGE_URL: `http://127.0.0.1:${String(bank.ready['control'])}`,
    LOG_LEVEL: 'warn',
    LEGACY_ARCHIVE_URL: pathToFileURL(OLD_BASE).href,
  }
}

function agentEnvironment(
  settings: DemoSettings,
  serverPort: number,
  yard: Program,
): Record<string, string> {
  const codeFile = path.join(settings.dataDir, 'agent-code')
  return {
    SERVER_URL: `http://127.0.0.1:${serverPort}`,
    AGENT_DIR: path.join(settings.dataDir, 'agent'),
    AGENT_ALLOW_LOOPBACK: '1',
    AGENT_PROBE_PORT: String(yard.ready['discovery']),
    ...(!hasIdentity(settings.dataDir) &&
      existsSync(codeFile) && { AGENT_ENROL_CODE: readFileSync(codeFile, 'utf8').trim() }),
  }
}

/** Fills an empty database; the seed writes the agent's one-time code into `agent-code`. */
async function seed(
  env: Record<string, string>,
  peers: { yard: Program; bank: Program },
  say: (text: string) => void,
): Promise<void> {
  const program = await startProgram({
    name: 'учебные данные',
    script: 'src/server/demo/main.ts',
    env: { ...env, YARD: JSON.stringify(peers.yard.ready), BANK: JSON.stringify(peers.bank.ready) },
    onDeath: () => undefined,
    // A month of work by the product's own commands: twenty seconds, minutes on a busy machine.
    readyMs: 300_000,
  })
  if (program.ready['filled']) say('учебная компания создана')
  await program.stop()
}

/** Found before a minute of filling, not after it. */
async function refuseTakenPort(port: number): Promise<void> {
  if ((await tryPort(port)) === null)
    throw new Error(
      `Неверные настройки:\n  PORT: порт ${port} занят или закрыт. Задайте другой: PORT=${port === 8090 ? 8091 : 8090} npm start`,
    )
}

function stopOnce(running: { stop(): Promise<void> }[], dataDir: string) {
  const stop = Object.assign(
    async (code: number): Promise<void> => {
      if (stop.asked) return
      stop.asked = true
      await stopStarting()
      // Agent and server first, the database last: each is stopped only when its users are gone.
      for (const program of running)
        await program.stop().catch((error: unknown) => console.error(error))
      releaseFolder(dataDir)
      process.exit(code)
    },
    { asked: false },
  )
  return stop
}

function printWelcome(settings: DemoSettings, tookMs: number): void {
  console.log(`
Приёмка запущена за ${(tookMs / 1000).toFixed(1)} с:  http://127.0.0.1:${settings.port}

  Учебные входы (пароль у всех: ${DEMO_PASSWORD})
${[SUPERVISOR, ...Object.values(STAFF)].map(signInLine).join('\n')}

  Учебная площадка: http://127.0.0.1:${settings.port}/training-yard
    оттуда на весы заезжают машины; с экрана «Взвешивание» её открывает знак «Учебная площадка»
  Учебный банк:     http://127.0.0.1:${settings.port}/training-bank
    его платежи, ошибки и файлы; с выплаты его открывает знак «УЧЕБНЫЙ БАНК»

  Остановить: Ctrl-C. Данные: ${settings.dataDir}
`)
}

const signInLine = ({ login, position, pin }: Person) =>
  `    ${login.padEnd(10)} ${position.padEnd(25)}${pin ? ` пин-код ${pin}` : ''}`.trimEnd()

await main()
