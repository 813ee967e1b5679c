import { spawn } from 'node:child_process'
import { globSync, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buildWebIfOld } from './build-web.ts'
import { findOrInstallChromium } from './chromium.ts'
import { startPostgres } from './embedded-postgres.ts'
import { findOrInstallFfmpeg } from './ffmpeg.ts'
import { findOrInstallSocat } from './socat.ts'

const root = path.resolve(import.meta.dirname, '..')
const counts = { passed: 0, failed: 0 }

/** `npm test`: types, lint, unit and HTTP tests on a PostgreSQL of their own, then the browser; the last line counts. */
async function main(): Promise<void> {
  const only = process.argv.slice(2)
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
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-tests-'))
  const cluster = await startPostgres({
    dir: path.join(dir, 'pg'),
    durable: false,
    connections: 300,
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cluster.stop().finally(() => process.exit(130)))
  const env = { ...process.env, TEST_DATABASE_URL: cluster.url('postgres') }
  try {
    await nodeTests(only, env)
    if (only.length === 0 || only.some((name) => name.startsWith('test/e2e')))
      await browserTests(only, env)
  } finally {
    await cluster.stop()
    await rm(dir, { recursive: true, force: true })
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  process.exitCode = counts.failed > 0 ? 1 : 0
}

async function step(title: string, args: readonly string[]): Promise<void> {
  const startedAt = Date.now()
  const { code } = await run(args, process.env)
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
  // Half of the time goes by waiting for clocks and lines, so two cores bear three files at once.
  const { code, output } = await run(
    ['--test', '--test-concurrency=3', '--test-reporter=spec', ...files],
    env,
  )
  // Without a count something died before a single test ran, which is a failure and not an empty success.
  add(output, /^ℹ pass (\d+)$/m, /^ℹ fail (\d+)$/m, code)
}

async function browserTests(only: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  await buildWebIfOld()
  const chromium = findOrInstallChromium()
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'test/e2e/playwright.config.ts',
    ...only.filter((name) => name.startsWith('test/e2e')),
  ]
  const { code, output } = await run(args, { ...env, CHROMIUM: chromium })
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
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [...args], {
    cwd: root,
    env: { ...env, FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    process.stdout.write(chunk)
  })
  return new Promise((resolve) => child.on('exit', (code) => resolve({ code: code ?? 1, output })))
}

await main()
