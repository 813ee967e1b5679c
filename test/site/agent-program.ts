import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { childEnvironment } from '../support/child-environment.ts'

interface AgentProgram {
  readonly url: string
  readonly dir: string
  readonly code: string
  /** Of the simulator in which it weighs. */
  readonly speed: number
  /** Output and errors. */
  readonly said: ['pipe' | 'inherit' | 'ignore', 'inherit' | 'ignore']
}

const main = path.resolve(import.meta.dirname, '../../src/agent/main.ts')

/** The agent as a program of its own; its message says that the server's configuration is in force. */
export function startAgentProgram({ url, dir, code, speed, said }: AgentProgram): ChildProcess {
  return spawn(process.execPath, [main], {
    stdio: ['ignore', ...said, 'ipc'],
    env: {
      ...childEnvironment,
      SERVER_URL: url,
      AGENT_DIR: dir,
      AGENT_ALLOW_LOOPBACK: '1',
      AGENT_CLOCK_FACTOR: String(speed),
      AGENT_ENROL_CODE: code,
    },
  })
}
