import { fork, type ChildProcess } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'

/** A process that reads a file of others; `kill('SIGKILL')` ends it whatever it is doing. */
export type Reader = ChildProcess

/**
 * Starts a program of the product beside the server. A thread would share the server's fate: one whose heap is full, or that is
 * stuck in a file, cannot be ended (docs/decisions/0017).
 */
export function startReader(program: URL, heapMb: number): Reader {
  return fork(program, {
    // A file of others meets no secret of ours there; what is compiled already halves the start.
    env: { NODE_COMPILE_CACHE: getCompileCacheDir() },
    execArgv: [`--max-old-space-size=${heapMb}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
}
