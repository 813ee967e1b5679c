import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { programFile } from './program-file.ts'

const root = path.resolve(import.meta.dirname, '..')
const STOP_MS = 45_000

export interface Program {
  readonly name: string
  readonly pid: number
  /** The first JSON line or IPC message with `ready: true`. */
  readonly ready: Record<string, unknown>
  stop(): Promise<void>
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
}

export interface ProgramSettings {
  readonly name: string
  readonly script: string
  readonly args?: readonly string[]
  readonly env: Record<string, string>
  /** Called with its last words when the program, once ready, ends without having been asked to. */
  readonly onDeath: (name: string, code: number | null, said: string) => void
  readonly readyMs?: number
  /** Flags of its Node, such as bounds of its memory. */
  readonly flags?: readonly string[]
}

/** Programs that were started and have not said yet that they are ready. */
const starting = new Set<ChildProcess>()

let givenUp = false

/** Ends the programs that are still starting, and starts none after them; programs that are ready belong to their callers. */
export async function stopStarting(): Promise<void> {
  givenUp = true
  await Promise.all([...starting].map((child) => stopChild(child)))
}

/** Starts one of our programs and waits until it says that it is ready; it ends by itself when this process is gone. */
export function startProgram(settings: ProgramSettings): Promise<Program> {
  const { name, script, args = [], env, flags = [] } = settings
  if (givenUp) return Promise.reject(new Error(`${name}: запуск прерван`))
  const child = spawn(process.execPath, [...flags, programFile(script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A terminal's Ctrl-C goes to the whole group; the launcher alone decides the order of stopping.
    detached: process.platform !== 'win32',
  })
  starting.add(child)
  let stopping = false
  let ready = false
  const log: string[] = []
  child.stderr!.on('data', (chunk: Buffer) => {
    log.push(chunk.toString())
    if (log.length > 50) log.shift()
    if (process.env['PRIYOMKA_VERBOSE'] === '1')
      process.stderr.write(`[${name}] ${chunk.toString()}`)
  })
  child.stdout!.on('data', (chunk: Buffer) => {
    if (process.env['PRIYOMKA_VERBOSE'] === '1')
      process.stdout.write(`[${name}] ${chunk.toString()}`)
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${name}: не готово за отведённое время\n${log.join('')}`)),
      settings.readyMs ?? 60_000,
    )
    child.on('message', (message: Record<string, unknown>) => {
      if (message['ready'] !== true) return
      clearTimeout(timer)
      starting.delete(child)
      ready = true
      resolve({
        name,
        pid: child.pid!,
        ready: message,
        stop: () => ((stopping = true), stopChild(child)),
        kill: () => ((stopping = true), stopChild(child, 'SIGKILL')),
      })
    })
    // Not `exit`: the last words of a program may come after it.
    child.on('close', (code) => {
      clearTimeout(timer)
      starting.delete(child)
      if (stopping) return
      if (ready) settings.onDeath(name, code, log.join(''))
      else reject(new Error(`${name}: программа завершилась (код ${code})\n${log.join('')}`))
    })
  })
}

function stopChild(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const hard = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    child.once('exit', () => {
      clearTimeout(hard)
      resolve()
    })
    child.kill(signal)
  })
}
