import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { browserConfig } from './browser-config.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Starts the product as `npm start` does, over a folder of its own; the returned function ends it and clears up. */
export default async function startProduct(): Promise<() => Promise<void>> {
  const { port, dataDir } = browserConfig
  await rm(dataDir, { recursive: true, force: true })
  const child = spawn(process.execPath, [path.join(root, 'scripts/demo.ts')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: port,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      RATE_READS: '100000',
      RATE_WRITES: '100000',
      // A truck of the training yard unloads at once: the rule of a minute would only be waited for.
      DEMO_MIN_PASS_S: '5',
      // Trucks drive and scales settle four times as fast, and the agent's windows shrink with them.
      YARD_SPEED: '4',
      AGENT_CLOCK_FACTOR: '4',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    let output = ''
    const timer = setTimeout(
      () => reject(new Error(`the product did not start:\n${output}`)),
      120_000,
    )
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (!output.includes('Приёмка запущена')) return
      clearTimeout(timer)
      resolve()
    })
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}:\n${output}`)))
  })
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}
