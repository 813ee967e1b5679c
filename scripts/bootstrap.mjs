// Runs on any Node from 20 on: installs what the lock file asks for and hands over to the project's own Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')
const modules = path.join(root, 'node_modules')
const marker = path.join(modules, '.priyomka-lock')

/** Installs when the lock file changed since the last time; answers nothing or ends the process with a clear message. */
export function install() {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 20) fail(`Нужен Node.js 20 или новее, а запущен ${process.version}`)
  const hash = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash && existsSync(ownNode())) return
  // npm empties what a link points to, and with it every other work tree that shares the folder.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink())
    fail(
      'node_modules — ссылка на чужую папку, а package-lock.json с тех пор изменился: установите зависимости там, где лежит сама папка',
    )
  console.log('Устанавливаются зависимости по package-lock.json…')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = [
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include=optional',
    '--include=dev',
  ]
  const done = spawnSync(npm, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip', NODE_ENV: '' },
  })
  if (done.status !== 0) fail('Не удалось установить зависимости (npm ci)')
  if (!existsSync(ownNode()))
    fail('В node_modules нет собственного Node.js: для этой системы он не выпускается')
  writeFileSync(marker, hash)
}

/** The Node that came with the lock file, not the machine's. */
export function ownNode() {
  const windows = process.platform === 'win32'
  return path.join(root, 'node_modules/.bin', windows ? 'node.exe' : 'node')
}

/** Runs one of our programs under the project's Node; its end is ours, and signals reach it first. */
export function run(script, args = process.argv.slice(2)) {
  const child = spawn(ownNode(), [path.join(root, script), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
