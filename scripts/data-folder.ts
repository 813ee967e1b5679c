import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/** Creates the data folder, or reports the setting that names an unusable one. */
export function makeFolder(dataDir: string): void {
  try {
    makeEach(dataDir)
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw new Error(`Неверные настройки:\n  DATA_DIR: папка ${dataDir} не создаётся или закрыта`, {
      cause: error,
    })
  }
}

/** One by one: Node's own way of making a whole path never ends in a file system that takes no folders, as /proc. */
function makeEach(dir: string): void {
  if (existsSync(dir)) return void readdirSync(dir)
  makeEach(path.dirname(dir))
  mkdirSync(dir)
}

/** One start at a time over one folder; a lock left by an unclean end is recognised by its dead process. */
export function holdFolder(dataDir: string): void {
  const file = path.join(dataDir, 'launcher.pid')
  if (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8'))
    if (pid !== process.pid && isAlive(pid))
      throw new Error(
        `Приёмка уже запущена над ${dataDir} (процесс ${pid}). Укажите другой DATA_DIR`,
      )
  }
  writeFileSync(file, String(process.pid))
}

/** Frees the folder when it is this process that holds it. */
export function releaseFolder(dataDir: string): void {
  const file = path.join(dataDir, 'launcher.pid')
  if (existsSync(file) && Number(readFileSync(file, 'utf8')) === process.pid)
    rmSync(file, { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const commandLine = `/proc/${pid}/cmdline`
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('demo.ts')
}

