import assert from 'node:assert/strict'
import { createPublicKey, randomBytes, sign } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import { UPDATE_PART } from '#contract/device/release/agent-update.ts'
import { RELEASE_CONTEXT } from '#contract/device/release/release-statement.ts'
import { makeRelease, releaseKey } from '#test/site/agent-release.ts'
import { answerEndlessly, ENROL_CODE, startReleaseServer } from '#test/site/release-server.ts'
import { until } from '#test/support/until.ts'
import { agentClock } from '../clock.ts'
import { enrol, type Identity } from '../link/identity.ts'
import { keepUpdated } from './keep-updated.ts'
import { writePointer } from './pointer.ts'

/** A round every 0.6 s. */
const clock = agentClock(1000)
const VERSION = '9.0.0'
const PROGRAM = `// ${randomBytes(UPDATE_PART).toString('hex')}`
const key = releaseKey()
const base = mkdtempSync(path.join(tmpdir(), 'priyomka-keep-'))
const releaseKeyFile = path.join(base, 'release-key.pem')
writeFileSync(releaseKeyFile, createPublicKey(key).export({ format: 'pem', type: 'spki' }))
after(() => rmSync(base, { recursive: true }))

let server: Awaited<ReturnType<typeof startReleaseServer>>
let dir: string
let identity: Identity
let running: { stop(): Promise<void> } | undefined
let switched: string[]
let isCalm: () => boolean

