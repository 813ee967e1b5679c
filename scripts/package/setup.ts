import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { BadSettings, endInWords } from '#server/config.ts'
import { LEAKPROOF_TEXT } from '#server/db/roles/company-rows.ts'
import { makeSecrets } from '#server/settings/secret-files.ts'
import { readSettings, runCommand } from './run-command.ts'

const USAGE = `Первая настройка:
  priyomka setup --public-url https://priyomka.example.ru
База создаётся в PostgreSQL на этой машине. Если она на другой:
  --database-url postgres://… --owner-url postgres://…  (роль, которая работает, и владелец таблиц)`

const SETTINGS = '/etc/priyomka'
const DATA_DIR = '/var/lib/priyomka'
/** Two, so that one serves while the other is restarted; the sample of the proxy names both. */
const UNITS = ['priyomka@8080.service', 'priyomka@8081.service']

/** Makes what only an administrator can make once: the database with its two roles, the settings, the keys. */
async function main(): Promise<number> {
  // For a container, which gets its settings from outside.
  if (process.argv[2] === '--only-keys') {
    makeSecrets(path.join(readSettings()['DATA_DIR'] ?? DATA_DIR, 'secrets'))
    return 0
  }
  const { publicUrl, ...addresses } = readArguments()
  if (process.getuid?.() !== 0) throw new BadSettings('Выполните от root: sudo priyomka setup …')
  const { DATABASE_URL: url, DATABASE_URL_FILE: file } = readSettings()
  if (url || file)
    throw new BadSettings(`Уже настроено: ${SETTINGS}/server.env. Настройки меняют там.`)
  const { databaseUrl, ownerUrl } = addresses.databaseUrl
    ? { databaseUrl: addresses.databaseUrl, ownerUrl: addresses.ownerUrl }
    : makeLocalDatabase()
  const secrets = path.join(DATA_DIR, 'secrets')
  makeSecrets(secrets)
  must('chown', ['-R', 'priyomka:priyomka', secrets])
  const lines = {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: publicUrl,
    PROCESSES: String(UNITS.length),
  }
  addSettings('server.env', 0o640, lines)
  must('chgrp', ['priyomka', path.join(SETTINGS, 'server.env')])
  if (ownerUrl) addSettings('owner.env', 0o600, { DATABASE_OWNER_URL: ownerUrl })
  const code = await runCommand('migrate')
  if (code !== 0) {
    console.error(
      `Настройки записаны в ${SETTINGS}. Исправьте их и выполните: priyomka migrate, затем systemctl enable --now ${UNITS.join(' ')}`,
    )
    return code ?? 1
  }
  if (existsSync('/run/systemd/system')) must('systemctl', ['enable', '--now', ...UNITS])
  console.log(`Готово. Дальше:
  priyomka create-super ЛОГИН "Фамилия Имя Отчество"
  прокси с https: /usr/share/priyomka/Caddyfile
  ежедневная копия: BACKUP_DIR и BACKUP_RECIPIENT в ${SETTINGS}/server.env, systemctl enable --now priyomka-backup.timer
Ключи в ${secrets}: снимите с них копию, без них часть данных не прочесть.`)
  return 0
}

function readArguments() {
  const text = { type: 'string' } as const
  const options = { 'public-url': text, 'database-url': text, 'owner-url': text }
  const { values } = parseArgs({ options })
  const publicUrl = values['public-url']
  if (!publicUrl?.startsWith('https://') || !URL.canParse(publicUrl)) throw new BadSettings(USAGE)
  if (values['owner-url'] && !values['database-url']) throw new BadSettings(USAGE)
  return { publicUrl, databaseUrl: values['database-url'], ownerUrl: values['owner-url'] }
}

/** Two roles with passwords that nobody needs to know, and a database whose locale knows Russian letters. */
function makeLocalDatabase(): { databaseUrl: string; ownerUrl: string } {
  const [owner, app] = [makePassword(), makePassword()]
  const ask = (database: string, text: string) => {
    const psql = [
      '-u',
      'postgres',
      '--',
      'psql',
      '-X',
      '-q',
      '-v',
      'ON_ERROR_STOP=1',
      '-d',
      database,
    ]
    const done = spawnSync('runuser', psql, { input: text, encoding: 'utf8', cwd: '/' })
    if (done.error || done.status !== 0)
      throw new BadSettings(
        `База не создана: ${done.stderr?.trim() || done.error?.message}\nНужен PostgreSQL: apt install postgresql`,
      )
  }
  ask(
    'postgres',
    `create role priyomka login password '${owner}';
     create role priyomka_app login password '${app}';
     create database priyomka owner priyomka template template0 encoding 'UTF8' locale 'C.UTF-8';`,
  )
  ask('priyomka', LEAKPROOF_TEXT)
  return {
    databaseUrl: `postgres://priyomka_app:${app}@127.0.0.1:${portOfCluster()}/priyomka`,
    ownerUrl: `postgres://priyomka:${owner}@127.0.0.1:${portOfCluster()}/priyomka`,
  }
}

function portOfCluster(): string {
  const psql = ['-u', 'postgres', '--', 'psql', '-XAtc', 'show port', '-d', 'postgres']
  return spawnSync('runuser', psql, { encoding: 'utf8', cwd: '/' }).stdout.trim()
}

const makePassword = () => randomBytes(24).toString('base64url')

/** Replaces the empty lines of the sample; what a person added stays. */
function addSettings(name: string, mode: number, lines: Record<string, string>): void {
  const file = path.join(SETTINGS, name)
  const text = Object.entries(lines).map(([key, value]) => `${key}=${value}\n`)
  const flag = existsSync(file) ? 'a' : 'w'
  writeFileSync(file, text.join(''), { mode, flag })
}

function must(program: string, args: readonly string[]): void {
  const done = spawnSync(program, args, { stdio: 'inherit' })
  if (done.status !== 0) throw new BadSettings(`${program} ${args.join(' ')}: код ${done.status}`)
}

try {
  process.exitCode = await main()
} catch (error) {
  const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  endInWords(isUsage ? new BadSettings(USAGE) : error)
}
