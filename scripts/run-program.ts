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
}

/** The counts that a program reported; a program that failed without a report counts as a failure. */
export function counted(output: string, passed: RegExp, failed: RegExp, code: number): Counts {
  const failures = Number(failed.exec(output)?.[1] ?? 0)
  return {
    passed: Number(passed.exec(output)?.[1] ?? 0),
    failed: failures > 0 || code === 0 ? failures : 1,
  }
}

export function addTo(sum: Counts, { passed, failed }: Counts): void {
  sum.passed += passed
  sum.failed += failed
}

/** Runs a program of this project on its own Node; what it prints is written as it comes, and answered with its code when it ends. */
export function run(
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
