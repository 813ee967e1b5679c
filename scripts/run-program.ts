import { spawn } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
/** The last words of a process, its count among them, may come after its end. */
const LAST_WORDS_MS = 2000
/** A test file that throws while it loads leaves what it had opened: such a process would never end by itself. */
const LONGEST_MS = 30 * 60_000

export type Write = (text: string | Uint8Array) => void
export const say: Write = (text) => void process.stdout.write(text)

export interface Counts {
  passed: number
  failed: number
  /** What failed, in the words of its program; a run repeats them at its end, where thousands of lines do not hide them. */
  failures: string[]
}

const MOST_LINES_OF_FAILURES = 80

/** The counts that a program reported; a program that failed without a report counts as a failure. */
export function counted(
  { code, output }: { code: number; output: string },
  report: { passed: RegExp; failed: RegExp; failures: RegExp },
): Counts {
  const reported = Number(report.failed.exec(output)?.[1] ?? 0)
  const failed = reported > 0 || code === 0 ? reported : 1
  const words = report.failures.exec(output)?.[0] ?? output.slice(-2000)
  const lines = words.trim().split('\n').slice(0, MOST_LINES_OF_FAILURES)
  return {
    passed: Number(report.passed.exec(output)?.[1] ?? 0),
    failed,
    failures: failed > 0 ? [lines.join('\n')] : [],
  }
}

export function addTo(sum: Counts, { passed, failed, failures }: Counts): void {
  sum.passed += passed
  sum.failed += failed
  sum.failures.push(...failures)
}

/** Runs a program of this project on its own Node; what it prints is written as it comes, and answered with its code when it ends. */
export function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  write: Write,
  longestMs = LONGEST_MS,
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
    say(`Ended by force after ${longestMs / 60_000} minutes: ${args.join(' ')}\n`)
    child.kill('SIGKILL')
  }, longestMs)
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
