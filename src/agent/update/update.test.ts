import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { createPublicKey, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import {
  askUpdateBody,
  UPDATE_PART,
  updatePartBody,
  type AskUpdate,
} from '#contract/device/release/agent-update.ts'
import type { SignedRelease } from '#contract/device/release/release-statement.ts'
import type { AgentMessage } from '#contract/device/agent-link.ts'
import { startYard } from '#simulators/yard/yard.ts'
import type { Yard } from '#simulators/yard/running-yard.ts'
import { truckScaleConfig } from '#test/site/agent-config.ts'
import { installAgent, makeRelease, releaseKey } from '#test/site/agent-release.ts'
import { startLinkServer } from '#test/failures/link-server.ts'
import { childEnvironment } from '#test/support/child-environment.ts'
import { until } from '#test/support/until.ts'

const SPEED = 50
const CODE = 'ABCD-1234'
const VERSION = '9.0.0'
const key = releaseKey()
const base = mkdtempSync(path.join(tmpdir(), 'priyomka-update-'))

let yard: Yard
let server: Awaited<ReturnType<typeof startLinkServer>>
let dir: string
let program: string
let agent: ChildProcess | undefined

/** What the server of the test offers, and how it spoils what it answers. */
let offer: SignedRelease | null
let archive: Uint8Array
let spoil: ((offset: number) => unknown) | undefined
let told: AskUpdate[]
let offsets: number[]

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
    ;[told, offsets, spoil] = [[], [], undefined]
    ;({ offer, archive } = makeRelease(key, NEW, { version: VERSION }))
    server = await startLinkServer({ code: CODE, acknowledges: () => true, updates: answer })
    server.configure(truckScaleConfig(yard, randomUUID(), randomBytes(32)))
    const home = mkdtempSync(path.join(base, 'home-'))
    dir = mkdtempSync(path.join(base, 'data-'))
    program = installAgent(home)
    const pem = createPublicKey(key).export({ format: 'pem', type: 'spki' })
    writeFileSync(path.join(home, 'release-key.pem'), pem)
    writeFileSync(path.join(dir, 'kept'), 'of the agent')
  })
  afterEach(async () => {
    await end('SIGTERM')
    await server.close()
  })

  function answer(name: string, body: unknown): unknown {
    if (name === 'askUpdate') {
      told.push(askUpdateBody.parse(body))
      return { offer }
    }
    const { offset } = updatePartBody.parse(body)
    offsets.push(offset)
    const part = Buffer.from(archive.subarray(offset, offset + UPDATE_PART))
    return spoil?.(offset) ?? { bytes: part.toString('base64url') }
  }

  function start(): void {
    agent = spawn(process.execPath, [program], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...childEnvironment,
        SERVER_URL: server.url,
        AGENT_DIR: dir,
        AGENT_ALLOW_LOOPBACK: '1',
        AGENT_CLOCK_FACTOR: String(SPEED),
        AGENT_ENROL_CODE: CODE,
      },
    })
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (!agent || agent.exitCode !== null || agent.signalCode !== null) return
    agent.kill(signal)
    await once(agent, 'exit')
  }

  /** The next round without its ten minutes. */
  async function startAgain(): Promise<void> {
    await end('SIGTERM')
    start()
  }

  const refused = () => until(() => told.find(({ state }) => state === 'refused'))
  const newStarted = () => existsSync(path.join(dir, 'new-started'))
  const isDone = () => until(newStarted, Boolean)
  const releases = () =>
    readdirSync(path.join(dir, 'releases')).filter(
      (name) => /^\d/.test(name) && !name.endsWith('part'),
    )

  /** The agent is still the one that was installed: it weighs and has told why. */
  async function keepsWeighing(why: RegExp): Promise<void> {
    const said = await refused()
    assert.match(said!.detail, why)
    const from = server.messages.length
    await server.seen((m): m is AgentMessage => m.msg === 'weight', from)
    assert.ok(!newStarted())
    if (existsSync(path.join(dir, 'releases'))) assert.deepEqual(releases(), [])
  }

  test('a signed release is fetched in parts, told step by step, and runs', async () => {
    start()
    await isDone()
    assert.deepEqual(
      told.map(({ state, about }) => [state, about]),
      [
        ['none', null],
        ['downloading', VERSION],
        ['waiting', VERSION],
      ],
    )
    assert.ok(offsets.length > 2)
    await until(() => releases().length === 1 && !existsSync(path.join(dir, `.${VERSION}`)))
    assert.equal(readFileSync(path.join(dir, 'kept'), 'utf8'), 'of the agent')
  })

  test('a server that was broken into offers a release of another key', async () => {
    ;({ offer, archive } = makeRelease(releaseKey(), NEW, { version: VERSION }))
    start()
    await keepsWeighing(/без верной подписи/)
    assert.deepEqual(offsets, [], 'nothing is fetched before the signature holds')
  })

  test('an older release with a good signature is not taken again', async () => {
    ;({ offer, archive } = makeRelease(key, NEW, { version: '0.0.9' }))
    start()
    await keepsWeighing(/не новее/)
  })

  test('other bytes under a good statement are not unpacked, and the next round begins anew', async () => {
    const good = archive
    archive = Uint8Array.from(good, (byte, at) => (at === 1000 ? byte ^ 1 : byte))
    start()
    await keepsWeighing(/не тот, что подписан/)
    archive = good
    await startAgain()
    await isDone()
  })

  test('an answer without an end is cut off, and so are bytes beyond the signed size', async () => {
    spoil = () => endlessly
    start()
    await keepsWeighing(/не скачалось/)
    told = []
    spoil = () => ({ bytes: Buffer.alloc(UPDATE_PART, 1).toString('base64url') })
    await startAgain()
    await keepsWeighing(/не тот, что подписан/)
    const [part] = readdirSync(path.join(dir, 'releases')).filter((name) => name.endsWith('part'))
    assert.ok(statSync(path.join(dir, 'releases', part!)).size <= archive.length)
  })

  /** An answer that goes on until the other side leaves. */
  function endlessly(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(64 * 1024)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }

  test('a network that is cut in the middle costs no byte twice', async () => {
    spoil = (offset) =>
      offset >= UPDATE_PART ? (response: ServerResponse) => void response.destroy() : undefined
    start()
    await keepsWeighing(/не скачалось/)
    spoil = undefined
    offsets = []
    await startAgain()
    await isDone()
    assert.equal(offsets[0], UPDATE_PART)
  })

  test('a full disk is told in words, and the agent weighs on', async () => {
    const { sha256 } = JSON.parse(offer!.statement) as { sha256: string }
    mkdirSync(path.join(dir, 'releases'))
    const part = path.join(dir, 'releases', `${VERSION}-${sha256.slice(0, 16)}.part`)
    symlinkSync('/dev/full', part)
    start()
    await keepsWeighing(/нет места для обновления/)
    rmSync(part)
    await startAgain()
    await isDone()
  })

  test('an agent that is killed while it fetches goes on where it was', async () => {
    let held = true
    spoil = (offset) => (held && offset > 0 ? () => undefined : undefined)
    start()
    await until(() => offsets.at(-1) === UPDATE_PART)
    await end('SIGKILL')
    assert.ok(!newStarted())
    held = false
    offsets = []
    start()
    await isDone()
    assert.equal(offsets[0], UPDATE_PART)
  })

  test('a half unpacked release of a killed agent is begun anew', async () => {
    mkdirSync(path.join(dir, 'releases', `.${VERSION}`, 'src'), { recursive: true })
    writeFileSync(path.join(dir, 'releases', `.${VERSION}`, 'src/left'), 'half')
    start()
    await isDone()
    assert.ok(!existsSync(path.join(dir, 'releases', VERSION, 'src/left')))
  })

  test('while a lorry stands on the scale the agent waits, and goes on when it has left', async () => {
    yard.command({ do: 'arrive', post: 1, mass_kg: 12_480 })
    start()
    const isLoaded = (m: AgentMessage): m is Extract<AgentMessage, { msg: 'weight' }> =>
      m.msg === 'weight' && m.reading.weight_g === 12_480_000 && m.reading.stable
    await until(() => told.some(({ state }) => state === 'waiting'))
    // Twice as long as the agent wants the scales empty, by its own weights.
    for (let n = 0; n < 20; n++) await server.seen(isLoaded, server.messages.length)
    assert.ok(!newStarted())
    yard.command({ do: 'leave', post: 1 })
    await isDone()
  })
})
