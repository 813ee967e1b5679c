import { spawn } from 'node:child_process'
import { globSync, existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { buildWebIfOld } from './build-web.ts'
import { findChromium } from './chromium.ts'
import { fillFolder } from '../test/e2e/support/filled-folder.ts'
import { startPostgres } from './embedded-postgres.ts'
import { lintEnvironment } from './lint-environment.ts'
import { throwawayFolder } from './memory-folder.ts'
import { LOADED, TEST_FILES, TEST_GROUP, testGroups } from './test-groups.ts'
import { ensureTestPrograms } from './test-programs.ts'
import { ONLY_IN_TEST_WEB, planBrowserSlots } from './browser-slots.ts'

const root = path.resolve(import.meta.dirname, '..')
/** Where browser journeys are. */
const WALKS = 'test/e2e/**/*.e2e.ts'

interface Counts {
  passed: number
  failed: number
}

const counts: Counts = { passed: 0, failed: 0 }
/** The last words of a process, its count among them, may come after its end. */
const LAST_WORDS_MS = 2000
/** A stuck test is named and ended after this time, which no other test comes near on any machine. */
const STUCK_MS = 10 * 60_000
/** A test file that throws while it loads leaves what it had opened: such a process would never end by itself. */
const LONGEST_MS = 30 * 60_000

type Write = (text: string | Uint8Array) => void
const say: Write = (text) => void process.stdout.write(text)

/**
 * `npm test`: types, lint, unit and HTTP tests on a PostgreSQL of their own, then journeys in four browsers with a product
 * each, since journeys wait half of their time; the last line counts. Side by side the two halves took longer than one after
 * the other on two processors: both waited for the other's work, and tests came to their patience.
 */
async function main(): Promise<void> {
  const only = process.argv.slice(2).filter((word) => !word.startsWith('--'))
  // `npm run test:server` and `npm run test:web`: one half each.
  const withoutBrowser = process.argv.includes('--server')
  const browserAlone = process.argv.includes('--web')
  const half = globSync(withoutBrowser ? TEST_FILES : browserAlone ? WALKS : [], { cwd: root })
  try {
    ensureTestPrograms(only.length > 0 ? only : half)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
  const dir = await mkdtemp(path.join(throwawayFolder(), 'priyomka-tests-'))
  const cluster = await startPostgres({
    dir: path.join(dir, 'pg'),
    durable: false,
    connections: 600,
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      const clearUp = () => rm(dir, { recursive: true, force: true, maxRetries: 10 })
      void cluster
        .stop()
        .then(clearUp)
        .finally(() => process.exit(130))
    })
  const env = {
    ...process.env,
    TEST_DATABASE_URL: cluster.url('postgres'),
    TMPDIR: dir,
    // Two hundred programs read the same sources: each is stripped of types and compiled once.
    NODE_COMPILE_CACHE: path.join(dir, 'compiled'),
  }
  const failures: unknown[] = []
  const runHalf = async (isWanted: boolean, work: () => Promise<void>) => {
    if (isWanted) await work().catch((error: unknown) => failures.push(error))
  }
  await runHalf(!browserAlone, () => checksAndNodeTests({ only, env }))
  await runHalf(!withoutBrowser, () => browserTests({ only, dir, env, walksAll: browserAlone }))
  await cluster.stop()
  // A program that is just ending may still write what it compiled.
  await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  if (failures.length > 0) throw failures[0]
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  process.exitCode = counts.failed > 0 ? 1 : 0
}

/** Keeps what is written until it is released, and writes through from then on. */
function heldWords() {
  const held: (string | Uint8Array)[] = []
  let released = false
  return {
    write: ((text) => (released ? say(text) : void held.push(text))) satisfies Write,
    release() {
      released = true
      for (const text of held.splice(0)) say(text)
    },
  }
}

interface Half {
  /** Files named in the command; none = all there are. */
  readonly only: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

async function checksAndNodeTests(tests: Half): Promise<void> {
  const { only } = tests
  if (only.length === 0) {
    await Promise.all([
      step('types', ['node_modules/typescript/bin/tsc', '-b', '--singleThreaded']),
      step('lint', [
        'node_modules/oxlint/bin/oxlint',
        '--type-aware',
        '--deny-warnings',
        'src',
        'test',
        'scripts',
        'bench',
      ]),
    ])
  }
  await nodeTests(tests)
}

async function step(title: string, args: readonly string[]): Promise<void> {
  const startedAt = Date.now()
  const { code } = await run(args, lintEnvironment, say)
  console.log(
    `${code === 0 ? '✔' : '✖'} ${title} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`,
  )
  counts[code === 0 ? 'passed' : 'failed']++
}

async function nodeTests({ only, env }: Half): Promise<void> {
  const named = only.filter(
    (name) => name.endsWith('.test.ts') && existsSync(path.join(root, name)),
  )
  if (only.length > 0 && named.length === 0) return
  const files = named.length > 0 ? named : globSync(TEST_FILES, { cwd: root })
  const groups = testGroups(files, (file) => readFileSync(path.join(root, file), 'utf8'))
  const shared = [...groups.shared]
  const alone = [...groups.alone]
  const own = { passed: 0, failed: 0 }
  // Two slots mostly compute; what waits for lines, clocks and programs leaves a processor idle that others can use.
  const work = async (mine: (readonly string[])[], others: (readonly string[])[]) => {
    for (let group; (group = mine.shift() ?? others.shift());)
      addTo(own, await testGroup(group, env))
  }
  await Promise.all([
    work(shared, alone),
    work(shared, alone),
    work(alone, shared),
    work(alone, shared),
    work(alone, shared),
    work(alone, shared),
  ])
  addTo(counts, own)
  console.log(`ℹ pass ${own.passed}\nℹ fail ${own.failed}`)
}

/** The counts of a group are removed from its output: one sum for all of them follows. */
const GROUP_COUNTS = /^ℹ (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) .*\n/gm

const LOADED_LINES = new RegExp(`^  ✔ ${LOADED} .*\\n`, 'gm')

let groupsStarted = 0

async function testGroup(group: readonly string[], env: NodeJS.ProcessEnv): Promise<Counts> {
  const report = path.join(env['TMPDIR']!, `report-${++groupsStarted}`)
  const args = [
    '--test',
    '--test-isolation=none',
    `--test-timeout=${STUCK_MS}`,
    // A file whose clean-up failed leaves open what would hold its process, and with it the whole run.
    '--test-force-exit',
    '--test-reporter=spec',
    // A forced end waits for a file; of a line it loses what is longer than 64 KB.
    `--test-reporter-destination=${report}`,
    'scripts/load-group.ts',
  ]
  const groupEnv = { ...env, [TEST_GROUP]: group.join('\n') }
  const printed = await run(args, groupEnv, () => undefined)
  const output = printed.output + (existsSync(report) ? readFileSync(report, 'utf8') : '')
  const { code } = printed
  say(output.replaceAll(GROUP_COUNTS, '').replaceAll(LOADED_LINES, ''))
  // Without a count something ended the process before its tests, which is a failure and not an empty success.
  // Nor does the count say that a hook failed.
  const isWhole = /^ℹ pass \d+$/m.test(output) && !/^✖ failing tests:$/m.test(output)
  const ended = isWhole ? code : code || 1
  if (ended !== 0) say(`✖ ${group.join(' ')}\n`)
  return withoutFiles(counted(output, /^ℹ pass (\d+)$/m, /^ℹ fail (\d+)$/m, ended), output)
}

/** Each file is a test around its own tests, and that it loads is the first of them: neither is counted where it passes. */
function withoutFiles({ passed, failed }: Counts, output: string): Counts {
  const [said = ''] = output.split(/^✖ failing tests:$/m)
  const count = (line: RegExp) => said.match(line)?.length ?? 0
  const loaded = count(new RegExp(`^  ✔ ${LOADED} `, 'gm'))
  const failedTests = failed - count(/^✖ /gm)
  return {
    passed: passed - loaded - count(/^✔ /gm),
    failed: failed > 0 ? Math.max(1, failedTests) : 0,
  }
}

interface Walks extends Half {
  readonly dir: string
  /** Walks also the journeys that `npm test` leaves out. */
  readonly walksAll: boolean
}

async function browserTests({ only, dir, env, walksAll }: Walks): Promise<void> {
  const named = only.filter((name) => name.startsWith('test/e2e'))
  if (only.length > 0 && named.length === 0) return
  // Each slot has a product of its own: two browsers could not drive the trucks of one yard. All begin with what one
  // first start has filled.
  const filled = path.join(dir, 'filled')
  await Promise.all([buildWebIfOld(), named.length === 0 && fillFolder(filled, env)])
  const browser = { ...env, CHROMIUM: findChromium() }
  if (named.length > 0) return walk('named', named, browser, say)
  const shared = { ...browser, E2E_FILLED: filled }
  // The output of a slot follows that of the slots before it.
  let before: Promise<unknown> = Promise.resolve()
  const chosen = walksAll ? [] : ['--grep-invert', ONLY_IN_TEST_WEB]
  const plan = planBrowserSlots(globSync(WALKS, { cwd: root }), walksAll)
  const slots = plan.map(({ name, isCalm, files }) => {
    const later = heldWords()
    const calm = { ...shared, E2E_CALM: isCalm ? '1' : '0' }
    const walked = walk(name, [...chosen, ...files], calm, later.write)
    void before.then(later.release)
    before = Promise.allSettled([before, walked])
    return walked
  })
  await Promise.all(slots)
}

async function walk(
  lane: string,
  chosen: readonly string[],
  env: NodeJS.ProcessEnv,
  write: Write,
): Promise<void> {
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'test/e2e/playwright.config.ts',
    '--output',
    `test-results/${lane}`,
    ...chosen,
  ]
  // Node reads TypeScript itself; Playwright would have Babel translate each file again in every fresh folder.
  const own = { ...env, PW_DISABLE_TS_ESM: '1' }
  const { code, output } = await run(args, own, write)
  const failed = /^\s*(\d+) (?:failed|flaky|interrupted|did not run)/m
  addTo(counts, counted(output, /^\s*(\d+) passed/m, failed, code))
}

/** The counts that a program reported; a program that failed without a report counts as a failure. */
function counted(output: string, passed: RegExp, failed: RegExp, code: number): Counts {
  const failures = Number(failed.exec(output)?.[1] ?? 0)
  return {
    passed: Number(passed.exec(output)?.[1] ?? 0),
    failed: failures > 0 || code === 0 ? failures : 1,
  }
}

function addTo(sum: Counts, { passed, failed }: Counts): void {
  sum.passed += passed
  sum.failed += failed
}

function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  write: Write,
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [...args], {
    cwd: root,
    env: { ...env, FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    write(chunk)
  })
  const end = setTimeout(() => {
    say(`Ended by force after ${LONGEST_MS / 60_000} minutes: ${args.join(' ')}\n`)
    child.kill('SIGKILL')
  }, LONGEST_MS)
  return new Promise((resolve) =>
    child.on('exit', (code) => {
      clearTimeout(end)
      const told = () => (clearTimeout(patience), resolve({ code: code ?? 1, output }))
      // A program of a test that outlives it holds the line open, and is not waited for.
      const patience = setTimeout(told, LAST_WORDS_MS)
      child.once('close', told)
    }),
  )
}

await main()
