import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startProgram } from './child.ts'
import { releaseWeb } from './release-web.ts'

const root = path.resolve(import.meta.dirname, '..')
const dir = path.join(root, 'dist/web')
const marker = path.join(dir, '.built-from')
/** What the bundler said of the build; `web-build.test.ts` asks that it is nothing. */
const SAID = '.vite/said.json'
const LOOK_AGAIN_MS = 200
/** Half a minute, many times that where others use the machine. */
const BUILD_MS = 15 * 60_000

/**
 * Builds the screens when their sources changed since the last build, in a process of its own; returns whether it built. The
 * build is made in another folder, so that a server on the previous build goes on serving it.
 */
export async function buildWebIfOld(): Promise<boolean> {
  if (isBuiltFrom(sourcesHash())) return false
  const builder = await startProgram({
    name: 'сборка экранов',
    script: 'scripts/build-web-apart.ts',
    env: {},
    onDeath: () => undefined,
    // Another build may have to end first.
    readyMs: BUILD_MS,
  })
  await builder.stop()
  return builder.ready['built'] === true
}

/** The same in this process, which keeps the bundler's memory. */
export async function buildWebHere(): Promise<boolean> {
  const hash = sourcesHash()
  mkdirSync(path.dirname(dir), { recursive: true })
  const free = await holdBuild(`${dir}.lock`)
  try {
    return isBuiltFrom(hash) ? false : await buildWeb(hash)
  } finally {
    await free()
  }
}

const isBuiltFrom = (hash: string) =>
  existsSync(path.join(dir, SAID)) && existsSync(marker) && readFileSync(marker, 'utf8') === hash

async function buildWeb(hash: string): Promise<boolean> {
  const { build, createLogger } = await import('vite')
  await removeLeftOver()
  const built = mkdtempSync(`${dir}-`)
  const removeNow = () => rmSync(built, { recursive: true, force: true })
  // Ctrl-C in the middle of a build ends the process at once.
  process.once('exit', removeNow)
  const said: string[] = []
  const keep = (text: string) => void said.push(text)
  try {
    await build({
      configFile: path.join(root, 'src/web/vite.config.ts'),
      customLogger: { ...createLogger('error'), warn: keep, warnOnce: keep },
      build: { outDir: built },
    })
    await writeFile(path.join(built, SAID), JSON.stringify(said))
    await releaseWeb(built, dir)
  } finally {
    process.off('exit', removeNow)
    await rm(built, { recursive: true, force: true })
  }
  await writeFile(marker, hash)
  return true
}

/** Unfinished builds of killed processes: only the holder of the lock builds. */
async function removeLeftOver(): Promise<void> {
  const isHalfMade = (name: string) => /^web-\w{6}$/.test(name)
  for (const name of readdirSync(path.dirname(dir)).filter(isHalfMade))
    await rm(path.join(path.dirname(dir), name), { recursive: true, force: true })
}

/** One build at a time over a folder: of two copies started at once the second waits and finds it done. */
export async function holdBuild(lock: string): Promise<() => Promise<void>> {
  for (;;) {
    const mine = await writeFile(lock, String(process.pid), { flag: 'wx' }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
        return false
      },
    )
    if (mine) return freeing(lock)
    // Left by a build that was killed; an empty one is being written at this moment.
    const holder = await readFile(lock, 'utf8').catch(() => '')
    if (holder !== '' && !isAlive(Number(holder))) await rm(lock, { force: true })
    await pause(LOOK_AGAIN_MS)
  }
}

/** The lock goes with its process too: its number may be another's by the next start. */
function freeing(lock: string): () => Promise<void> {
  const removeNow = () => rmSync(lock, { force: true })
  process.once('exit', removeNow)
  return () => (process.off('exit', removeNow), rm(lock, { force: true }))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const room of ['src/web', 'src/contract']) {
    const files = readdirSync(path.join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => path.join(entry.parentPath, entry.name))
    for (const file of files.toSorted())
      hash.update(path.relative(root, file)).update(readFileSync(file))
  }
  return hash.update(readFileSync(path.join(root, 'package-lock.json'))).digest('hex')
}
