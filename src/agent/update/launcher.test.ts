import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import { childEnvironment } from '#test/support/child-environment.ts'
import { installAgent, placeRelease as placeSigned, releaseKey } from '#test/site/agent-release.ts'
import { until } from '#test/support/until.ts'
import { addReleaseKey } from '../../../scripts/package/sign-release.ts'
import type { Pointer } from './pointer.ts'

const base = mkdtempSync(path.join(tmpdir(), 'priyomka-launcher-'))
after(() => rmSync(base, { recursive: true }))

const key = releaseKey()
const placeRelease = (to: string, version: string, text: string, by = key) =>
  placeSigned(to, version, text, by)

let dir: string
let log: string
let program: string
let launched: ChildProcess | undefined

/** A program in the place of the agent: it notes its start and does what the test asks for. */
const agent = (name: string, does: string) =>
  `import { appendFileSync } from 'node:fs'
const note = (what) => appendFileSync(${JSON.stringify(log)}, ${JSON.stringify(name)} + ' ' + what + '\\n')
note('started')
process.once('SIGTERM', () => { note('stopped'); process.exit(0) })
setInterval(() => undefined, 1000)
process.once('disconnect', () => process.exit(0))
${does}
`
const WORKS = 'process.send({ ready: true })'
const DIES = 'process.exit(7)'

