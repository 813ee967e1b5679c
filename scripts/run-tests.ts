import { spawn } from 'node:child_process'
import { globSync, existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buildWebIfOld } from './build-web.ts'
import { findChromium, findOrInstallChromium, HEADLESS_PACKAGE } from './chromium.ts'
import { installPackages } from './debian-package.ts'
import { startPostgres } from './embedded-postgres.ts'
import { findOrInstallFfmpeg, hasFfmpeg } from './ffmpeg.ts'
import { findMariadb } from './mariadb.ts'
import { findOrInstallSocat, findSocat } from './socat.ts'
import { testGroups } from './test-groups.ts'

const root = path.resolve(import.meta.dirname, '..')
const counts = { passed: 0, failed: 0 }
/** The last words of a process, its count among them, may come after its end. */
const LAST_WORDS_MS = 2000

type Write = (text: string | Uint8Array) => void
const say: Write = (text) => void process.stdout.write(text)

/**
 * `npm test`: types, lint, unit and HTTP tests on a PostgreSQL of their own; the last line counts. The browser walks the
 * product beside them, since it waits most of its time, and its words follow theirs; what is left
 * of the walks when the tests have ended is walked by a second browser.
 */
async function main(): Promise<void> {
  const only = process.argv.slice(2)
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-tests-'))
  const cluster = await startPostgres({
    dir: path.join(dir, 'pg'),
    durable: false,
    connections: 300,
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cluster.stop().finally(() => process.exit(130)))
  const env = {
    ...process.env,
    TEST_DATABASE_URL: cluster.url('postgres'),
    // Two hundred programs read the same sources: each is stripped of types and compiled once.
    NODE_COMPILE_CACHE: path.join(dir, 'compiled'),
  }
  const programs = installPackages([
    ...(findChromium() ? [] : [HEADLESS_PACKAGE]),
    ...(findSocat() ? [] : ['socat']),
    ...(findMariadb() ? [] : ['mariadb-server-core']),
    ...(hasFfmpeg() ? [] : ['ffmpeg']),
  ])
  const later = heldWords()
  const checked = checksAndNodeTests(only, env, programs).finally(later.release)
  const lanes = await Promise.allSettled([
    checked,
    browserTests({ only, env, programs, checked, write: later.write }),
  ])
  await cluster.stop()
  // A program that is just ending may still write what it compiled.
  await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  process.exitCode = counts.failed > 0 ? 1 : 0
}

/** Keeps what is written until it is released, and writes through from then on. */
function heldWords(write: Write = say) {
  const held: (string | Uint8Array)[] = []
  let released = false
  return {
    write: ((text) => (released ? write(text) : void held.push(text))) satisfies Write,
    release() {
      released = true
      for (const text of held.splice(0)) write(text)
    },
  }
}

async function checksAndNodeTests(
  only: readonly string[],
  env: NodeJS.ProcessEnv,
  programs: Promise<void>,
): Promise<void> {
  if (only.length === 0) {
    await step('типы', ['node_modules/typescript/bin/tsc', '-b'])
    await step('правила кода', [
      'node_modules/oxlint/bin/oxlint',
      '--type-aware',
      '--deny-warnings',
      'src',
      'test',
      'scripts',
      'bench',
    ])
  }
  await programs
  await nodeTests(only, env)
}

async function step(title: string, args: readonly string[]): Promise<void> {
  const startedAt = Date.now()
  const { code } = await run(args, process.env, say)
  console.log(
    `${code === 0 ? '✔' : '✖'} ${title} (${((Date.now() - startedAt) / 1000).toFixed(1)} с)`,
  )
  counts[code === 0 ? 'passed' : 'failed']++
}

async function nodeTests(only: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const named = only.filter(
    (name) => name.endsWith('.test.ts') && existsSync(path.join(root, name)),
  )
  if (only.length > 0 && named.length === 0) return
  const files =
    named.length > 0 ? named : globSync(['src/**/*.test.ts', 'test/*.test.ts'], { cwd: root })
  findOrInstallSocat()
  findOrInstallFfmpeg()
  const groups = testGroups(files, (file) => readFileSync(path.join(root, file), 'utf8'))
  // Half of the time goes by waiting for clocks and lines, so two cores bear three groups at once, or two and the browser.
  const atOnce = only.length === 0 ? 2 : 3
  const before = { ...counts }
  const waiting = groups.values()
  const worker = async () => {
    for (const group of waiting) await testGroup(group, env)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const done = [counts.passed - before.passed, counts.failed - before.failed]
  console.log(`ℹ pass ${done[0]}\nℹ fail ${done[1]}`)
}

/** The counts of a group are left out of its words: one sum for all of them follows. */
const GROUP_COUNTS = /^ℹ (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) .*\n/gm

async function testGroup(group: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  // A program that a file forks inherits the flags of its process, so alone it has none of the runner's.
  const shared = group.length > 1 ? ['--test', '--test-isolation=none'] : []
  const args = [...shared, '--test-reporter=spec', ...group]
  const { code, output } = await run(args, env, () => undefined)
  say(output.replaceAll(GROUP_COUNTS, ''))
  // Without a count something ended the process before its tests, which is a failure and not an empty success.
  const ended = /^ℹ pass \d+$/m.test(output) ? code : code || 1
  if (ended !== 0) say(`✖ ${group.join(' ')}\n`)
  add(output, /^ℹ pass (\d+)$/m, /^ℹ fail (\d+)$/m, ended)
}

/** About a third of the walks; none of them drives a truck, which two browsers at one yard could not do. */
const AFTER_THE_CHECKS =
  /\/(?:addresses|bik-directory|catalogue|export|keys|list-address|old-base|price|sign-in|start-up|suppliers)\.e2e\.ts$/

interface Walks {
  readonly only: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly programs: Promise<void>
  readonly checked: Promise<void>
  readonly write: Write
}

async function browserTests({ only, env, programs, checked, write }: Walks): Promise<void> {
  const named = only.filter((name) => name.startsWith('test/e2e'))
  if (only.length > 0 && named.length === 0) return
  await buildWebIfOld()
  await programs
  const browser = { ...env, CHROMIUM: findOrInstallChromium() }
  if (named.length > 0) return walk('named', named, browser, write)
  const files = globSync('test/e2e/*.e2e.ts', { cwd: root })
  const later = heldWords(write)
  // Each has a product of its own. Three lanes at once would be late for the clocks of scales and relays.
  await Promise.all([
    walk(
      'first',
      files.filter((file) => !AFTER_THE_CHECKS.test(file)),
      browser,
      write,
    ).finally(later.release),
    checked
      .catch(() => undefined)
      .then(() =>
        walk(
          'second',
          files.filter((file) => AFTER_THE_CHECKS.test(file)),
          browser,
          later.write,
        ),
      ),
  ])
}

async function walk(
  lane: string,
  files: readonly string[],
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
    ...files,
  ]
  const { code, output } = await run(args, env, write)
  add(output, /^\s*(\d+) passed/m, /^\s*(\d+) (?:failed|flaky|interrupted|did not run)/m, code)
}

function add(output: string, passed: RegExp, failed: RegExp, code: number): void {
  const failures = Number(failed.exec(output)?.[1] ?? 0)
  counts.passed += Number(passed.exec(output)?.[1] ?? 0)
  counts.failed += failures > 0 || code === 0 ? failures : 1
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
  return new Promise((resolve) =>
    child.on('exit', (code) => {
      const told = () => (clearTimeout(patience), resolve({ code: code ?? 1, output }))
      // A program of a test that outlives it holds the line open, and is not waited for.
      const patience = setTimeout(told, LAST_WORDS_MS)
      child.once('close', told)
    }),
  )
}

await main()
