// Runs inside the bare root, on its Node: `npm start` until it answers its address and a sign-in works, then Ctrl-C.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const [port] = process.argv.slice(2)
const address = `http://127.0.0.1:${port}`
/** A first start installs, builds the screens and fills a month; a busy machine takes many times as long as a quiet one. */
const START_MS = 20 * 60_000

// A group of its own: what a terminal's Ctrl-C reaches.
const child = spawn('npm', ['start'], {
  env: { ...process.env, PORT: port },
  stdio: ['ignore', 'pipe', 'pipe'],
  detached: true,
})
let said = ''
const ended = once(child, 'exit')
const started = new Promise((resolve) => {
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      process.stdout.write(chunk)
      said += chunk.toString()
      if (said.includes(`:  ${address}`)) resolve(true)
    })
  ended.then(() => resolve(false))
  setTimeout(() => resolve(false), START_MS).unref()
})

if (!(await started)) end('npm start did not come to its address')
const answer = await fetch(`${address}/api/v1/auth/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ login: 'operator', password: 'vesy-tara-netto-7' }),
})
const page = await (await fetch(address)).text()
if (!answer.ok) end(`the sign-in answered ${answer.status}`)
if (!page.includes('<script')) end('the page has no screens')
process.kill(-child.pid, 'SIGINT')
await ended
console.log('SIGNED IN AND STOPPED')

function end(why) {
  console.log(why)
  // The rest ends with the namespace.
  process.exit(1)
}
