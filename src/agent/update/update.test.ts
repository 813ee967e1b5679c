import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { createPublicKey, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { UPDATE_PART } from '#contract/device/release/agent-update.ts'
import type { AgentMessage } from '#contract/device/agent-link.ts'
import { startYard } from '#simulators/yard/yard.ts'
import type { Yard } from '#simulators/yard/running-yard.ts'
import { truckScaleConfig } from '#test/site/agent-config.ts'
import { installAgent, makeRelease, releaseKey } from '#test/site/agent-release.ts'
import { ENROL_CODE, startReleaseServer } from '#test/site/release-server.ts'
import { childEnvironment } from '#test/support/child-environment.ts'
import { until } from '#test/support/until.ts'

const SPEED = 50
const VERSION = '9.0.0'
const key = releaseKey()
const base = mkdtempSync(path.join(tmpdir(), 'priyomka-update-'))

let yard: Yard
let server: Awaited<ReturnType<typeof startReleaseServer>>
let dir: string
let program: string
let agent: ChildProcess | undefined

/** Notes that it was started, in the folder of the agent. */
const NEW = `import { writeFileSync } from 'node:fs'
import path from 'node:path'
writeFileSync(path.join(process.env.AGENT_DIR, 'new-started'), '')
process.send({ ready: true })
setInterval(() => undefined, 1000)
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
// ${randomBytes(UPDATE_PART).toString('hex')}
`

describe('the update of an installed agent', () => {
  before(async () => {
    yard = await startYard({ speed: 10 })
  })
  after(async () => {
    await yard.close()
    rmSync(base, { recursive: true })
  })
  beforeEach(async () => {
    server = await startReleaseServer(makeRelease(key, NEW, { version: VERSION }))
    server.link.configure(truckScaleConfig(yard, randomUUID(), randomBytes(32)))
    const home = mkdtempSync(path.join(base, 'home-'))
    dir = mkdtempSync(path.join(base, 'data-'))
    program = installAgent(home)
    const pem = createPublicKey(key).export({ format: 'pem', type: 'spki' })
    writeFileSync(path.join(home, 'release-key.pem'), pem)
    writeFileSync(path.join(dir, 'kept'), 'of the agent')
  })
  afterEach(async () => {
    await end('SIGTERM')
    await server.link.close()
  })

  function start(): void {
    agent = spawn(process.execPath, [program], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...childEnvironment,
        SERVER_URL: server.link.url,
        AGENT_DIR: dir,
        AGENT_ALLOW_LOOPBACK: '1',
        AGENT_CLOCK_FACTOR: String(SPEED),
        AGENT_ENROL_CODE: ENROL_CODE,
      },
    })
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (!agent || agent.exitCode !== null || agent.signalCode !== null) return
    agent.kill(signal)
    await once(agent, 'exit')
  }

  const newStarted = () => existsSync(path.join(dir, 'new-started'))
  const isDone = () => until(newStarted, Boolean)
  const releases = () =>
    readdirSync(path.join(dir, 'releases')).filter(
      (name) => /^\d/.test(name) && !/\.(?:part|json)$/.test(name),
    )

  test('a signed release is fetched in parts, told step by step, and runs', async () => {
    start()
    await isDone()
    assert.deepEqual(
      server.told.map(({ state, about }) => [state, about]),
      [
        ['none', null],
        ['downloading', VERSION],
        ['waiting', VERSION],
      ],
    )
    assert.ok(server.offsets.length > 2)
    await until(() => releases().length === 1 && !existsSync(path.join(dir, `.${VERSION}`)))
    assert.equal(readFileSync(path.join(dir, 'kept'), 'utf8'), 'of the agent')
  })

  test('an agent that refuses a release tells why and weighs on', async () => {
    server.release = makeRelease(releaseKey(), NEW, { version: VERSION })
    start()
    assert.match((await server.toldOf('refused')).detail, /без верной подписи/)
    const isWeight = (m: AgentMessage): m is AgentMessage => m.msg === 'weight'
    await server.link.seen(isWeight, server.link.messages.length)
    assert.ok(!newStarted())
  })

  test('an agent that is killed while it fetches goes on where it was', async () => {
    let held = true
    server.spoil = (offset) => (held && offset > 0 ? () => undefined : undefined)
    start()
    await until(() => server.offsets.at(-1) === UPDATE_PART)
    await end('SIGKILL')
    assert.ok(!newStarted())
    held = false
    server.offsets.length = 0
    start()
    await isDone()
    assert.equal(server.offsets[0], UPDATE_PART)
  })

  test('while a lorry stands on the scale the agent waits, and goes on when it has left', async () => {
    yard.command({ do: 'arrive', post: 1, mass_kg: 12_480 })
    start()
    const isLoaded = (m: AgentMessage): m is Extract<AgentMessage, { msg: 'weight' }> =>
      m.msg === 'weight' && m.reading.weight_g === 12_480_000 && m.reading.stable
    await server.toldOf('waiting')
    // Each comes half a second after the one before; an agent that did not wait is gone after 0.2 s.
    for (let n = 0; n < 4; n++) await server.link.seen(isLoaded, server.link.messages.length)
    assert.ok(!newStarted())
    yard.command({ do: 'leave', post: 1 })
    await isDone()
  })
})