describe('the launcher of the agent', () => {
  beforeEach(() => {
    const home = mkdtempSync(path.join(base, 'home-'))
    dir = mkdtempSync(path.join(base, 'data-'))
    log = path.join(dir, 'log')
    program = installAgent(home)
    addReleaseKey(home, key)
    writeFileSync(log, '')
    writeFileSync(path.join(home, 'src/agent/main.js'), agent('old', WORKS))
    mkdirSync(path.join(dir, 'releases'))
  })
  afterEach(async () => {
    if (launched?.exitCode === null && launched.signalCode === null) {
      launched.kill('SIGTERM')
      await once(launched, 'exit')
    }
  })

  function launch(): void {
    launched = spawn(process.execPath, [program], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...childEnvironment,
        AGENT_DIR: dir,
        AGENT_ALLOW_LOOPBACK: '1',
        AGENT_CLOCK_FACTOR: '50',
      },
    })
  }

  const lines = () => readFileSync(log, 'utf8').split('\n').filter(Boolean)
  const pointer = () =>
    JSON.parse(readFileSync(path.join(dir, 'releases/pointer.json'), 'utf8')) as Pointer
  const point = (to: Partial<Pointer>) =>
    writeFileSync(
      path.join(dir, 'releases/pointer.json'),
      JSON.stringify({ current: null, previous: null, trial: null, failed: null, ...to }),
    )
  const isLogged = (line: string) => until(lines, (all) => all.includes(line))

  test('a release that reaches its server replaces the one before', async () => {
    placeRelease(dir, '9.0.0', agent('new', WORKS))
    point({ current: '9.0.0', trial: 0 })
    launch()
    await until(pointer, ({ trial }) => trial === null)
    assert.equal(pointer().current, '9.0.0')
    assert.deepEqual(lines(), ['new started'])
  })

  test('a release that dies three times is given up, and the former one runs', async () => {
    placeRelease(dir, '9.0.0', agent('new', DIES))
    point({ current: '9.0.0', trial: 0 })
    launch()
    await isLogged('old started')
    assert.deepEqual(lines(), ['new started', 'new started', 'new started', 'old started'])
    const { current, failed } = pointer()
    assert.deepEqual([current, failed], [null, '9.0.0'])
  })

  test('a release that runs and never reaches its server is given up as well', async () => {
    placeRelease(dir, '9.0.0', agent('new', ''))
    point({ current: '9.0.0', trial: 0 })
    launch()
    await isLogged('old started')
    assert.deepEqual(lines(), ['new started', 'new stopped', 'old started'])
    assert.equal(pointer().failed, '9.0.0')
  })

  test('a release that was given up is remembered over one that works', async () => {
    placeRelease(dir, '9.0.2', agent('newest', WORKS))
    point({ current: '9.0.2', trial: 0, failed: '9.0.1' })
    launch()
    await until(pointer, ({ trial }) => trial === null)
    assert.deepEqual([pointer().current, pointer().failed], ['9.0.2', '9.0.1'])
  })

  test('a release that asks for the next one before it reached its server is nothing to go back to', async () => {
    placeRelease(
      dir,
      '9.0.0',
      agent('new', "process.send({ update: '9.0.1' }, () => process.exit(0))"),
    )
    placeRelease(dir, '9.0.1', agent('newest', DIES))
    point({ current: '9.0.0', trial: 0 })
    launch()
    await isLogged('old started')
    assert.equal(lines().filter((line) => line === 'new started').length, 1)
    assert.deepEqual([pointer().current, pointer().failed], [null, '9.0.1'])
  })

  test('starts are counted over a launcher that is killed, as over a machine that loses its power', async () => {
    placeRelease(dir, '9.0.0', agent('new', ''))
    point({ current: '9.0.0', trial: 0 })
    for (let started = 1; started <= 3; started++) {
      launch()
      await until(lines, (all) => all.length === started)
      launched!.kill('SIGKILL')
      await once(launched!, 'exit')
    }
    launch()
    await isLogged('old started')
  })

  test('a damaged pointer, a missing release and one older than the installed run what was installed', async () => {
    const places = [() => writeFileSync(path.join(dir, 'releases/pointer.json'), '{"current":')]
    places.push(() => point({ current: '9.0.0' }))
    places.push(() => {
      placeRelease(dir, '0.0.1', agent('older', WORKS))
      point({ current: '0.0.1' })
    })
    for (const place of places) {
      writeFileSync(log, '')
      place()
      launch()
      await isLogged('old started')
      launched!.kill('SIGTERM')
      await once(launched!, 'exit')
      assert.ok(!lines().includes('older started'))
    }
  })

  test('a release whose files are not those that were signed is not run, and may come again', async () => {
    const file = (place: string) => path.join(dir, 'releases', place)
    const spoilt = [
      () => appendFileSync(file('9.0.0/src/agent/main.js'), '//'),
      () => writeFileSync(file('9.0.0/src/agent/more.js'), ''),
      () => rmSync(file('9.0.0/package.json')),
      // The same bytes for now, in a place of which nothing is signed.
      () => {
        renameSync(file('9.0.0/src/agent/main.js'), file('main.js'))
        symlinkSync('../../../main.js', file('9.0.0/src/agent/main.js'))
      },
      () => rmSync(file('9.0.0.json')),
      () => placeRelease(dir, '9.0.0', agent('new', WORKS), releaseKey()),
      // What is signed of another release proves nothing of this one.
      () => renameSync(file('9.0.1.json'), file('9.0.0.json')),
    ]
    for (const spoil of spoilt) {
      writeFileSync(log, '')
      rmSync(file('9.0.0'), { recursive: true, force: true })
      placeRelease(dir, '9.0.1', agent('new', WORKS))
      placeRelease(dir, '9.0.0', agent('new', WORKS))
      point({ current: '9.0.0' })
      spoil()
      launch()
      await isLogged('old started')
      launched!.kill('SIGTERM')
      await once(launched!, 'exit')
      assert.ok(!lines().includes('new started'), String(spoil))
      assert.deepEqual([pointer().current, pointer().failed], [null, null])
    }
  })

  test('in the place of a damaged release the one before it runs', async () => {
    placeRelease(dir, '9.0.0', agent('before', WORKS))
    placeRelease(dir, '9.0.1', agent('new', WORKS))
    appendFileSync(path.join(dir, 'releases/9.0.1/package.json'), ' ')
    point({ current: '9.0.1', previous: '9.0.0', trial: 0 })
    launch()
    await isLogged('before started')
    assert.deepEqual([pointer().current, pointer().failed], ['9.0.0', null])
  })

  test('a release that works ends with its code and is not given up', async () => {
    placeRelease(dir, '9.0.0', agent('new', 'process.send({ ready: true }, () => process.exit(3))'))
    point({ current: '9.0.0', trial: 0 })
    launch()
    const [code] = await once(launched!, 'exit')
    assert.equal(code, 3)
    assert.equal(pointer().current, '9.0.0')
  })
})