describe('what keeps an agent updated', () => {
  beforeEach(async () => {
    ;[switched, isCalm] = [[], () => true]
    server = await startReleaseServer(makeRelease(key, PROGRAM, { version: VERSION }))
    dir = mkdtempSync(path.join(base, 'data-'))
    identity = await enrol(dir, new URL(server.link.url), ENROL_CODE, clock)
  })
  afterEach(async () => {
    await running?.stop()
    await server.link.close()
  })

  function start(releaseKey: string | null = releaseKeyFile, pace = clock): void {
    const switchTo = (version: string) => void switched.push(version)
    running = keepUpdated({
      dir,
      releaseKey,
      identity,
      clock: pace,
      isCalm: () => isCalm(),
      switchTo,
    })
  }

  const isSwitched = () => until(() => switched.length > 0)
  const releases = () => readdirSync(path.join(dir, 'releases'))
  const offer = (version: string) => {
    server.release = makeRelease(key, PROGRAM, { version })
  }

  /** The first refusal is this one, and no release has come to be. */
  async function isRefused(why: RegExp): Promise<void> {
    assert.match((await server.toldOf('refused')).detail, why)
    assert.deepEqual(switched, [])
    if (existsSync(path.join(dir, 'releases')))
      assert.ok(!releases().some((name) => !/^pointer.json$|part$/.test(name)))
  }

  /** The agent has asked again so often, and so has ended a round before it. */
  async function roundsPass(n: number): Promise<void> {
    const from = server.told.length
    await until(() => server.told.length >= from + n)
  }

  test('a server that was broken into offers a release of another key', async () => {
    server.release = makeRelease(releaseKey(), PROGRAM, { version: VERSION })
    start()
    await isRefused(/без верной подписи/)
    assert.deepEqual(server.offsets, [], 'nothing is fetched before the signature holds')
  })

  test('an older release with a good signature is not taken again', async () => {
    offer('0.0.9')
    start()
    await isRefused(/не новее/)
  })

  test('a release for another system with a good signature is not taken', async () => {
    server.release = makeRelease(key, PROGRAM, { version: VERSION, platform: 'win32-arm64' })
    start()
    await isRefused(/а здесь/)
  })

  test('after a release that did not work neither it nor any below it is taken, and a newer one is', async () => {
    mkdirSync(path.join(dir, 'releases'))
    await writePointer(dir, { current: null, previous: null, trial: null, failed: VERSION })
    start()
    for (const version of [VERSION, '8.9.9', '0.2.0']) {
      offer(version)
      await roundsPass(2)
    }
    for (const { state, about } of server.told)
      assert.deepEqual([state, about], ['returned', VERSION])
    assert.deepEqual([server.offsets, switched], [[], []])
    offer('9.0.1')
    await isSwitched()
    assert.equal(switched[0], '9.0.1')
  })

  test('a release that did not work is told no more once a newer one is installed', async () => {
    server.release.offer = null
    mkdirSync(path.join(dir, 'releases'))
    await writePointer(dir, { current: null, previous: null, trial: null, failed: '0.0.9' })
    start()
    await server.toldOf('none')
  })

  test('other bytes under a good statement are not unpacked, and the next round begins anew', async () => {
    const good = server.release.archive
    server.release.archive = Uint8Array.from(good, (byte, at) => (at === 1000 ? byte ^ 1 : byte))
    start()
    await isRefused(/не тот, что подписан/)
    server.release.archive = good
    await isSwitched()
  })

  test('a release whose files are not those of its statement is refused', async () => {
    const { statement } = server.release.offer!
    const other = statement.replace(/"tree":"\w+"/, `"tree":"${'0'.repeat(64)}"`)
    const signature = sign(null, Buffer.from(RELEASE_CONTEXT + other), key).toString('base64url')
    server.release.offer = { statement: other, signature }
    start()
    await isRefused(/не те, что подписаны/)
  })

  test('an answer without an end is cut off', async () => {
    server.spoil = () => answerEndlessly
    start()
    await isRefused(/не скачалось/)
  })

  test('bytes beyond the signed size are not kept', async () => {
    server.spoil = () => ({ bytes: Buffer.alloc(UPDATE_PART, 1).toString('base64url') })
    // After each part it pauses long enough to be looked at.
    start(releaseKeyFile, agentClock(5))
    // An archive that is refused is emptied, so its size is read while it grows.
    const sizes = new Set<number>()
    const grown = until(() => {
      for (const name of existsSync(path.join(dir, 'releases')) ? releases() : [])
        sizes.add(statSync(path.join(dir, 'releases', name)).size)
      return server.told.some(({ state }) => state === 'refused')
    })
    await isRefused(/не тот, что подписан/)
    await grown
    assert.ok(Math.max(...sizes) <= server.release.archive.length)
    assert.ok(server.offsets.every((offset) => offset < server.release.archive.length))
  })

  test('a network that is cut in the middle costs no byte twice', async () => {
    server.spoil = (offset) =>
      offset >= UPDATE_PART ? (response: ServerResponse) => void response.destroy() : undefined
    start()
    await isRefused(/не скачалось/)
    server.spoil = undefined
    server.offsets.length = 0
    await isSwitched()
    assert.equal(server.offsets[0], UPDATE_PART)
  })

  test('a full disk, and a place that cannot be written, are told in words', async () => {
    const { sha256 } = JSON.parse(server.release.offer!.statement) as { sha256: string }
    const folder = path.join(dir, 'releases')
    writeFileSync(folder, 'no folder')
    start()
    await isRefusedBy(/не записалось на диск/)
    rmSync(folder)
    mkdirSync(folder)
    const part = path.join(folder, `${VERSION}-${sha256.slice(0, 16)}.part`)
    symlinkSync('/dev/full', part)
    await startAgain()
    await isRefusedBy(/нет места для обновления/)
    rmSync(part)
    await isSwitched()
  })

  /** The next refusal, which a round that goes on refusing would not tell. */
  async function startAgain(): Promise<void> {
    await running!.stop()
    server.told.length = 0
    start()
  }
  const isRefusedBy = async (why: RegExp) =>
    assert.match((await server.toldOf('refused')).detail, why)

  test('a release key that is missing or none is told as that, and another missing file is not', async () => {
    const none = path.join(dir, 'none.pem')
    start(none)
    await isRefusedBy(/release-key\.pem/)
    await running!.stop()
    server.told.length = 0
    writeFileSync(none, 'no key')
    start(none)
    await isRefused(/release-key\.pem/)
    // A folder that is a link to nowhere is ENOENT as well.
    symlinkSync(path.join(dir, 'nowhere/releases'), path.join(dir, 'releases'))
    await startAgain()
    await isRefusedBy(/не записалось на диск/)
    assert.deepEqual(switched, [])
  })

  test('a half unpacked release of a killed agent is begun anew', async () => {
    const half = path.join(dir, 'releases', `.${VERSION}`, 'src')
    mkdirSync(half, { recursive: true })
    writeFileSync(path.join(half, 'left'), 'half')
    start()
    await isSwitched()
    assert.ok(!existsSync(path.join(dir, 'releases', VERSION, 'src/left')))
  })

  test('the switch comes after ten calm looks on end', async () => {
    const looks = [...Array<boolean>(9).fill(true), false, ...Array<boolean>(10).fill(true)]
    let looked = 0
    isCalm = () => looks[looked++]!
    start()
    await isSwitched()
    assert.equal(looked, looks.length)
  })

  test('without a launcher nothing is taken, and how it is updated is told', async () => {
    start(null)
    await roundsPass(2)
    assert.ok(server.told.every(({ state }) => state === 'by-hand'))
    assert.deepEqual([server.offsets, switched], [[], []])
  })
})
