// Stands for systemctl in a root whose first process is not systemd: starts what the unit files say, as their users.
import { execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEnv } from 'node:util'

const RUN = '/run/drill'
const UNITS = '/usr/lib/systemd/system'
mkdirSync(RUN, { recursive: true })

const [verb, ...rest] = process.argv.slice(2)
const names = rest.filter((word) => !word.startsWith('--'))
const pidFile = (name) => `${RUN}/${name}.pid`

function isAlive(name) {
  const pid = existsSync(pidFile(name))
    ? Number.parseInt(readFileSync(pidFile(name), 'utf8'), 10)
    : 0
  // A process that ended stays in the table until its parent, the first of the namespace, has reaped it.
  return (
    pid > 0 &&
    existsSync(`/proc/${pid}`) &&
    !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')) &&
    pid
  )
}

/** The settings of a unit by their names, each a list. */
function readUnit(name) {
  const [, stem, instance] = /^([^@.]+@?)([^.]*)\.(?:service|timer)$/.exec(name)
  const text = readFileSync(`${UNITS}/${stem}.${name.split('.').at(-1)}`, 'utf8')
  const unit = {}
  for (const line of text.replaceAll('%i', instance).split('\n')) {
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (key) (unit[key] ??= []).push(value)
  }
  return unit
}

function start(name) {
  if (isAlive(name) || name.endsWith('.timer')) return
  const unit = readUnit(name)
  const [user] = unit.User
  const env = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' }
  for (const line of unit.Environment ?? [])
    for (const pair of line.split(' ')) env[pair.split('=')[0]] = pair.slice(pair.indexOf('=') + 1)
  for (const file of unit.EnvironmentFile ?? []) {
    const path = file.replace(/^-/, '')
    if (existsSync(path) || !file.startsWith('-'))
      Object.assign(env, parseEnv(readFileSync(path, 'utf8')))
  }
  const id = (flag) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  for (const [key, folder] of [
    ['StateDirectory', '/var/lib'],
    ['CacheDirectory', '/var/cache'],
  ])
    for (const one of unit[key] ?? []) {
      mkdirSync(`${folder}/${one}`, { recursive: true })
      chownSync(`${folder}/${one}`, id('-u'), id('-g'))
    }
  const cwd = realpathSync(unit.WorkingDirectory?.[0] ?? '/')
  const log = openSync(`/var/log/${name}.log`, 'a')
  const change = [`--reuid=${user}`, `--regid=${user}`, '--init-groups', '--']
  const child = spawn('setpriv', [...change, ...unit.ExecStart[0].split(' ')], {
    cwd,
    env,
    stdio: ['ignore', log, log],
    detached: true,
  })
  // With the release that it runs from: another user's processes do not tell it.
  writeFileSync(pidFile(name), `${child.pid}\n${cwd}`)
  child.unref()
}

async function stop(name) {
  const pid = isAlive(name)
  if (!pid) return
  process.kill(pid, 'SIGTERM')
  while (isAlive(name)) await pause(20)
  rmSync(pidFile(name))
}

function listUnits() {
  for (const file of readdirSync(RUN).filter((one) => /^priyomka@\d+\.service\.pid$/.test(one))) {
    const name = file.replace(/\.pid$/, '')
    console.log(`${name} loaded ${isAlive(name) ? 'active running' : 'inactive dead'} Priyomka`)
  }
}

const now = rest.includes('--now')
const VERBS = {
  'daemon-reload': async () => undefined,
  'list-units': async () => listUnits(),
  start: async (name) => start(name),
  stop,
  restart: async (name) => (await stop(name), start(name)),
  'try-restart': async (name) => isAlive(name) && (await stop(name), start(name)),
  enable: async (name) => now && start(name),
  disable: async (name) => now && (await stop(name), rmSync(pidFile(name), { force: true })),
}
if (!VERBS[verb]) throw new Error(`systemctl ${verb} is not known here`)
if (['daemon-reload', 'list-units'].includes(verb)) await VERBS[verb]()
else for (const name of names) await VERBS[verb](name)
