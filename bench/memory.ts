import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../scripts/ports.ts'
import { measureTree, type ProcessMemory } from '../scripts/process-memory.ts'
import { tell } from './tell.ts'

/** Programs of `npm start` by their command lines, with the bound of each in megabytes of PSS. */
const PROGRAMS = [
  { name: 'shim on the machine’s Node', command: /start\.mjs/, goal: undefined },
  { name: 'launcher', command: /demo\.ts/, goal: 90 },
  { name: 'server', command: /server\/main\.ts/, goal: 150 },
  { name: 'agent', command: /agent\/main\.ts/, goal: undefined },
  { name: 'plate reader', command: /plate-worker\.ts/, goal: undefined },
  { name: 'yard simulator', command: /yard\/main\.ts/, goal: undefined },
  { name: 'bank simulator', command: /bank\/main\.ts/, goal: undefined },
  { name: 'PostgreSQL', command: /postgres/, goal: undefined },
] as const
const GOAL_OF_ALL = 900
/** The simulator drops its drawings after half a minute, and jobs of a start run within it. */
const SETTLE_MS = 40_000
const LOOK_MS = 10_000
/** Looks in a row that differ by less than this share. */
const STEADY = { looks: 3, share: 0.02 }
const MOST_LOOKS = 30

/** The memory of an idle demo by program: after the first start, which fills a company, and after a second one. */
export async function measureMemory(): Promise<void> {
  if (process.platform !== 'linux') throw new Error('memory is read from /proc: Linux alone')
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-memory-'))
  // Started by root, PostgreSQL's own user passes through.
  await chmod(dir, 0o711)
  try {
    for (const start of ['first start', 'second start']) await measureStart(start, dir)
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}

function measureStart(start: string, dir: string): Promise<void> {
  return withDemo(dir, async ({ pid }) => {
    await pause(SETTLE_MS)
    reportPrograms(start, await steadyTree(pid))
  })
}

interface Demo {
  readonly pid: number
  readonly url: string
}

/** Runs `npm start` over a folder while the work goes on. */
export async function withDemo(dir: string, work: (demo: Demo) => Promise<void>): Promise<void> {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: path.join(dir, 'data') }
  const shim = path.resolve(import.meta.dirname, '../scripts/start.mjs')
  const child = spawn(process.execPath, [shim], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  const interrupted = () => void stop().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted)
  try {
    await answering(child)
    await work({ pid: child.pid!, url: `http://127.0.0.1:${port}` })
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted)
    await stop()
  }
}

function answering(child: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Ctrl-C')) resolve()
    })
    child.once('exit', () => reject(new Error(`the demo ended:\n${said}`)))
  })
}

type Tree = ReturnType<typeof measureTree>

/** Once the sum has been stable for some readings; the last reading when it never is. */
async function steadyTree(pid: number): Promise<Tree> {
  const sums: number[] = []
  for (let look = 0; ; look++) {
    const tree = measureTree(pid)
    sums.push(sumOf(tree).pss)
    const last = sums.slice(-STEADY.looks)
    const isSteady = Math.max(...last) - Math.min(...last) < STEADY.share * last[0]!
    if ((last.length === STEADY.looks && isSteady) || look === MOST_LOOKS) return tree
    await pause(LOOK_MS)
  }
}

function reportPrograms(start: string, tree: Tree): void {
  for (const { name, command, goal } of PROGRAMS) {
    const own = tree.filter((program) => command.test(program.command))
    reportMemory(`memory ${start} ${name}`, sumOf(own), goal, own.length)
  }
  reportMemory(`memory ${start} all`, sumOf(tree), GOAL_OF_ALL, tree.length)
}

function reportMemory(
  name: string,
  { pss, rss }: ProcessMemory,
  goal: number | undefined,
  count: number,
) {
  const megabytes = (kilobytes: number) => Math.round(kilobytes / 1024)
  const figures = { rss: megabytes(rss), processes: count, ...(goal !== undefined && { goal }) }
  tell({ name, value: megabytes(pss), unit: 'MB PSS', ...figures })
}

function sumOf(tree: Tree): ProcessMemory {
  const sum = (key: keyof ProcessMemory) =>
    tree.reduce((total, { memory }) => total + memory[key], 0)
  return { pss: sum('pss'), rss: sum('rss') }
}
