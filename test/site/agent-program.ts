import { spawn, type ChildProcess } from 'node:child_process'
import { childEnvironment } from '../support/child-environment.ts'
import { programFile } from '../../scripts/program-file.ts'

interface AgentProgram {
  readonly url: string
  readonly dir: string
  readonly code: string
  /** Of the simulator in which it weighs. */
  readonly speed: number
  /** Output and errors. */
  readonly said: ['pipe' | 'inherit' | 'ignore', 'inherit' | 'ignore']
}

/** The agent as a program of its own; its message says that the server's configuration is in force. */
export function startAgentProgram({ url, dir, code, speed, said }: AgentProgram): ChildProcess {
  return spawn(process.execPath, [programFile('src/agent/main.ts')], {
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
