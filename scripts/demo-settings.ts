import path from 'node:path'

export interface DemoSettings {
  readonly port: number
  readonly dataDir: string
  /** Set: this PostgreSQL is used and nothing embedded starts. */
  readonly databaseUrl: string | undefined
}

const DAY_S = 86_400

/** Reads what `npm start` may be told; a bad value ends the start with what was expected. */
export function readDemoSettings(env: NodeJS.ProcessEnv = process.env): DemoSettings {
  const problems: string[] = []
  const port = env['PORT'] || '8080'
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    problems.push(`  PORT: нужно целое число от 1 до 65535, а задано «${port}»`)
  const databaseUrl = env['DATABASE_URL'] || undefined
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    problems.push('  DATABASE_URL: нужен адрес вида postgres://пользователь:пароль@узел:5432/база')
  const minPass = env['DEMO_MIN_PASS_S'] || '60'
  if (!/^\d{1,5}$/.test(minPass) || Number(minPass) < 1 || Number(minPass) > DAY_S)
    problems.push(`  DEMO_MIN_PASS_S: нужно целое число от 1 до ${DAY_S}, а задано «${minPass}»`)
  if (problems.length > 0) {
    console.error(['Неверные настройки:', ...problems].join('\n'))
    process.exit(2)
  }
  return { port: Number(port), dataDir: path.resolve(env['DATA_DIR'] || 'data'), databaseUrl }
}
