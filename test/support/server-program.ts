import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { childEnvironment } from './child-environment.ts'
import { programFile } from '../../scripts/program-file.ts'

export interface ServerProgram {
  readonly child: ChildProcess
  readonly ready: Promise<void>
  readonly ended: Promise<{ code: number | null; said: string }>
}

/** A port that was free a moment ago. */
export async function unusedPort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as net.AddressInfo
  probe.close()
  return port
}

/** The production server as a process of its own, with what it said. */
export function startServer(env: Record<string, string>): ServerProgram {
  const script = programFile('src/server/main.ts')
  const child = spawn(process.execPath, [script], {
    env: { ...childEnvironment, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const started = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('"ready":true')) resolve()
    })
  })
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }))
  // Whoever waits for a server that could not start, as when its port was taken meanwhile, is told why.
  const failed = ended.then(() => Promise.reject(new Error(`The server ended: ${said}`)))
  const ready = Promise.race([started, failed])
  ready.catch(() => undefined)
  return { child, ready, ended }
}
