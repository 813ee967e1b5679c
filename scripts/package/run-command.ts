import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { COMMANDS } from './commands.mjs'

/** Set by the package's `/usr/bin/priyomka`; in a clone the settings are the environment of the person. */
const settingsDir = process.env['PRIYOMKA_SETTINGS']
const root = path.resolve(import.meta.dirname, '../..')
const USERS = { service: 'priyomka', owner: 'priyomka-owner', root: undefined }

/** Runs a command of the table as its user and with its settings, and answers its code; undefined: there is no such command. */
export async function runCommand(
  name: string,
  words: readonly string[] = [],
): Promise<number | undefined> {
  const command = COMMANDS.find((one) => one.name === name)
  if (!command) return undefined
  const { program, args = [], as, withOwner = false } = command
  const file = path.join(root, settingsDir ? program.replace(/\.ts$/, '.js') : program)
  const user = settingsDir && process.getuid?.() === 0 ? USERS[as] : undefined
  // With the user's groups: a folder of backups may be open to one of them.
  const asUser = user
    ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--']
    : []
  const [first, ...rest] = [...asUser, process.execPath, file, ...args, ...words]
  const env = { ...process.env, ...readSettings(withOwner) }
  const child = spawn(first!, rest, { stdio: 'inherit', env })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** The settings of the server; the owner's address is for few commands, and the server never sees it. */
export function readSettings(withOwner = false): Record<string, string | undefined> {
  if (!settingsDir) return {}
  const files = ['server.env', ...(withOwner ? ['owner.env'] : [])]
  return Object.assign({ DATA_DIR: '/var/lib/priyomka' }, ...files.map(readFile))
}

function readFile(name: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(path.join(settingsDir!, name), 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return {}
    if (code !== 'EACCES') throw error
    console.error(`Нет прав на ${settingsDir}/${name}: выполните команду от root (sudo priyomka …)`)
    process.exit(2)
  }
}
