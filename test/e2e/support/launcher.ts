import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Readable } from 'node:stream'

const root = path.resolve(import.meta.dirname, '../../..')
/** Filling a month takes ten seconds, minutes on a machine that others use. */
const START_MS = 300_000

export type Launcher = ChildProcessByStdio<null, Readable, null>

/** Starts the product as `npm start` does, with limits that many quick journeys do not reach. */
export function launch(env: NodeJS.ProcessEnv): Launcher {
  return spawn(process.execPath, [path.join(root, 'scripts/demo.ts')], {
    cwd: root,
    env: {
      ...process.env,
      RATE_READS: '100000',
      RATE_WRITES: '100000',
      // Journeys of one page share their sign-in; the dialog that asks again has one of its own.
      ASK_AGAIN_MINUTES: '60',
      // A truck of the simulator unloads at once: the rule of a minute would only be waited for.
      DEMO_MIN_PASS_S: '5',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Waits until the launcher says these words. */
export function untilSaid(child: Launcher, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(
      () => reject(new Error(`the product did not start:\n${output}`)),
      START_MS,
    )
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (!output.includes(words)) return
      clearTimeout(timer)
      resolve()
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the product ended with ${code}:\n${output}`))
    })
  })
}

export async function end(child: Launcher): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
