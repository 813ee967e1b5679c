import { accessSync, constants, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { changedTests } from './changed-tests.ts'
import { startPostgres, type LocalPostgres } from './embedded-postgres.ts'
import { lintEnvironment } from './lint-environment.ts'
import { throwawayFolder } from './memory-folder.ts'
import { BUNDLED_PROGRAMS } from './program-file.ts'
import { LOADED, TEST_FILES, TEST_GROUP, testGroups } from './test-groups.ts'
import { ensureTestPrograms } from './test-programs.ts'
import { JOURNEY_FILES, planJourneys } from './run-journeys.ts'
import { addTo, counted, run, say, type Counts } from './run-program.ts'

const root = path.resolve(import.meta.dirname, '..')
const counts: Counts = { passed: 0, failed: 0, failures: [] }
/**
 * A stuck test is named and ended after this time, which no other test comes near on any machine; on a cluster whatever reads all
 * tables waits for each machine.
 */
const STUCK_MS = (process.env['CITUS_URL'] ? 60 : 10) * 60_000

/**
 * `npm test`: types, lint, unit and HTTP tests on a PostgreSQL of their own, then journeys in three browsers with a product
 * each, since journeys wait half of their time; the last line counts. Side by side the two halves took longer than one after
 * the other on two processors: both waited for the other's work, and tests came to their patience.
 */
async function main(): Promise<void> {
  const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
  const advice: string[] = []
  const only = process.argv.includes('--changed')
    ? [...named, ...changedTests(root, (words) => void advice.push(words))]
    : named
  // `npm run test:server` and `npm run test:web`: one half each.
  const withoutBrowser = process.argv.includes('--server')
  const browserAlone = process.argv.includes('--web')
  const half = globSync(withoutBrowser ? TEST_FILES : browserAlone ? JOURNEY_FILES : [], {
    cwd: root,
  })
  try {
    ensureTestPrograms(only.length > 0 ? only : half)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
  const dir = await mkdtemp(path.join(throwawayFolder(), 'priyomka-tests-'))
  const cluster = await clusterFor(dir)
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
    NODE_COMPILE_CACHE: compiledFolder(dir),
    ...(only.length === 0 && !browserAlone && { [BUNDLED_PROGRAMS]: path.join(dir, 'programs') }),
  }
  const namedJourneys = only.filter((name) => name.startsWith('test/e2e'))
  const hasJourneys = !withoutBrowser && (only.length === 0 || namedJourneys.length > 0)
  const journeys = planJourneys({ named: namedJourneys, walksAll: browserAlone, dir, env })
  // Whoever walks the journeys is told what has failed.
  const whenFewAreLeft = () => void (hasJourneys && journeys.prepare().catch(() => undefined))
  const failures: unknown[] = []
  const runHalf = async (isWanted: boolean, work: () => Promise<void>) => {
    if (isWanted) await work().catch((error: unknown) => failures.push(error))
  }
  await runHalf(!browserAlone, () => checksAndNodeTests({ only, env, whenFewAreLeft }))
  await runHalf(hasJourneys, async () => addTo(counts, await journeys.walk()))
  await cluster.stop()
  // A program that is just ending may still write what it compiled.
  await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  if (failures.length > 0) throw failures[0]
  for (const words of counts.failures) console.log(`\n${words}\n`)
  for (const words of advice) console.log(words)
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  process.exitCode = counts.failed > 0 ? 1 : 0
}

/** Two hundred programs read the same sources: each is stripped of types and compiled once, also for the next run. */
function compiledFolder(dir: string): string {
  const kept = path.join(root, 'node_modules/.cache/priyomka')
  try {
    mkdirSync(kept, { recursive: true })
    accessSync(kept, constants.W_OK)
    return kept
  } catch {
    return path.join(dir, 'compiled')
  }
}

/** A PostgreSQL of its own, or the Citus cluster whose coordinator `CITUS_URL` names. */
async function clusterFor(dir: string): Promise<Pick<LocalPostgres, 'url' | 'stop'>> {
  const coordinator = process.env['CITUS_URL']
  if (!coordinator)
    return startPostgres({ dir: path.join(dir, 'pg'), durable: false, connections: 600 })
  return { url: () => coordinator, stop: async () => undefined }
}

interface Half {
  /** Files named in the command; none = all there are. */
  readonly only: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Called when the last tests have begun, and a processor is about to be idle. */
  readonly whenFewAreLeft: () => void
}

async function checksAndNodeTests(tests: Half): Promise<void> {
  const { only, env } = tests
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
      // Six processes begin at once, and each would compile the whole server.
      run(['scripts/link-sources.mjs', path.join(root, 'test/support/world.ts')], env, say),
      step('programs', ['scripts/bundle-test-programs.ts', env[BUNDLED_PROGRAMS]!]),
    ])
  }
  await nodeTests(tests)
}

async function step(title: string, args: readonly string[]): Promise<void> {
  const startedAt = Date.now()
  const { code, output } = await run(args, lintEnvironment, say)
  const isPassed = code === 0
  console.log(
    `${isPassed ? '✔' : '✖'} ${title} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`,
  )
  counts[isPassed ? 'passed' : 'failed']++
  if (!isPassed) counts.failures.push(`✖ ${title}\n${output.slice(-4000)}`)
}

async function nodeTests({ only, env, whenFewAreLeft }: Half): Promise<void> {
  const named = only.filter(
    (name) => name.endsWith('.test.ts') && existsSync(path.join(root, name)),
  )
  if (only.length > 0 && named.length === 0) return
  const files = named.length > 0 ? named : globSync(TEST_FILES, { cwd: root })
  const groups = testGroups(files)
  const shared = [...groups.shared]
  const alone = [...groups.alone]
  const own: Counts = { passed: 0, failed: 0, failures: [] }
  // Two slots mostly compute; what waits for lines, clocks and programs leaves a processor idle that others can use.
  const work = async (mine: (readonly string[])[], others: (readonly string[])[]) => {
    for (let group; (group = mine.shift() ?? others.shift());)
      addTo(own, await testGroup(group, env))
    whenFewAreLeft()
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
  const words = {
    passed: /^ℹ pass (\d+)$/m,
    failed: /^ℹ fail (\d+)$/m,
    failures: /^✖ failing tests:$[\s\S]*/m,
  }
  return withoutFiles(counted({ code: ended, output }, words), output)
}

/** Each file is a test around its own tests, and that it loads is the first of them: neither is counted where it passes. */
function withoutFiles({ passed, failed, failures }: Counts, output: string): Counts {
  const [said = ''] = output.split(/^✖ failing tests:$/m)
  const count = (line: RegExp) => said.match(line)?.length ?? 0
  const loaded = count(new RegExp(`^  ✔ ${LOADED} `, 'gm'))
  const failedTests = failed - count(/^✖ /gm)
  return {
    passed: passed - loaded - count(/^✔ /gm),
    failed: failed > 0 ? Math.max(1, failedTests) : 0,
    failures,
  }
}

await main()
