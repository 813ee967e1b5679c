import * as z from 'zod/mini'

const port = z.int().check(z.minimum(1), z.maximum(65_535))

/** The addresses of the yard simulator, as reported to its launcher. */
const Yard = z.object({
  control: port,
  cameras: port,
  relays: port,
  printer: port,
  posts: z.array(z.object({ post: z.int(), port })).check(z.minLength(3)),
  camera: z.object({ user: z.string(), password: z.string() }),
})
export type Yard = z.output<typeof Yard>

/** The demo's own settings; throws when the launcher did not pass the yard. */
export function readYard(env: NodeJS.ProcessEnv = process.env): Yard {
  return z.parse(Yard, JSON.parse(env['YARD'] ?? 'null'))
}

/** The training bank's control port: the fill asks it to settle the past at once. */
export function readBankControl(env: NodeJS.ProcessEnv = process.env): number {
  return z.parse(z.object({ control: port }), JSON.parse(env['BANK'] ?? 'null')).control
}

const passSeconds = z.int().check(z.minimum(1), z.maximum(86_400))

/** `DEMO_MIN_PASS_S`: seconds between two weighings on the yard simulator, for trucks that unload at once; unset means 60. */
export function readMinPass(env: NodeJS.ProcessEnv = process.env): number | undefined {
  const text = env['DEMO_MIN_PASS_S']
  return text ? z.parse(passSeconds, Number(text)) : undefined
}

/** The folder of the agent's identity: without one the agent needs a new code. */
export function agentDir(dataDir: string, env: NodeJS.ProcessEnv = process.env): string {
  return env['AGENT_DIR'] ?? `${dataDir}/agent`
}

/** The two simulated peers that the demo company is wired to. */
export interface Peers {
  readonly yard: Yard
  readonly bankControl: number
}
