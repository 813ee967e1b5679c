import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { openTestDatabase } from '../database.ts'
import { browserConfig } from './browser-config.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Starts the product as `npm start` does, over a folder of its own; the returned function ends it and clears up. */
export default async function startProduct(): Promise<() => Promise<void>> {
  const { port, dataDir, cloned, calm } = browserConfig
  await rm(dataDir, { recursive: true, force: true })
  const database = cloned ? await openTestDatabase() : undefined
  const child = spawn(process.execPath, [path.join(root, 'scripts/demo.ts')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: port,
      DATA_DIR: dataDir,
      DATABASE_URL: database?.url ?? '',
      RATE_READS: '100000',
      RATE_WRITES: '100000',
      // A truck of the training yard unloads at once: the rule of a minute would only be waited for.
      DEMO_MIN_PASS_S: '5',
      // Trucks drive and scales settle four times as fast, and the agent's windows shrink with them.
      ...(!calm && { YARD_SPEED: '4', AGENT_CLOCK_FACTOR: '4' }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await untilStarted(child)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** Filling a month takes ten seconds, minutes on a machine that others use. */
const START_MS = 300_000

function untilStarted(child: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(
      () => reject(new Error(`the product did not start:\n${output}`)),
      START_MS,
    )
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (!output.includes('Приёмка запущена')) return
      clearTimeout(timer)
      resolve()
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the product ended with ${code}:\n${output}`))
    })
  })
}
