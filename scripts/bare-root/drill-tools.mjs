// What the drill of the packages is made of: commands of the root, calls over its proxy.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'

const HOST = 'priyomka.test'
export const ADDRESS = `https://${HOST}`

export function tryRun(command, { input } = {}) {
  const done = spawnSync('sh', ['-c', command], {
    encoding: 'utf8',
    input,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return { code: done.status, output: `${done.stdout}${done.stderr}` }
}

export function run(command, options) {
  const { code, output } = tryRun(command, options)
  if (code !== 0) throw new Error(`${command}: code ${code}\n${output}`)
  return output
}

/** Paths below a folder, without following links. */
export const filesUnder = (folder, name) =>
  readdirSync(folder, { recursive: true })
    .map((file) => `${folder}/${file}`)
    .filter((file) => name.test(file))

/** The same while this process goes on asking. */
export function runBeside(command) {
  const child = spawn('sh', ['-c', command], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) =>
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command}: code ${code}\n${output}`)),
    ),
  )
}

export async function step(what, work) {
  const startedAt = performance.now()
  const words = await work()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`ok: ${what}${words ? `: ${words}` : ''} (${seconds} s)`)
}

let ca

/** Asks over the proxy, as a browser does. */
export function ask(path, { method = 'GET', body } = {}) {
  const headers = body && { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const request = https.request(
      {
        host: HOST,
        port: 443,
        path,
        method,
        headers,
        ca,
        lookup: (_, o, done) =>
          o.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
        agent: false,
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode, text, headers: answer.headers }),
        )
        answer.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body && JSON.stringify(body))
  })
}

/** Reads without a pause until it is stopped. */
export function traffic() {
  const stopping = new AbortController()
  const failed = []
  const times = []
  const one = async () => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const { status, text } = await ask('/api/v1/act/getAllActs').catch((error) => ({
        status: error.message,
        text: '',
      }))
      times.push(performance.now() - startedAt)
      if (status !== 401) failed.push(`${status} ${text.slice(0, 200)}`)
      const page = await ask('/').catch((error) => ({ status: error.message }))
      if (page.status !== 200) failed.push(`page ${page.status}`)
      await pause(20)
    }
  }
  const all = [one(), one(), one()]
  return async () => {
    stopping.abort()
    await Promise.all(all)
    return { failed, count: times.length * 2, longest: Math.round(Math.max(...times)) }
  }
}

/** Caddy by the sample of the package, with a certificate of its own; ready once it passes a call on. */
export async function startProxy() {
  const sample = readFileSync('/usr/share/priyomka/Caddyfile', 'utf8')
  const site = sample.replace('priyomka.example.ru {', `${HOST} {\n\ttls internal`)
  writeFileSync('/etc/caddy/Caddyfile', `{\n\tskip_install_trust\n\tadmin off\n}\n${site}`)
  run('caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile')
  run('chown -R caddy: /var/lib/caddy')
  const proxy = spawn(
    'setpriv',
    [
      '--reuid=caddy',
      '--regid=caddy',
      '--clear-groups',
      '--inh-caps=+net_bind_service',
      '--ambient-caps=+net_bind_service',
      'caddy',
      'run',
      '--config',
      '/etc/caddy/Caddyfile',
    ],
    {
      env: { ...process.env, HOME: '/var/lib/caddy', XDG_DATA_HOME: '/var/lib/caddy/.local/share' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let said = ''
  proxy.stderr.on('data', (chunk) => (said = (said + chunk).slice(-4000)))
  const root = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
  for (let n = 0; !existsSync(root); n++) {
    if (n > 300) throw new Error(said)
    await pause(100)
  }
  ca = readFileSync(root)
  for (let n = 0; (await ask('/readyz').catch(() => ({}))).status !== 200; n++) {
    if (n > 600)
      throw new Error(`not ready\n${said}\n${tryRun('tail -n 20 /var/log/priyomka@*.log').output}`)
    await pause(100)
  }
}
