import path from 'node:path'
import { readSettings as readAgent } from '#agent/config.ts'
import { parseEnvironment as readServer } from '#server/config.ts'
import { readOptions as readBank } from '#simulators/bank/config.ts'
import { readOptions as readYard } from '#simulators/yard/config.ts'

export interface DemoSettings {
  readonly port: number
  readonly dataDir: string
  /** Set: this PostgreSQL is used and nothing embedded starts. */
  readonly databaseUrl: string | undefined
  /** Its owner, who migrates and fills it. */
  readonly ownerUrl: string | undefined
}

const DAY_S = 86_400
const DATABASES = ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const

/** Reads the settings of `npm start` and all its programs; bad values end the start at once, each with what was expected. */
export function readDemoSettings(env: NodeJS.ProcessEnv = process.env): DemoSettings {
  const problems: string[] = []
  const port = env['PORT'] || '8080'
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    problems.push(`  PORT: нужно целое число от 1 до 65535, а задано «${port}»`)
  const [databaseUrl, ownerUrl] = DATABASES.map((name) => env[name] || undefined)
  for (const name of DATABASES)
    if (env[name] && !/^postgres(ql)?:\/\//.test(env[name]))
      problems.push(`  ${name}: нужен адрес вида postgres://пользователь:пароль@узел:5432/база`)
  if (Boolean(databaseUrl) !== Boolean(ownerUrl))
    problems.push(
      `  ${databaseUrl ? DATABASES[1] : DATABASES[0]}: не задано; своей базе нужны оба адреса, роли для работы и владельца таблиц`,
    )
  const minPass = env['DEMO_MIN_PASS_S'] || '60'
  if (!/^\d{1,5}$/.test(minPass) || Number(minPass) < 1 || Number(minPass) > DAY_S)
    problems.push(`  DEMO_MIN_PASS_S: нужно целое число от 1 до ${DAY_S}, а задано «${minPass}»`)
  problems.push(...problemsOfPrograms(env))
  if (problems.length > 0) {
    console.error(['Неверные настройки:', ...problems].join('\n'))
    process.exit(2)
  }
  return {
    port: Number(port),
    dataDir: path.resolve(env['DATA_DIR'] || 'data'),
    databaseUrl,
    ownerUrl,
  }
}

/** What the launcher itself gives them cannot be wrong; everything else each program reads by its own rules. */
function problemsOfPrograms(env: NodeJS.ProcessEnv): string[] {
  const given = {
    PORT: '8080',
    HOST: '127.0.0.1',
    DATABASE_URL: 'postgres://127.0.0.1/priyomka',
    DATABASE_OWNER_URL: '',
    DEMO: '1',
    LOG_LEVEL: 'warn',
    BANK_SANDBOX_URL: '',
    NPD_CHECK_URL: '',
    REGISTRY_URL: '',
    REGISTRY_KEY: '',
    REGISTRY_KEY_FILE: '',
    YARD_URL: '',
    BANK_PAGE_URL: '',
    SERVER_URL: 'http://127.0.0.1:8080',
    AGENT_ALLOW_LOOPBACK: '1',
  }
  const all = { ...env, ...given }
  return [readServer, readAgent, readYard, readBank].flatMap((read) => {
    try {
      read(all)
      return []
    } catch (error) {
      const [, ...lines] = (error as Error).message.split('\n')
      if (lines.length === 0) throw error
      return lines
    }
  })
}
